package c11

import (
	"math/rand/v2"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// trace returns the run's events as the machine would emit them; the initial
// stores are fences of thread 0, which has no other events.
func (r *testRun) trace() []trace.Event {
	list := make([]trace.Event, len(r.events))
	for i, e := range r.events {
		t := &list[i]
		*t = trace.Event{ID: int32(i + 1), Thread: int32(e.thread + 1), Loc: int32(e.loc), Order: e.order, Kind: trace.Fence}
		switch {
		case e.thread < 0:
			t.Loc = -1
		case e.reads && e.writes:
			t.Kind = trace.RMW
		case e.reads:
			t.Kind = trace.Load
		case e.writes:
			t.Kind = trace.Store
		}
		if e.reads {
			t.RF = r.id(e.rf)
		}
	}
	return list
}

// The verdict on a trace, and the conflict order in it, agree with explicit relations: program order,
// reads-from, and the constraints on the modification order that the oracle derives from all events.
func TestForcedOrder(t *testing.T) {
	runs := 3000
	if !testsize.Long() {
		runs = 500
	}
	m := newTestMemory(Options{Prune: KeepAll})
	rng := rand.New(rand.NewPCG(7, 3))
	var x graph.Execution
	violations := 0
	for n := range runs {
		var p testProgram
		locs := 2
		if n%2 == 0 {
			shape := shapes[rng.IntN(len(shapes))]
			p, locs = shape.program(rng), shape.locs()
		} else {
			p = randomProgram(rng, 2+rng.IntN(3), 6+rng.IntN(12), locs)
		}
		r := newTestRun(m, p, locs)
		for list := r.enabled(); len(list) > 0; list = r.enabled() {
			r.step(list[rng.IntN(len(list))], func(n int) int { return rng.IntN(1 + rng.IntN(n)) })
		}
		o := newOracle(r.m.opts, r.events)
		fr := o.g.fromReads(o.mo)
		events := r.trace()
		violation := o.g.sb.union(o.g.rf).union(o.mo).union(fr).closure().reflexive()
		x.Reset(events, m)
		if got := x.SC(); got == violation {
			t.Fatalf("program %v: SC = %v, by explicit relations %v: %v", p, got, !violation, r.events)
		}
		cycle := x.Cycle()
		if (cycle != nil) != violation {
			t.Fatalf("program %v: Cycle = %v", p, cycle)
		}
		if violation {
			violations++
		}
		conflict := o.g.rf.union(o.mo).union(fr)
		conflict = conflict.union(o.mo.then(o.g.rf))
		for i := locs; i < len(events); i++ {
			for j := locs; j < len(events); j++ {
				if i == j || events[i].Loc < 0 {
					continue
				}
				if got, want := graph.Conflict(m, &events[i], &events[j]), conflict.has(i, j); got != want {
					t.Fatalf("program %v: event %d conflicts with %d: %v, want %v: %v", p, i+1, j+1, got, want, r.events)
				}
			}
		}
		for k, s := range cycle {
			a, b := int(s.ID)-1, int(cycle[(k+1)%len(cycle)].ID)-1
			if s.Edge == graph.PO && !o.g.sb.has(a, b) || s.Edge != graph.PO && !conflict.has(a, b) {
				t.Fatalf("program %v: the edge %v of cycle %v is none", p, s, cycle)
			}
		}
	}
	if violations < runs/50 {
		t.Errorf("only %d of %d executions are violations: the test shows little", violations, runs)
	}
}
