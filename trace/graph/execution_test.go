package graph_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/trace"
	"fencepost/trace/graph"
	"fencepost/trace/tracetest"
)

const (
	x = int32(iota)
	y
)

// sc gives x other events and asks for the verdict.
func sc(x *graph.Execution, events []trace.Event) bool {
	x.Reset(events, nil)
	return x.SC()
}

func TestSC(t *testing.T) {
	tests := []struct {
		name string
		make func(b *tracetest.Builder)
		want bool
	}{
		{"empty", func(b *tracetest.Builder) {}, true},
		{"message passing", func(b *tracetest.Builder) {
			b.Threads(2)
			b.Add(0, trace.Store, x, 1, 0)
			wy := b.Add(0, trace.Store, y, 1, 0)
			b.Add(1, trace.Load, y, 1, wy)
			b.Add(1, trace.Load, x, 1, 2)
		}, true},
		{"stale message under PSLO", func(b *tracetest.Builder) {
			b.Threads(2)
			b.Add(0, trace.Store, x, 1, 0)
			wy := b.Add(0, trace.Store, y, 1, 0)
			b.Add(1, trace.Load, y, 1, wy)
			b.Add(1, trace.Load, x, 0, 0)
		}, false},
		{"store buffering", func(b *tracetest.Builder) { *b = tracetest.StoreBuffering(true) }, false},
		{"store buffering, stores pending at the end", func(b *tracetest.Builder) { *b = tracetest.StoreBuffering(false) }, false},
		{"forwarding, later overwritten", func(b *tracetest.Builder) { // n6
			b.Threads(2)
			w1 := b.Add(0, trace.Store, x, trace.NoCommit, 0)
			b.Add(0, trace.Load, x, trace.NoCommit, w1)
			b.Add(0, trace.Load, y, 0, 0)
			b.Add(1, trace.Store, y, 1, 0)
			b.Add(1, trace.Store, x, 1, 0)
			b.Add(0, trace.Commit, x, 2, w1)
		}, false},
		{"two pending stores to one location are unordered", func(b *tracetest.Builder) {
			b.Threads(2)
			b.Add(0, trace.Store, x, trace.NoCommit, 0)
			b.Add(0, trace.Load, y, 0, 0)
			b.Add(1, trace.Store, y, 1, 0)
			b.Add(1, trace.Store, x, trace.NoCommit, 0)
		}, true},
		{"creation orders", func(b *tracetest.Builder) {
			b.Add(0, trace.Store, x, trace.NoCommit, 0)
			b.Sync(0, trace.Create, 1)
			b.Add(1, trace.Load, x, 0, 0)
			b.Add(0, trace.Commit, x, 1, 1)
		}, false},
		{"join orders", func(b *tracetest.Builder) {
			b.Threads(2)
			b.Add(1, trace.Store, x, 1, 0)
			b.Sync(1, trace.Exit, 0)
			b.Sync(0, trace.Join, 1)
			b.Add(0, trace.Load, x, 0, 0)
		}, false},
		{"join of a thread without events", func(b *tracetest.Builder) {
			b.Threads(2)
			b.Sync(0, trace.Join, 1)
		}, true},
		{"two RMWs", func(b *tracetest.Builder) {
			b.Threads(2)
			b.Add(0, trace.RMW, x, 1, 0)
			b.Add(1, trace.RMW, x, 2, 2)
			b.Add(0, trace.CASFail, x, 2, 3)
		}, true},
		{"RMW as a barrier that was ignored", func(b *tracetest.Builder) {
			b.Threads(2)
			b.Add(0, trace.Store, x, trace.NoCommit, 0)
			b.Add(0, trace.RMW, y, 1, 0)
			b.Add(1, trace.Load, y, 1, 3)
			b.Add(1, trace.Load, x, 0, 0)
			b.Add(0, trace.Commit, x, 1, 2)
		}, false},
	}
	var c graph.Execution
	for _, tt := range tests {
		var b tracetest.Builder
		tt.make(&b)
		if got := sc(&c, b); got != tt.want {
			t.Errorf("%s: SC = %v, want %v", tt.name, got, tt.want)
		}
		if got := naiveSC(b); got != tt.want {
			t.Errorf("%s: naive SC = %v, want %v", tt.name, got, tt.want)
		}
		cycle := c.Cycle()
		if (cycle == nil) != tt.want {
			t.Errorf("%s: cycle %v", tt.name, cycle)
		}
		checkCycle(t, b, cycle)
	}
}

// before is the happens-before relation of Definition 1, as a function of two
// events: i and c are compared, no immediate edges are made.
func before(events []trace.Event, c []int32, a, b *trace.Event) bool {
	const never = 1 << 30 // c of a store that never commits
	if a == b || a.Kind == trace.Commit || b.Kind == trace.Commit {
		return false
	}
	if a.Thread == b.Thread {
		return a.I < b.I
	}
	if a.Kind == trace.Create && b.Thread == trace.ThreadID(a.Value) {
		return b.I == 1
	}
	if b.Kind == trace.Join && a.Thread == trace.ThreadID(b.Value) {
		return a.Kind == trace.Exit
	}
	memory := func(e *trace.Event) bool { return e.Kind.Reads() || e.Kind.Writes() }
	if !memory(a) || !memory(b) || a.Loc != b.Loc {
		return false
	}
	ca, cb := c[a.ID-1], c[b.ID-1]
	if ca == never && cb == never {
		return false
	}
	return b.Kind.Writes() && ca < cb ||
		a.Kind.Writes() && !b.Kind.Writes() && ca <= cb
}

