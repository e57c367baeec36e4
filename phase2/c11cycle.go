package phase2

import (
	"slices"

	"fencepost/predict"
	"fencepost/trace"
)

// An openFinder is a finder for a model that leaves the order of stores open, as
// C11 does: events e1 ... en are linked, from each pair to the next, by reads-from,
// from-reads and what of the modification order is forced. Every modification
// order that the model allows then has the cycle, so that the execution is no
// execution of sequential consistency whichever is taken.
type openFinder struct {
	order  trace.StoreOrder
	sites  []int32
	events []trace.Event
	at     [maxCycle][]int32 // by position: the events of its site, in execution order
	front  [maxCycle / 2][]firsts
	used   [maxCycle / 2]trace.ThreadID
	tried  [maxCycle / 2][]trace.ThreadID
	work   int
}

// firsts are the first accesses to one location among the events reached: they
// come before whatever a later one comes before, a store even before loads.
type firsts struct {
	loc        int32
	any, store *trace.Event // store may be nil
}

// maxFindWork bounds the comparisons made in one execution. Beyond it a cycle is
// taken not to be there.
const maxFindWork = 2_000_000

func (f *openFinder) aim(c predict.Cycle) { f.sites = append(f.sites[:0], c.Sites...) }

// find reports whether the execution just run, of these events, holds the cycle.
func (f *openFinder) find(events []trace.Event) bool {
	f.events, f.work = events, 0
	for j := range f.sites {
		f.at[j] = f.at[j][:0]
	}
	for k := range events {
		e := &events[k]
		switch e.Kind {
		case trace.Load, trace.Store, trace.RMW, trace.CASFail:
			for j, s := range f.sites {
				if s == e.Site {
					f.at[j] = append(f.at[j], int32(k))
				}
			}
		}
	}
	for j := range f.sites {
		if len(f.at[j]) == 0 {
			return false
		}
	}
	for _, k := range f.at[0] {
		first := &events[k]
		f.used[0] = first.Thread
		f.follow(0, first)
		if f.extend(1, first) {
			return true
		}
	}
	return false
}

// follow makes front[j] the firsts of the events of position 2j+1 in e's thread
// that are not before e.
func (f *openFinder) follow(j int, e *trace.Event) {
	front := f.front[j][:0]
	for _, k := range f.at[2*j+1] {
		g := &f.events[k]
		f.work++
		if g.Thread != e.Thread || g.I < e.I {
			continue
		}
		n := slices.IndexFunc(front, func(s firsts) bool { return s.loc == g.Loc })
		if n < 0 {
			n = len(front)
			front = append(front, firsts{loc: g.Loc, any: g})
		}
		if front[n].store == nil && g.Kind.Writes() {
			front[n].store = g
		}
	}
	f.front[j] = front
}

// extend looks for the j-th pair, front[j-1] being reached; if all pairs are
// found, for the edge back to the first event.
func (f *openFinder) extend(j int, first *trace.Event) bool {
	if 2*j == len(f.sites) {
		return f.reached(j-1, first)
	}
	f.tried[j] = append(f.tried[j][:0], f.used[:j]...)
	for _, k := range f.at[2*j] {
		e := &f.events[k]
		if slices.Contains(f.tried[j], e.Thread) || !f.reached(j-1, e) {
			continue
		}
		// The earliest event of a thread that is reached allows the most to
		// follow it: later ones need not be tried.
		f.tried[j] = append(f.tried[j], e.Thread)
		f.used[j] = e.Thread
		f.follow(j, e)
		if f.extend(j+1, first) {
			return true
		}
	}
	return false
}

// reached reports whether an event of front[j] comes before e in conflict order.
func (f *openFinder) reached(j int, e *trace.Event) bool {
	if f.work++; f.work > maxFindWork {
		return false
	}
	for _, s := range f.front[j] {
		if s.loc == e.Loc && (trace.Conflict(f.order, s.any, e) || s.store != nil && trace.Conflict(f.order, s.store, e)) {
			return true
		}
	}
	return false
}
