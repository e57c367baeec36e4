package models

// An Alias is another name of a model. Commands and files accept it; every text shows the model's
// own name.
type Alias struct{ Other, Name string }

// Aliases returns all aliases: the names in the literature of the language's models as they are here.
func Aliases() []Alias { return []Alias{{"rc11", "c11"}, {"rc20", "c++20"}} }

// NameOf returns the own name of a model that is given by its own name or by an alias.
func NameOf(name string) string {
	for _, a := range Aliases() {
		if a.Other == name {
			return a.Name
		}
	}
	return name
}

// AliasOf returns the alias of a model, or its name if there is none.
func AliasOf(name string) string {
	for _, a := range Aliases() {
		if a.Name == name {
			return a.Other
		}
	}
	return name
}
