package phase2

import (
	"cmp"
	"slices"
	"sort"

	"fencepost/models"
	"fencepost/predict"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// An openFinder is a finder for a model that leaves the order of stores open, as
// C11 does: events e1 ... en are linked, from each pair to the next, by reads-from,
// from-reads and what of the modification order is forced. Every modification
// order that the model allows then has the cycle, so that the execution is no
// execution of sequential consistency whichever is taken.
//
// The events of a position fall into runs: of one thread and location, all loads
// or all writes. By coherence what comes before one of them in conflict order
// comes before the later ones, and what a later one comes before the earlier ones
// do, too. So a run is searched by halving: the cost is O(k log k) for k events of
// the cycle's sites, for each thread and location, in cycles of two threads.
type openFinder struct {
	order  graph.PartialOrder
	sites  []int32
	events []trace.Event
	at     [maxCycle][]int32 // by position: the events of its site, by run
	runs   [maxCycle][]run
	front  [maxCycle / 2][]*trace.Event // of each run of position 2j+1, the first that is reached
	used   [maxCycle / 2]trace.ThreadID
	work   int
}

// A run is a part of the events of a position, in program order.
type run struct {
	thread trace.ThreadID
	loc    models.Loc
	events []int32
}

// maxFindWork bounds the comparisons made in one execution. Beyond it a cycle is
// taken not to be there.
const maxFindWork = 4_000_000

func (f *openFinder) aim(c predict.Cycle) { f.sites = append(f.sites[:0], c.Sites...) }

// find reports whether the execution just run, of these events, holds the cycle.
func (f *openFinder) find(events []trace.Event) bool {
	f.events, f.work = events, 0
	if !f.collect() {
		return false
	}
	for _, k := range f.at[0] {
		first := &events[k]
		f.used[0] = first.Thread
		f.follow(0, first)
		if f.extend(1, first) {
			return true
		}
		if f.work > maxFindWork {
			return false
		}
	}
	return false
}

// collect lists the events of each position; it reports whether all have some.
func (f *openFinder) collect() bool {
	for j := range f.sites {
		f.at[j] = f.at[j][:0]
	}
	for k := range f.events {
		e := &f.events[k]
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
		slices.SortStableFunc(f.at[j], func(a, b int32) int { return compareRuns(&f.events[a], &f.events[b]) })
		f.divide(j)
	}
	return true
}

// divide divides the events of position j into runs.
func (f *openFinder) divide(j int) {
	f.runs[j] = f.runs[j][:0]
	list := f.at[j]
	for start, k := 0, 1; k <= len(list); k++ {
		e := &f.events[list[start]]
		if k == len(list) || compareRuns(e, &f.events[list[k]]) != 0 {
			f.runs[j] = append(f.runs[j], run{e.Thread, e.Loc, list[start:k]})
			start = k
		}
	}
}

// compareRuns orders events by run.
func compareRuns(a, b *trace.Event) int {
	if c := cmp.Or(cmp.Compare(a.Thread, b.Thread), cmp.Compare(a.Loc, b.Loc)); c != 0 || a.Kind.Writes() == b.Kind.Writes() {
		return c
	}
	if b.Kind.Writes() {
		return -1
	}
	return 1
}

// follow makes front[j] the first event not before e of each run of position 2j+1
// in e's thread: it comes before whatever the rest of the run does.
func (f *openFinder) follow(j int, e *trace.Event) {
	front := f.front[j][:0]
	for _, r := range f.runs[2*j+1] {
		if r.thread != e.Thread {
			continue
		}
		if k := sort.Search(len(r.events), func(k int) bool { return f.events[r.events[k]].I >= e.I }); k < len(r.events) {
			front = append(front, &f.events[r.events[k]])
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
	var earliest *trace.Event // of the events reached in the thread of the run before
	for n, r := range f.runs[2*j] {
		if !slices.Contains(f.used[:j], r.thread) {
			k := sort.Search(len(r.events), func(k int) bool { return f.reached(j-1, &f.events[r.events[k]]) })
			if k < len(r.events) && (earliest == nil || f.events[r.events[k]].I < earliest.I) {
				earliest = &f.events[r.events[k]]
			}
		}
		if last := n+1 == len(f.runs[2*j]) || f.runs[2*j][n+1].thread != r.thread; !last || earliest == nil {
			continue
		}
		// The earliest event of a thread that is reached allows the most to
		// follow it: later ones need not be tried.
		f.used[j] = r.thread
		f.follow(j, earliest)
		if f.extend(j+1, first) {
			return true
		}
		earliest = nil
	}
	return false
}

// reached reports whether an event of front[j] comes before e in conflict order.
func (f *openFinder) reached(j int, e *trace.Event) bool {
	if f.work++; f.work > maxFindWork {
		return false
	}
	for _, g := range f.front[j] {
		if graph.Conflict(f.order, g, e) {
			return true
		}
	}
	return false
}
