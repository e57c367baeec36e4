package c11

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// The constraints that are shown say what the oracle says, and none of them
// follows from the others.
func TestConstraints(t *testing.T) {
	m := newTestMemory(Options{Prune: KeepAll})
	rng := rand.New(rand.NewPCG(11, 1))
	for range 300 {
		const locs = 2
		r := newTestRun(m, randomProgram(rng, 2+rng.IntN(3), 10+rng.IntN(20), locs), locs)
		for list := r.enabled(); len(list) > 0; list = r.enabled() {
			r.step(list[rng.IntN(len(list))], rng.IntN)
		}
		mo := newOracle(r.m.opts, r.events).mo
		for l := range models.Loc(locs) {
			if !m.locs[l].atomic {
				continue
			}
			shown := newRelation(len(r.events))
			index := func(id models.StoreID) int {
				if id == 0 {
					return int(l)
				}
				return int(id) - 1
			}
			list := m.Constraints(nil, l)
			for _, c := range list {
				shown.add(index(c.From), index(c.To))
			}
			for _, c := range list {
				less := append(relation(nil), shown...)
				less[index(c.From)] &^= 1 << index(c.To)
				if less.closure().has(index(c.From), index(c.To)) {
					t.Fatalf("program %v: %v follows from the other constraints %v", r.p, c, list)
				}
			}
			shown = shown.closure()
			for i, a := range r.events {
				for j, b := range r.events {
					if i == j || !a.writes || !b.writes || a.loc != int(l) || b.loc != int(l) {
						continue
					}
					if want := mo.has(i, j); shown.has(i, j) != want {
						t.Fatalf("program %v: event %d before event %d: the constraints %v say %v, want %v",
							r.p, i+1, j+1, list, shown.has(i, j), want)
					}
				}
			}
		}
	}
}

// What was there at the first atomic access comes before all else.
func TestConstraintsPlain(t *testing.T) {
	m := newTestMemory(Options{Prune: KeepAll})
	m.Define(0, 0, 0)
	for id, o := range []trace.Order{trace.Plain, trace.Plain, trace.Relaxed, trace.Plain} {
		m.Store(&models.Op{Kind: trace.Store, Order: o, Loc: 0, ID: models.StoreID(id + 1)}, 0)
	}
	want := []graph.Edge{{From: 2, To: 3}, {From: 3, To: 4}}
	if got := m.Constraints(nil, 0); !slices.Equal(got, want) {
		t.Errorf("constraints %v, want %v", got, want)
	}
}

// The edges that are shown between threads make happens-before, with program order.
func TestSynchronised(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	for n := range 1000 {
		m := newTestMemory(Options{CXX20: n%4 == 0})
		const locs = 2
		r := newTestRun(m, randomProgram(rng, 2+rng.IntN(3), 10+rng.IntN(20), locs), locs)
		for list := r.enabled(); len(list) > 0; list = r.enabled() {
			r.step(list[rng.IntN(len(list))], rng.IntN)
		}
		g := newCandidate(r.m.opts, r.events)
		got := newRelation(len(r.events))
		var events []trace.Event
		index := make([]int32, len(r.p))
		for i, e := range r.events[locs:] {
			index[e.thread]++
			v := trace.Event{ID: int32(i + 1), Thread: int32(e.thread), I: index[e.thread], Order: e.order, Kind: trace.Load, Loc: int32(e.loc)}
			switch {
			case e.fence:
				v.Kind = trace.Fence
			case e.reads && e.writes:
				v.Kind = trace.RMW
			case e.writes:
				v.Kind = trace.Store
			}
			if e.reads && e.rf >= locs {
				v.RF = int32(e.rf - locs + 1)
			}
			events = append(events, v)
		}
		for i, a := range r.events {
			for j, b := range r.events {
				if i < j && (a.thread == b.thread || a.thread < 0) && b.thread >= 0 {
					got.add(i, j)
				}
			}
		}
		x := graph.Execution{Events: events, Native: true, RMWSequences: m.opts.CXX20}
		for e := range x.SW() {
			i, j := int(e.From)-1+locs, int(e.To)-1+locs
			if got.closure().has(i, j) {
				t.Fatalf("program %v: edge %v follows from program order and earlier edges", r.p, e)
			}
			got.add(i, j)
		}
		got = got.closure()
		for i := range r.events {
			for j := range r.events {
				if got.has(i, j) != g.hb.has(i, j) {
					t.Fatalf("program %v: event %d happens before event %d: %v, want %v", r.p, i+1, j+1, got.has(i, j), g.hb.has(i, j))
				}
			}
		}
	}
}