// commitIndices is c of each event with the Commits taken into account.
func commitIndices(events []trace.Event) []int32 {
	c := make([]int32, len(events))
	for i, e := range events {
		c[i] = e.C
		if e.C == trace.NoCommit {
			c[i] = 1 << 30
		}
	}
	for _, e := range events {
		if e.Kind == trace.Commit {
			c[e.RF-1] = e.C
		}
	}
	for i, e := range events {
		if e.Kind == trace.Load && e.C == trace.NoCommit {
			c[i] = c[e.RF-1]
		}
	}
	return c
}

func naiveSC(events []trace.Event) bool {
	c := commitIndices(events)
	state := make([]uint8, len(events)) // 1 on the path, 2 done
	var visit func(i int) bool
	visit = func(i int) bool {
		state[i] = 1
		for j := range events {
			if before(events, c, &events[i], &events[j]) {
				if state[j] == 1 || state[j] == 0 && !visit(j) {
					return false
				}
			}
		}
		state[i] = 2
		return true
	}
	for i := range events {
		if state[i] == 0 && !visit(i) {
			return false
		}
	}
	return true
}

// shortestCycle is the least number of events of a cycle of the full relation.
func shortestCycle(events []trace.Event) int {
	c := commitIndices(events)
	best := 0
	for s := range events {
		dist := make([]int, len(events))
		queue := []int{s}
		for len(queue) > 0 {
			i := queue[0]
			queue = queue[1:]
			for j := range events {
				if !before(events, c, &events[i], &events[j]) {
					continue
				}
				if j == s && (best == 0 || dist[i]+1 < best) {
					best = dist[i] + 1
				}
				if j != s && dist[j] == 0 {
					dist[j] = dist[i] + 1
					queue = append(queue, j)
				}
			}
		}
	}
	return best
}

func checkCycle(t *testing.T, events []trace.Event, cycle []graph.Step) {
	t.Helper()
	c := commitIndices(events)
	for i, s := range cycle {
		next := cycle[(i+1)%len(cycle)]
		if !before(events, c, &events[s.ID-1], &events[next.ID-1]) {
			t.Errorf("cycle %v: %d is not before %d", cycle, s.ID, next.ID)
		}
	}
}

// cut drops the end of a trace, as an error does.
func cut(r *rand.Rand, events []trace.Event) []trace.Event {
	if r.IntN(2) == 0 {
		return events
	}
	return events[:r.IntN(len(events)+1)]
}

func TestSCAgainstDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	var c graph.Execution
	violations, cutShort := 0, 0
	runs := 30_000
	if !testsize.Whole() {
		runs /= 3
	}
	for range runs {
		p := tracetest.Random(r, tracetest.Shape{Threads: 2 + r.IntN(3), Ops: 6, Locs: 2 + r.IntN(2),
			Sites: 4, Main: r.IntN(2) == 0, Fences: r.IntN(2) == 0, Locks: r.IntN(3) == 0})
		model := []string{"sc", "tso", "pso", "pslo"}[r.IntN(4)]
		events := cut(r, tracetest.Run(r, p, model))
		if err := trace.Validate(events, make([]trace.Site, 4)); err != nil {
			t.Fatalf("%s: %v\n%s", model, err, list(events))
		}
		got, want := sc(&c, events), naiveSC(events)
		if got != want || model == "sc" && !got {
			t.Fatalf("%s: SC = %v, want %v\n%s", model, got, want, list(events))
		}
		if want {
			continue
		}
		violations++
		cycle := c.Cycle()
		checkCycle(t, events, cycle)
		if short := shortestCycle(events); len(cycle) != short {
			t.Fatalf("%s: cycle %v, but there is one of %d events\n%s", model, cycle, short, list(events))
		}
		left := r.IntN(20)
		if some := c.CycleWithin(&left); some != nil {
			checkCycle(t, events, some)
			cutShort++
		}
		if left < -len(events) {
			t.Fatalf("%d edges were followed beyond the bound", -left)
		}
	}
	if cutShort == 0 {
		t.Error("no short search found a cycle")
	}
	if violations < runs/60 {
		t.Errorf("only %d violations: the test says little", violations)
	}
}

func list(events []trace.Event) string {
	s := ""
	for i := range events {
		e := &events[i]
		s += fmt.Sprintf("%d: thread %d i %d loc %d c %d rf %d: %s\n", e.ID, e.Thread, e.I, e.Loc, e.C, e.RF, e)
	}
	return s
}

func TestSCAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	events := tracetest.Run(r, tracetest.Random(r, tracetest.Shape{Threads: 3, Ops: 40, Locs: 4, Sites: 9, Fences: true}), "pslo")
	var c graph.Execution
	sc(&c, events)
	if n := testing.AllocsPerRun(20, func() { sc(&c, events) }); n != 0 {
		t.Errorf("%v allocations per verdict", n)
	}
}

func ExampleExecution_Cycle() {
	events := tracetest.StoreBuffering(true)
	var c graph.Execution
	fmt.Println("sequentially consistent:", sc(&c, events))
	for _, s := range c.Cycle() {
		e := &events[s.ID-1]
		fmt.Printf("thread %d: %s -%s->\n", e.Thread, e, s.Edge)
	}
	// Output:
	// sequentially consistent: false
	// thread 0: store 0x10000 = 2 -po->
	// thread 0: load 0x10004: 0 -fr->
	// thread 1: store 0x10004 = 4 -po->
	// thread 1: load 0x10000: 0 -fr->
}

func BenchmarkSC(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 0))
	shape := tracetest.Shape{Threads: 4, Ops: 2000, Locs: 50, Sites: 100, Fences: true}
	for _, model := range []string{"sc", "pso"} {
		b.Run(model, func(b *testing.B) {
			events := tracetest.Run(r, tracetest.Random(r, shape), model)
			var c graph.Execution
			b.ReportAllocs()
			for b.Loop() {
				sc(&c, events)
			}
			b.ReportMetric(float64(len(events))*float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
