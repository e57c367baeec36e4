package interp

import (
	"bytes"

	"fencepost/interp/machine/vm"
	"fencepost/models"
)

// A Lasso describes an execution that goes on for ever: after a stem it returns to the same
// state again and again. In it, threads that wait in loops run like other threads; the
// machine does not park them.
type Lasso struct {
	Stem  int `json:"stem"`  // transitions before the cycle
	Cycle int `json:"cycle"` // transitions of the cycle; 0: no return to a state is demanded
	// Newest bounds the stores to a location that loads read to the newest ones, if the
	// model also allows older ones.
	Newest int `json:"newest,omitempty"`
	// Error is the error with which the execution ends once it has gone round the cycle.
	Error *Error `json:"error"`
	// Each, if set, is called before each transition. If it returns false the execution
	// ends.
	Each func(m *Machine) bool `json:"-"`
	// Head, if set, is called when a thread reaches the head of a loop.
	Head func(t *vm.Thread) `json:"-"`
}

// goesRound checks, before the next transition, an execution that goes on for ever. It
// reports whether the execution goes on.
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

// AppendState appends the state that determines the rest of the execution, if loads read
// only the newest stores to a location, as many as newest says. Its first shared bytes are
// the part of memory that threads share. ok is false if the state is too large.
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

// Enabled returns the enabled transitions, for Lasso.Each.
func (m *Machine) Enabled() []models.Step { return m.list() }

// VM returns the machine's VM, for Lasso.Each. The caller must not change it.
func (m *Machine) VM() *vm.VM { return &m.vm }
