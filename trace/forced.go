package trace

import (
	"cmp"
	"slices"
)

// A StoreOrder knows in which order stores to a location took effect, as far as
// that is forced.
type StoreOrder interface {
	// Precedes reports whether store a to loc comes before store b in every order
	// that is possible; a may be 0, the initial content. What is not known is not
	// forced.
	Precedes(loc, a, b int32) bool
}

// Conflict reports whether a comes before b in the conflict order of their
// location, as far as o forces it: through from-reads, the order of stores and
// reads-from.
func Conflict(o StoreOrder, a, b *Event) bool {
	if a.Loc != b.Loc || a.ID == b.ID {
		return false
	}
	x, y := a.stored(), b.stored()
	switch {
	case b.Kind.Writes():
		return x != y && o.Precedes(a.Loc, x, y)
	case a.Kind.Writes():
		return x == y || o.Precedes(a.Loc, x, y)
	}
	return false
}

// stored returns the store that e is, or else the one that it reads.
func (e *Event) stored() int32 {
	if e.Kind.Writes() {
		return e.ID
	}
	return e.RF
}

// addForced adds co and fr as c.Order forces them. Stores of one thread are in
// program order, so of each other thread the first that comes after a store
// stands for the rest: there are O(threads) edges an event, found in
// logarithmic time each.
func (c *Checker) addForced(events []Event) {
	c.own = c.own[:0]
	for i := range events {
		if events[i].Kind.Writes() {
			c.own = append(c.own, int32(i+1))
		}
	}
	slices.SortFunc(c.own, func(a, b int32) int {
		x, y := &events[a-1], &events[b-1]
		return cmp.Or(cmp.Compare(x.Loc, y.Loc), cmp.Compare(x.Thread, y.Thread), cmp.Compare(a, b))
	})
	for i := range events {
		e, n := &events[i], int32(i+1)
		if e.Kind.Writes() {
			c.addLater(events, e.Loc, n, n, CO)
		}
		if e.Kind.Reads() {
			c.addLater(events, e.Loc, e.RF, n, FR)
		}
	}
}

// addLater adds edges of kind k from node n to the first store of each thread
// that comes after store s.
func (c *Checker) addLater(events []Event, loc, s, n int32, k EdgeKind) {
	at, _ := slices.BinarySearchFunc(c.own, loc, func(w, loc int32) int { return cmp.Compare(events[w-1].Loc, loc) })
	for at < len(c.own) && events[c.own[at]-1].Loc == loc {
		thread := events[c.own[at]-1].Thread
		end, _ := slices.BinarySearchFunc(c.own[at:], thread+1, func(w int32, t ThreadID) int {
			if events[w-1].Loc != loc {
				return 1
			}
			return cmp.Compare(events[w-1].Thread, t)
		})
		list := c.own[at : at+end]
		at += end
		first, _ := slices.BinarySearchFunc(list, s, func(w, s int32) int {
			if w != s && c.Order.Precedes(loc, s, w) {
				return 1
			}
			return -1
		})
		if first < len(list) && list[first] == n {
			first++ // an RMW, which reads s
		}
		if first < len(list) {
			c.add(n, list[first], k)
		}
	}
}
