package models

import (
	"fmt"
	"strings"
)

// A Catalog is a list of models that can be chosen by name, strongest first.
type Catalog []*Model

// Parse returns the models of a comma-separated list of names, in the order given.
func (c Catalog) Parse(list string) ([]*Model, error) {
	var out []*Model
	for _, name := range strings.Split(list, ",") {
		m, ok := c.Lookup(strings.TrimSpace(name))
		if !ok {
			return nil, fmt.Errorf("unknown model %q: choose from %s", name, strings.Join(c.Names(), ", "))
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

// Lookup returns the model with this name or alias.
func (c Catalog) Lookup(name string) (*Model, bool) {
	name = NameOf(name)
	for _, m := range c {
		if m.Name == name {
			return m, true
		}
	}
	return nil, false
}

// Names returns the models' names.
func (c Catalog) Names() []string {
	var names []string
	for _, m := range c {
		names = append(names, m.Name)
	}
	return names
}

// All returns the hardware models, strongest first.
func All() []*Model { return []*Model{SC, TSO, PSO, PSLO} }

// Relaxed returns RELAXER's models weaker than sc, strongest first. They are the default of
// commands that take several models. A model added to All does not change the list.
func Relaxed() []*Model { return []*Model{TSO, PSO, PSLO} }

// Lookup returns the hardware model with this name.
func Lookup(name string) (*Model, bool) { return Catalog(All()).Lookup(name) }
