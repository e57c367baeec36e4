package c11

import (
	"math/rand/v2"
	"testing"

	"fencepost/models"
	"fencepost/trace"
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
		mo := newOracle(r.events).mo
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
				shown.add(index(c.Before), index(c.After))
			}
			for _, c := range list {
				less := append(relation(nil), shown...)
				less[index(c.Before)] &^= 1 << index(c.After)
				if less.closure().has(index(c.Before), index(c.After)) {
					t.Fatalf("program %v: %v follows from the other constraints %v", r.p, c, list)
				}
			}
			shown = shown.closure()
			for i, a := range r.events {
				for j, b := range r.events {
					if i == j || !a.writes || !b.writes || a.loc != int(l) || b.loc != int(l) {
						continue
					}
					want, forced := mo.has(i, j), m.ForcedBefore(l, r.id(i), r.id(j))
					if shown.has(i, j) != want || forced != want {
						t.Fatalf("program %v: event %d before event %d: the constraints %v say %v, ForcedBefore %v, want %v",
							r.p, i+1, j+1, list, shown.has(i, j), forced, want)
					}
				}
			}
		}
	}
}

// What was written before the first atomic access comes before all else.
func TestForcedBeforePlain(t *testing.T) {
	m := newTestMemory(Options{Prune: KeepAll})
	m.Define(0, 0, false)
	store := func(id models.StoreID, o trace.Order) {
		m.Store(&models.Op{Kind: trace.Store, Order: o, Loc: 0, ID: id}, uint64(id))
	}
	check := func(n models.StoreID) {
		t.Helper()
		for a := range n + 1 {
			for b := range n + 1 {
				if got := m.ForcedBefore(0, a, b); got != (a < b) {
					t.Errorf("store %d before store %d: %v", a, b, got)
				}
			}
		}
	}
	store(1, trace.Plain)
	store(2, trace.Plain)
	check(2)
	store(3, trace.Relaxed)
	store(4, trace.Plain)
	check(4)
	if got := m.Constraints(nil, 0); len(got) != 2 || got[0] != (models.Constraint{Before: 2, After: 3}) || got[1] != (models.Constraint{Before: 3, After: 4}) {
		t.Errorf("constraints %v", got)
	}
}

// The edges that are shown between threads make happens-before, with program order.
func TestSynchronised(t *testing.T) {
	m := newTestMemory(Options{})
	rng := rand.New(rand.NewPCG(12, 1))
	for range 1000 {
		const locs = 2
		r := newTestRun(m, randomProgram(rng, 2+rng.IntN(3), 10+rng.IntN(20), locs), locs)
		for list := r.enabled(); len(list) > 0; list = r.enabled() {
			r.step(list[rng.IntN(len(list))], rng.IntN)
		}
		g := newGraph(r.events)
		got := newRelation(len(r.events))
		var events []trace.Event
		index := make([]int32, len(r.p))
		for i, e := range r.events[locs:] {
			index[e.thread]++
			v := trace.Event{ID: int32(i + 1), Thread: int32(e.thread), I: index[e.thread], Order: e.order, Kind: trace.Load}
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
		for _, e := range trace.Synchronised(events) {
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
