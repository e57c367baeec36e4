package synth

import "fencepost/models"

// A Model is a memory model as axioms over executions. Its functions do not allocate. The
// models of this package are compared by address.
type Model struct {
	Name string // its name in --model

	rmws       rmws
	orders     bool // events have C11 orders, and there are C11 fences
	fences     bool // there is a full fence without an order
	minThreads int

	axioms []string
	// prepare computes the relations of a frame that the axioms need beside its basic ones.
	prepare func(*frame)
	// broken returns the axioms that the execution of a frame breaks: all of them if all is
	// set, otherwise at least one if there is any.
	broken func(f *frame, o orders, all bool) axiomSet
	_      struct{}
}

// An axiomSet is a set of a model's axioms, as bits in the order of their names.
type axiomSet uint8

// Models returns the models.
func Models() []*Model { return []*Model{c11orig, rc11, tso, sc} }

// Lookup returns the model with this name or alias.
func Lookup(name string) (*Model, bool) {
	name = models.NameOf(name)
	for _, m := range Models() {
		if m.Name == name {
			return m, true
		}
	}
	return nil, false
}

// Orders reports whether the accesses of the model's programs have C11 orders.
func (m *Model) Orders() bool { return m.orders }

// names returns the names of a set of axioms.
func (m *Model) names(s axiomSet) []string {
	var list []string
	for i, name := range m.axioms {
		if s>>i&1 != 0 {
			list = append(list, name)
		}
	}
	return list
}
