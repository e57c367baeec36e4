package interp

import (
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/trace"
)

// An enabled is the list of the transitions that are enabled: of threads, in order of
// number, then commits in the model's order. Both parts are kept from step to step, for a
// step mostly changes what its own thread does next and nothing else, or adds or takes away
// one commit.
type enabled struct {
	steps       []models.Step // those of threads; its room is for all
	known       bool          // the part of threads is right, but for conditional ones
	threads     int           // its length
	all         int           // length of the list, if its commits are right; otherwise 0
	conditional []conditional
}

// A conditional is a thread parked before an operation which may become enabled, or
// cease to be, though the thread does nothing.
type conditional struct {
	*vm.Thread
	can bool
}

// list lists the transitions that are enabled now.
func (m *Machine) list() []models.Step {
	e := &m.enabled
	if !e.known || len(e.conditional) > 0 && !m.asBefore() {
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

// asBefore reports whether the conditional operations that were enabled still are, and
// no others.
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

// stepped notes that t, which was in a state, has performed transition k of the list.
func (e *enabled) stepped(k int, t *vm.Thread, was vm.State) {
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

// committed takes transition k, a commit, from the list, which had so many.
func (e *enabled) committed(k, all int) {
	e.all = all - 1
	for steps := e.steps[:all]; k < e.all; k++ {
		steps[k] = steps[k+1]
	}
}

// uninterrupted moves the transitions of t, which is in an atomic section, to the front
// and returns them; all if there are none: it waits for others, and did nothing yet.
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

// canStep reports whether the conditional operation before which t is parked is
// enabled. A join also waits for the stores of the thread.
func (m *Machine) canStep(t *vm.Thread) bool {
	n, joins := t.Joins()
	if !joins {
		return m.vm.Allows(t)
	}
	return n < 0 || n != t.ID && m.vm.Threads()[n].State == vm.Done && m.mem.Drained(n)
}

// joinsRunning reports whether t is parked before the join of a thread that has not
// ended: it is not enabled before a thread changes its state.
func (m *Machine) joinsRunning(t *vm.Thread) bool {
	n, joins := t.Joins()
	return joins && n >= 0 && m.vm.Threads()[n].State != vm.Done
}
