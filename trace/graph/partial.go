package graph

import (
	"cmp"
	"slices"

	"fencepost/trace"
	"fencepost/trace/lists"
)

// A PartialOrder is a partial coherence order: the forced part of the order in which stores
// to a location took effect. Pairs of which nothing is known are not forced.
type PartialOrder interface {
	// Precedes reports whether store a to loc comes before store b in every order
	// that is possible; a may be 0, the initial content.
	Precedes(loc, a, b int32) bool
	// Constraints appends the forced order of the stores to loc, without pairs that follow
	// from others, by From and then To. From may be 0, the initial content.
	Constraints(dst []Edge, loc int32) []Edge
}

// constraints yields the constraints of all locations except lock words.
func (x *Execution) constraints(yield func(Edge) bool) {
	var accessed []bool
	for i := range x.Events {
		e := &x.Events[i]
		if e.Loc < 0 || e.Kind.IsLockWord() {
			continue
		}
		accessed = lists.Extended(accessed, int(e.Loc)+1)
		accessed[e.Loc] = true
	}
	var list []Edge
	for l, ok := range accessed {
		if !ok {
			continue
		}
		list = x.Order.Constraints(list[:0], int32(l))
		for _, e := range list {
			if max(e.From, e.To) <= int32(len(x.Events)) && !yield(e) {
				return
			}
		}
	}
}

// Conflict reports whether a comes before b in the forced conflict order of their location:
// through from-reads, the order of stores and reads-from.
func Conflict(o PartialOrder, a, b *trace.Event) bool {
	if a.Loc != b.Loc || a.ID == b.ID {
		return false
	}
	s, t := storeOf(a), storeOf(b)
	switch {
	case b.Kind.Writes():
		return s != t && o.Precedes(a.Loc, s, t)
	case a.Kind.Writes():
		return s == t || o.Precedes(a.Loc, s, t)
	}
	return false
}

// addForced adds the co and fr that x.Order forces. Stores of one thread are in program order. So of
// each other thread only the first store after a given one needs an edge: there are O(threads) edges
// for each event, each found in logarithmic time.
func (x *Execution) addForced() {
	x.sortOwn()
	for i := range x.Events {
		e, n := &x.Events[i], int32(i+1)
		if e.Kind.Writes() {
			x.eachLater(e.Loc, n, n, func(w int32) { x.add(n, w, CO) })
		}
		if e.Kind.Reads() {
			x.eachLater(e.Loc, e.RF, n, func(w int32) { x.add(n, w, FR) })
		}
	}
}

// sortOwn lists the stores by location, thread and program order.
func (x *Execution) sortOwn() {
	x.own = x.own[:0]
	for i := range x.Events {
		if x.Events[i].Kind.Writes() {
			x.own = append(x.own, int32(i+1))
		}
	}
	slices.SortFunc(x.own, func(a, b int32) int {
		e, f := &x.Events[a-1], &x.Events[b-1]
		return cmp.Or(cmp.Compare(e.Loc, f.Loc), cmp.Compare(e.Thread, f.Thread), cmp.Compare(a, b))
	})
}

// eachLater calls f, for event n, with the first store of each thread that comes after
// store s to loc.
func (x *Execution) eachLater(loc, s, n int32, f func(w int32)) {
	at, _ := slices.BinarySearchFunc(x.own, loc, func(w, loc int32) int { return cmp.Compare(x.Events[w-1].Loc, loc) })
	for at < len(x.own) && x.Events[x.own[at]-1].Loc == loc {
		thread := x.Events[x.own[at]-1].Thread
		end, _ := slices.BinarySearchFunc(x.own[at:], thread+1, func(w int32, t trace.ThreadID) int {
			if x.Events[w-1].Loc != loc {
				return 1
			}
			return cmp.Compare(x.Events[w-1].Thread, t)
		})
		list := x.own[at : at+end]
		at += end
		first, _ := slices.BinarySearchFunc(list, s, func(w, s int32) int {
			if w != s && x.Order.Precedes(loc, s, w) {
				return 1
			}
			return -1
		})
		if first < len(list) && list[first] == n {
			first++ // an RMW, which reads s
		}
		if first < len(list) {
			f(list[first])
		}
	}
}
