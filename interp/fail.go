package interp

import (
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/trace"
)

// commitToDead reports a pending store that reaches a dead object.
func (m *Machine) commitToDead(c *models.Committed) {
	what := "block was freed"
	if m.vm.IsAuto(c.Loc) {
		what = "variable's life had ended"
	}
	m.vm.Stop(Failed, m.vm.LateAccess(c.Loc, c.Thread, c.Site, "a store left the store buffer after the "+what))
}

// unordered returns the error of an access of block b, whose life t ends, that need not come before
// the next operation of t; or nil. Under C11 that is an access which does not happen before it, a
// non-atomic one if there is any. Otherwise it is the latest access that prefix finds.
// Accesses of lock words do not count: whether a lock, a barrier or a semaphore is still in
// use is for the lock to say.
func (m *Machine) unordered(t trace.ThreadID, b vm.Block) *Error {
	if m.orderer == nil && m.prefix == nil || m.vm.Stopped() {
		return nil
	}
	var late models.Racer
	found := false
	m.vm.Locs(b, func(l models.Loc) {
		switch {
		case m.vm.IsLock(l):
		case m.orderer == nil:
			if u, by := m.prefix.latest(t, l); u.event > late.Event {
				found, late = true, models.Racer{Thread: by, Event: u.event, Site: u.site, Writes: u.writes, Atomic: u.atomic}
			}
		default:
			r, ok := m.orderer.Unordered(t, l, false)
			if !ok {
				r, ok = m.orderer.Inherited(t, l, false, false)
			}
			if ok && (!found || late.Atomic && !r.Atomic) {
				found, late = true, r
			}
		}
	})
	if !found {
		return nil
	}
	s := m.prog.Sites[late.Site]
	return b.Unordered(&Racer{Thread: late.Thread, Writes: late.Writes, Atomic: late.Atomic, Pos: s.Pos, Stack: []Frame{{Func: s.Func, Pos: s.Pos}}})
}

// reportUnordered reports the error of unordered. Under C11 it ends the execution. Under a hardware
// model the execution goes on, and has the error if it completes.
func (m *Machine) reportUnordered(e *Error) {
	switch {
	case e == nil || m.vm.Stopped():
	case m.orderer != nil:
		m.vm.Stop(Failed, e)
	case m.late == nil:
		m.late = e
	}
}

// stuck ends an execution in which no transition is enabled.
func (m *Machine) stuck() {
	if m.vm.Expire() {
		m.enabled.known = false
		if m.prefix != nil {
			m.prefix.off = true // that no other thread could step is not followed
		}
		return
	}
	e := &Error{Kind: Deadlock}
	for _, t := range m.vm.Threads() {
		if t.State == vm.Done {
			continue
		}
		w := m.vm.Waiter(t)
		if w.Spins {
			e.Kind = Livelock
			if len(m.tracks[t.ID].reads) == 0 {
				w.For = "nothing: an endless loop"
			}
		}
		e.Waiting = append(e.Waiting, w)
	}
	if len(e.Waiting) == 0 {
		m.exit(0) // all threads ended, main by pthread_exit
		return
	}
	e.WaitForEver()
	m.vm.Stop(Failed, e)
}
