package models

import (
	"fmt"
	"strings"
)

// All returns the models, strongest first.
func All() []Model { return []Model{SC, TSO, PSO, PSLO} }

// Parse returns the models of a comma-separated list of names, in the order given.
func Parse(list string) ([]Model, error) {
	var out []Model
	for _, name := range strings.Split(list, ",") {
		m, ok := Lookup(strings.TrimSpace(name))
		if !ok {
			return nil, fmt.Errorf("unknown model %q: choose from %s", name, strings.Join(Names(), ", "))
		}
		for _, o := range out {
			if o.Name == m.Name {
				return nil, fmt.Errorf("model %q is given twice", m.Name)
			}
		}
		out = append(out, m)
	}
	return out, nil
}

// Lookup returns the model of a name.
func Lookup(name string) (Model, bool) {
	for _, m := range All() {
		if m.Name == name {
			return m, true
		}
	}
	return Model{}, false
}

// Names returns the models' names, strongest first.
func Names() []string {
	var names []string
	for _, m := range All() {
		names = append(names, m.Name)
	}
	return names
}

// ParseMapping returns the mapping of a name: "c11" or "none".
func ParseMapping(name string) (Mapping, error) {
	for _, m := range []Mapping{C11, None} {
		if m.Name == name {
			return m, nil
		}
	}
	return Mapping{}, fmt.Errorf("unknown mapping %q: choose c11 or none", name)
}
