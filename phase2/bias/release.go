package bias

import (
	"fencepost/interp"
	"fencepost/models"
)

// release is called when all that could happen is held: it lets go what was to
// wait for the shortest time; when waiting for events, a thread before a load rather
// than a store, and among several one at random.
func (b *hardware) release(c *interp.Choice) int {
	best, due, ties := 0, never*2, 0
	for i := range c.Actions {
		a := &c.Actions[i]
		d := 0
		if a.Store != 0 {
			d, _ = b.dueStore(a.Store)
			if d >= never {
				d++
			}
		} else {
			d = b.dueThread(a)
		}
		switch {
		case d < due:
			best, due, ties = i, d, 1
		case d == due:
			if ties++; b.r.Intn(ties) == 0 {
				best = i
			}
		}
	}
	a := &c.Actions[best]
	switch {
	case due < never-1:
		b.skew += due - b.now()
	case a.Store != 0:
		if b.params.ReleaseAwaited && (b.delayAll || b.noUnwritten) {
			best = b.awaited(c, best)
		}
		b.freeStore(c.Actions[best].Store)
	default:
		b.threads[a.Thread].due = 0
		for i := range b.stores {
			if s := &b.stores[i]; due != never && s.thread == a.Thread {
				s.due = 0
			}
		}
	}
	return best
}

// awaited returns the commit of a held store, of no odd site, that another
// thread needs to go on; k if there is none.
func (b *hardware) awaited(c *interp.Choice, k int) int {
	n := 0
	for i := range c.Actions {
		a := &c.Actions[i]
		if a.Store == 0 || b.odd[a.Site] || !b.machine.Awaited(a.Loc) && !(b.noUnwritten && b.misses(c, a.Loc)) {
			continue
		}
		if n++; b.r.Intn(n) == 0 {
			k = i
		}
	}
	return k
}

// misses reports whether a thread is held before it reads l too soon.
func (b *hardware) misses(c *interp.Choice, l models.Loc) bool {
	for i := range c.Actions {
		if a := &c.Actions[i]; a.Store == 0 && a.Loc == l && b.spoils(a.Thread) {
			return true
		}
	}
	return false
}
