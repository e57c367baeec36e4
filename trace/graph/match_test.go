package graph_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/trace"
	"fencepost/trace/graph"
	"fencepost/trace/tracetest"
)

// A conflictOrder says whether one access comes before another in conflict order.
type conflictOrder func(a, b *trace.Event) bool

// instances are all tuples of events that make the cycle, by the definition.
func instances(events []trace.Event, sites []int32, before conflictOrder) (all [][]int32) {
	var chosen []*trace.Event
	var try func()
	try = func() {
		j := len(chosen)
		if j == len(sites) {
			if before(chosen[j-1], chosen[0]) {
				var ids []int32
				for _, e := range chosen {
					ids = append(ids, e.ID)
				}
				all = append(all, ids)
			}
			return
		}
		for i := range events {
			e := &events[i]
			if e.Site != sites[j] || e.Kind.IsLockWord() || !e.Kind.Reads() && e.Kind != trace.Store {
				continue
			}
			if j%2 == 1 {
				if b := chosen[j-1]; e.Thread != b.Thread || e.I < b.I {
					continue
				}
			} else if j > 0 && !before(chosen[j-1], e) || slices.ContainsFunc(chosen, func(b *trace.Event) bool { return b.Thread == e.Thread }) {
				continue
			}
			chosen = append(chosen, e)
			try()
			chosen = chosen[:j]
		}
	}
	try()
	return all
}

// committed is the conflict order by commit index.
func committed(events []trace.Event) conflictOrder {
	const never = 1 << 30
	c := commitIndices(events)
	return func(a, b *trace.Event) bool {
		x, y := c[a.ID-1], c[b.ID-1]
		if a.Loc != b.Loc || x == never || y == never {
			return false
		}
		return b.Kind.Writes() && x < y || a.Kind.Writes() && !b.Kind.Writes() && x <= y
	}
}

// total is the coherence order of an execution without pending stores as a partial one.
type total struct{ c []int32 }

func (o total) Precedes(_, a, b int32) bool {
	place := func(id int32) int32 {
		if id == 0 {
			return 0
		}
		return o.c[id-1]
	}
	return place(a) < place(b)
}

func (o total) Constraints(dst []graph.Edge, _ int32) []graph.Edge { return dst }

// TestMatch holds the matcher against the definition, tried out on all tuples of events
// of random executions, for cycles of two and more threads.
func TestMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	var m graph.Matcher
	made := [5]int{}
	for range 12_000 {
		p := tracetest.Random(r, tracetest.Shape{Threads: 2 + r.IntN(3), Ops: 5, Locs: 2, Sites: 6, Main: r.IntN(2) == 0, Fences: r.IntN(2) == 0})
		model := []string{"tso", "pso", "pslo"}[r.IntN(3)]
		events := cut(r, tracetest.Run(r, p, model))
		var accesses []*trace.Event
		for i := range events {
			if e := &events[i]; e.Site >= 0 && (e.Kind.Reads() || e.Kind == trace.Store) {
				accesses = append(accesses, e)
			}
		}
		if len(accesses) == 0 {
			continue
		}
		for range 4 {
			sites := cycleSites(events)
			for len(sites) < 4 {
				sites = append(sites, accesses[r.IntN(len(accesses))].Site)
			}
			if r.IntN(2) == 0 {
				sites[r.IntN(len(sites))] = accesses[r.IntN(len(accesses))].Site
			}
			threads := len(sites) / 2
			before := committed(events)
			all := instances(events, sites, before)
			m.Want(sites...)
			if r.IntN(2) == 0 {
				m.Want(0, 1, 2, 3, 4, 5, 6)
			}
			m.Load(events, nil)
			m.Match([]int32{sites[1], sites[2], sites[3], sites[0]}) // changes nothing of what comes next
			if got, want := m.Match(sites), len(all) > 0; got != want {
				t.Fatalf("%s, sites %v: match = %v, want %v\n%s", model, sites, got, want, list(events))
			}
			closest := m.Closest(sites)
			if (closest != nil) != (len(all) > 0) || closest != nil && !slices.ContainsFunc(all, func(ids []int32) bool { return slices.Equal(ids, closest) }) {
				t.Fatalf("%s, sites %v: closest %v of %v\n%s", model, sites, closest, all, list(events))
			}
			for _, ids := range all {
				if span(ids) < span(closest) {
					t.Fatalf("%s, sites %v: %v is closer than %v", model, sites, ids, closest)
				}
			}
			if len(all) > 0 {
				made[threads]++
			}
			if !slices.ContainsFunc(events, func(e trace.Event) bool { return e.C == trace.NoCommit }) {
				m.Load(events, total{commitIndices(events)})
				if m.Match(sites) != (len(all) > 0) {
					t.Fatalf("%s, sites %v: with the same order as a partial one it is another verdict\n%s", model, sites, list(events))
				}
			}
		}
	}
	if made[2] < 600 || made[3] < 20 {
		t.Errorf("so many cycles of each number of threads were there: %v: the test shows little", made)
	}
}

// cycleSites are the sites of the ends of each thread's part of a shortest violation of
// SC; none if there is none, or if not all of it is accesses.
func cycleSites(events []trace.Event) (sites []int32) {
	steps := graph.New(events, nil).Cycle()
	for i, s := range steps {
		e, before := &events[s.ID-1], &events[steps[(i+len(steps)-1)%len(steps)].ID-1]
		after := &events[steps[(i+1)%len(steps)].ID-1]
		if e.Site < 0 || e.Kind.IsLockWord() || !e.Kind.Reads() && !e.Kind.Writes() || i == 0 && before.Thread == e.Thread {
			return nil
		}
		if before.Thread != e.Thread {
			sites = append(sites, e.Site)
		}
		if after.Thread != e.Thread {
			sites = append(sites, e.Site)
		}
	}
	if len(sites)%2 != 0 || len(sites) > 8 {
		return nil
	}
	return sites
}

func span(ids []int32) int32 { return slices.Max(ids) - slices.Min(ids) }

func TestMatchAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	events := tracetest.Run(r, tracetest.Random(r, tracetest.Shape{Threads: 3, Ops: 40, Locs: 4, Sites: 9, Fences: true}), "pslo")
	var m graph.Matcher
	sites := []int32{1, 2, 3, 4}
	match := func() {
		m.Want(sites...)
		m.Load(events, nil)
		m.Match(sites)
	}
	match()
	if n := testing.AllocsPerRun(20, match); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
