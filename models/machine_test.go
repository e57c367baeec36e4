package models

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/trace"
)

// randomMachine returns a machine that a page can describe.
func randomMachine(r *rand.Rand) *Machine {
	pick := func(list ...Action) Action { return list[r.IntN(len(list))] }
	s := &Machine{Buffer: Buffering(r.IntN(3)), Delayed: r.IntN(2) == 0}
	if s.Buffer != NoBuffer {
		s.Waits = r.IntN(3) == 0
		for f := trace.LoadLoad; f < trace.NumFences; f++ {
			s.Fences[f] = pick(0, DrainAll, Order)
		}
		s.RMW = pick(DrainAll, DrainLocation, DrainOrdered|DrainLocation)
		s.Create = pick(0, DrainAll, DrainAll)
	}
	if s.Delayed {
		for f := trace.LoadLoad; f < trace.NumFences; f++ {
			s.Fences[f] |= pick(0, Cut)
		}
		s.RMW |= pick(0, Cut)
		s.Create |= pick(0, Cut)
		s.Join = pick(0, Cut)
	}
	s.Lock = s.RMW
	if r.IntN(3) == 0 {
		s.Capacity = r.IntN(3)
		s.Coalesces = Coalescing(r.IntN(3))
		s.Lock, s.Unlock = pick(s.RMW, DrainAll, DrainLocation), pick(0, DrainAll)
	}
	if s.Buffer == NoBuffer {
		s.Capacity, s.Coalesces, s.Lock, s.Unlock = 0, NoCoalescing, s.RMW, 0
	}
	return s
}

// What a machine keeps of program order is what the axioms need: an exact machine allows what they
// do, another no more.
func TestMachinesAgree(t *testing.T) {
	t.Parallel()
	count := 1500
	if testsize.Whole() {
		count = 20000
	}
	r := rand.New(rand.NewPCG(7, 3))
	shapes := []shape{
		{threads: 2, ops: 5, locs: 2}, {threads: 2, ops: 6, locs: 3}, {threads: 3, ops: 6, locs: 2},
		{threads: 2, ops: 5, locs: 2, main: true}, {threads: 2, ops: 5, locs: 2, locks: true},
	}
	exact, less := 0, 0
	for n := range count {
		s, p := randomMachine(r), randomProgram(r, shapes[n%len(shapes)])
		if n%3 == 0 {
			for _, th := range p {
				for i := range th {
					lower(&th[i], C11, trace.Order(r.IntN(int(trace.NumOrders))), trace.Order(r.IntN(int(trace.NumOrders))))
				}
			}
		}
		m := s.Model("machine", "", "")
		want := axiomatic(p, keptBy(m.PPO))[0]
		got := operational(t, m, p)
		requireSubset(t, fmt.Sprintf("%+v allows what the axioms forbid", *s), p, got, want)
		if !m.Inexact {
			exact++
			requireSubset(t, fmt.Sprintf("%+v forbids what the axioms allow", *s), p, want, got)
		} else if len(got) < len(want) {
			less++
		}
		if t.Failed() {
			return
		}
	}
	if exact == 0 || less == 0 {
		t.Errorf("%d machines are exact, %d allow less than their PPO", exact, less)
	}
}

// keptBy returns a PPO as an order of nodes.
func keptBy(p *PPO) order {
	classes := [...]Class{load: R, store: W, update: U, check: C, fenceLL: LL, fenceSS: SS, fenceSL: SL, create: Create, join: Join}
	return func(a, b *node) bool {
		return p.Keeps(classes[a.kind], classes[b.kind], a.kind.isAccess() && b.kind.isAccess() && a.in.loc == b.in.loc)
	}
}

func TestMachinesAllocateNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 0))
	for range 12 {
		s := randomMachine(r)
		w := newWorkload(s.Model("machine", "", ""))
		for range 50 {
			w.execute(500)
		}
		w.rand = rand.New(rand.NewPCG(1, 1))
		if n := testing.AllocsPerRun(5, func() { w.execute(300) }); n > 0 {
			t.Errorf("%+v: %v allocations an execution", *s, n)
		}
	}
}
