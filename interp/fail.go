package interp

import (
	"fmt"

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

// unordered returns an access of block b that need not come before the next operation of t,
// and its location. Under C11 that is an access which does not happen before it, a
// non-atomic one if there is any. Otherwise it is the latest access that prefix finds.
// Accesses of lock words do not count: whether a lock, a barrier or a semaphore is still in
// use is for the lock to say.
func (m *Machine) unordered(t trace.ThreadID, b vm.Block) (at models.Loc, late models.Racer, found bool) {
	latest := int32(0)
	m.vm.Locs(b, func(l models.Loc) {
		switch {
		case m.vm.IsLock(l):
			return
		case m.orderer == nil && m.prefix == nil:
			return
		case m.orderer == nil:
			if u, by := m.prefix.latest(t, l); u.event > latest {
				latest, at, found = u.event, l, true
				late = models.Racer{Thread: by, Event: u.event, Site: u.site, Writes: u.writes, Atomic: u.atomic}
			}
			return
		}
		if r, ok := m.orderer.Unordered(t, l, false); ok && (!found || late.Atomic && !r.Atomic) {
			at, late, found = l, r, true
		}
	})
	return at, late, found
}

// accessUnordered returns the error of an access of location l that is not ordered before
// the free of its block b.
func (m *Machine) accessUnordered(l models.Loc, r models.Racer, b vm.Block) *Error {
	late := Racer{Thread: r.Thread, Writes: r.Writes, Atomic: r.Atomic}
	e := m.vm.LateAccess(l, r.Thread, r.Site, fmt.Sprintf("nothing keeps the %s before the free at %s", &late, b.Freed))
	e.Freed = b.Freed
	return e
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
