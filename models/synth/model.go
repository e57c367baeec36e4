package synth

// A Model is a memory model as axioms over executions. Its functions do not
// allocate. The models of this package are compared by identity.
type Model struct {
	Name  string // of --model
	Title string

	rmws       rmws
	orders     bool // events have C11 orders, and there are C11 fences
	fences     bool // there is a full fence without an order
	minThreads int

	axioms []string
	// prepare computes what the axioms need of a frame beside its basic relations.
	prepare func(*frame)
	// broken returns axioms that the execution of a frame breaks: all of them if
	// all is set, else at least one if there is any.
	broken func(f *frame, o orders, all bool) axiomSet
	_      struct{}
}

// An axiomSet is a set of a model's axioms, as bits in the order of their names.
type axiomSet uint8

// Models returns the models.
func Models() []*Model { return []*Model{c11orig, rc11, tso, sc} }

// Lookup returns the model of a name.
func Lookup(name string) (*Model, bool) {
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
