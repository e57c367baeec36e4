package interp

import (
	"bytes"

	"fencepost/interp/machine/vm"
	"fencepost/models"
)

// A Lasso says of an execution that it goes on for ever: after a stem it comes again and
// again to the same state. Threads that wait in loops run on then, as other
// threads do, and are not told to wait for ever.
type Lasso struct {
	Stem  int `json:"stem"`  // transitions before the cycle
	Cycle int `json:"cycle"` // transitions of the cycle; 0: none is asked for
	// Newest is how many of the newest stores to a location its loads read at most, where a
	// model has older ones.
	Newest int `json:"newest,omitempty"`
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
		m.before, _, _ = m.AppendState(m.before[:0], l.Newest)
	case l.Cycle > 0 && m.steps == l.Stem+l.Cycle:
		if state, _, ok := m.AppendState(nil, l.Newest); ok && bytes.Equal(state, m.before) {
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

// AppendState appends all that the rest of the execution depends on, as far as its loads
// read one of the newest stores to a location; the first shared bytes are what threads
// share in memory. ok is false if there is too much of it.
func (m *Machine) AppendState(dst []byte, newest int) (state []byte, shared int, ok bool) {
	dst, shared, ok = m.vm.AppendState(dst)
	if s, more := m.mem.(models.Stater); ok && more {
		dst = s.AppendState(dst, newest, func(l models.Loc) (uint64, bool) {
			addr, _ := m.vm.Where(l)
			return addr, m.vm.Alive(l) && !m.vm.Signals(l)
		})
	}
	return dst, shared, ok
}

// Enabled returns the transitions that may come next, for Lasso.Each.
func (m *Machine) Enabled() []models.Step { return m.list() }

// VM returns what runs the threads, for Lasso.Each to look at.
func (m *Machine) VM() *vm.VM { return &m.vm }
