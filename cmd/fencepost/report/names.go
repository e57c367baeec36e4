package report

import (
	"encoding/json"

	"fencepost/models"
	"fencepost/trace/lists"
)

// A ModelName is the name of a model that explores. Version 2 of the JSON has the alias of a model
// that has one: rc11 stands for c11, and rc20 for c++20.
type ModelName string

// MarshalText returns the name in JSON.
func (n ModelName) MarshalText() ([]byte, error) { return []byte(models.AliasOf(string(n))), nil }

// UnmarshalText reads a name in JSON.
func (n *ModelName) UnmarshalText(text []byte) error {
	*n = ModelName(models.NameOf(string(text)))
	return nil
}

// ModelNames are names of models that explore, in JSON as ModelName is.
type ModelNames []string

// MarshalJSON returns the names in JSON.
func (n ModelNames) MarshalJSON() ([]byte, error) {
	if n == nil {
		return []byte("null"), nil
	}
	return json.Marshal(lists.Map(n, func(name string) ModelName { return ModelName(name) }))
}

// UnmarshalJSON reads names in JSON.
func (n *ModelNames) UnmarshalJSON(text []byte) error {
	var list []ModelName
	err := json.Unmarshal(text, &list)
	if *n = nil; list != nil {
		*n = lists.Map(list, func(name ModelName) string { return string(name) })
	}
	return err
}
