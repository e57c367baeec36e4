package interp

import (
	"bytes"

	"fencepost/interp/vm"
	"fencepost/models"
)

// A Lasso says of an execution under SC that it goes on for ever: after a stem it comes
// again and again to the same state. Threads that wait in loops run on then, as other
// threads do, and are not told to wait for ever.
type Lasso struct {
	Stem  int `json:"stem"`  // transitions before the cycle
	Cycle int `json:"cycle"` // transitions of the cycle; 0: none is asked for
	// Error is what the execution ends in, when it has come round once.
	Error *Error `json:"error"`
	// Each, if set, is called before each transition; if it returns false the execution ends.
	Each func(m *Machine) bool `json:"-"`
	// Head, if set, is called where a thread comes to a loop.
	Head func(t *vm.Thread) `json:"-"`
}

// goesRound looks at an execution that goes on for ever, before its next transition; it
// reports whether there is one.
func (m *Machine) goesRound(l *Lasso) bool {
	switch {
	case l.Cycle > 0 && m.steps == l.Stem:
		m.before, _, _ = m.vm.AppendState(m.before[:0])
	case l.Cycle > 0 && m.steps == l.Stem+l.Cycle:
		if state, _, ok := m.vm.AppendState(nil); ok && bytes.Equal(state, m.before) {
			m.vm.Stop(Failed, l.Error)
		} else {
			m.vm.Stop(Discarded, nil)
		}
		return false
	}
	if l.Each != nil && !l.Each(m) {
		m.vm.Stop(Discarded, nil)
		return false
	}
	return true
}

// Enabled returns the transitions that may come next, for Lasso.Each.
func (m *Machine) Enabled() []models.Step { return m.list() }

// VM returns what runs the threads, for Lasso.Each to look at.
func (m *Machine) VM() *vm.VM { return &m.vm }
