package interp

import (
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/trace"
)

// An enabled is the list of the enabled transitions: first those of threads, by number,
// then commits, in the model's order. Both parts are kept from step to step. Most steps
// change only the transition of their own thread, or add or remove one commit.
type enabled struct {
	steps       []models.Step // those of threads; the array has room for all
	known       bool          // the part of the threads is valid, except for conditional ones
	threads     int           // length of the part of the threads
	all         int           // length of the whole list, if its commits are valid; otherwise 0
	conditional []conditional
	same        bool // conditional is valid: the latest step was a load
}

// A conditional is a thread parked before an operation that other threads can enable or
// disable.
type conditional struct {
	*vm.Thread
	can bool
}

// list returns the enabled transitions.
func (m *Machine) list() []models.Step {
	e := &m.enabled
	if !e.known || len(e.conditional) > 0 && !e.same && !m.asBefore() {
		m.listThreads()
	} else if e.all > 0 {
		return e.steps[:e.all]
	}
	steps := e.steps[:e.threads]
	if m.model.Buffered {
		if steps = m.mem.Commits(steps); cap(steps) > cap(e.steps) {
			e.steps = steps
		}
	}
	t := m.vm.Section()
	if t < 0 {
		e.all = len(steps)
		return steps
	}
	e.known, e.all = false, 0
	if m.vm.WaitsWithin() {
		return nil
	}
	return uninterrupted(steps, t)
}

// asBefore reports whether exactly those conditional operations are enabled that were
// enabled when the list was made.
func (m *Machine) asBefore() bool {
	for _, c := range m.enabled.conditional {
		if m.canStep(c.Thread) != c.can {
			return false
		}
	}
	return true
}

func (m *Machine) listThreads() {
	steps := m.enabled.steps[:0]
	m.enabled.conditional = m.enabled.conditional[:0]
	for _, t := range m.vm.Threads() {
		if t.State == vm.Conditional {
			can := m.canStep(t)
			if !m.joinsRunning(t) {
				m.enabled.conditional = append(m.enabled.conditional, conditional{t, can})
			}
			if !can {
				continue
			}
		} else if t.State != vm.Ready {
			continue
		}
		steps = append(steps, models.Step{Thread: t.ID, Loc: t.Op.Loc, Site: t.Op.Site})
	}
	m.enabled.steps, m.enabled.threads, m.enabled.known = steps, len(steps), true
	m.choice.List++
}

// stepped updates the list after t, whose state was was, performed transition k. loads says that it
// was a load before which no store took effect: it enables and disables no operation of other threads.
func (e *enabled) stepped(k int, t *vm.Thread, was vm.State, loads bool) {
	e.same = loads
	if was != vm.Ready || t.State != vm.Ready {
		e.known = false
	} else if e.known {
		s := &e.steps[k]
		s.Loc, s.Site = t.Op.Loc, t.Op.Site
	}
}

// issued adds the commit of the store that t has issued, if it is ready.
func (e *enabled) issued(op *models.Op) {
	if e.all == 0 || !op.Ready {
		return
	}
	i := e.all
	if i == cap(e.steps) {
		e.steps = append(e.steps[:i], models.Step{})
	}
	e.all++
	steps := e.steps[:e.all]
	for ; i > e.threads && steps[i-1].Thread > op.Thread; i-- {
		steps[i] = steps[i-1]
	}
	steps[i] = models.Step{Thread: op.Thread, Store: op.ID, Loc: op.Loc, Site: op.Site}
}

// committed removes transition k, a commit, from the list, which had all transitions.
func (e *enabled) committed(k, all int) {
	e.all = all - 1
	for steps := e.steps[:all]; k < e.all; k++ {
		steps[k] = steps[k+1]
	}
}

// uninterrupted moves the transitions of t, which is in an atomic section, to the front and
// returns them. If t has none, it waits for other threads and has done nothing yet: all are
// returned.
func uninterrupted(acts []models.Step, t trace.ThreadID) []models.Step {
	n := 0
	for _, a := range acts {
		if a.Thread == t {
			acts[n] = a
			n++
		}
	}
	if n == 0 {
		return acts
	}
	return acts[:n]
}

// canStep reports whether the conditional operation of t is enabled. A join also waits for
// the pending stores of the joined thread.
func (m *Machine) canStep(t *vm.Thread) bool {
	n, joins := t.Joins()
	if !joins {
		return m.vm.Allows(t)
	}
	return n < 0 || n != t.ID && m.vm.Threads()[n].State == vm.Done && m.mem.Drained(n)
}

// joinsRunning reports whether t is parked before the join of a thread that has not ended.
// The join becomes enabled only when a thread changes its state.
func (m *Machine) joinsRunning(t *vm.Thread) bool {
	n, joins := t.Joins()
	return joins && n >= 0 && m.vm.Threads()[n].State != vm.Done
}
