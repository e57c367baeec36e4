package trace_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fencepost/trace"
	"fencepost/trace/tracetest"
)

// A tiny builder: events of threads with two locations, sites all 0.
type builder []trace.Event

func (b *builder) add(t trace.ThreadID, k trace.Kind, loc, c, rf int32) int32 {
	i := int32(1)
	for _, e := range *b {
		if e.Thread == t && e.Kind != trace.Commit {
			i++
		}
	}
	e := trace.Event{ID: int32(len(*b) + 1), Thread: t, I: i, Site: 0, Loc: loc, C: c, RF: rf,
		Kind: k, Size: 4, Addr: 0x10000 + 4*uint64(loc)}
	switch {
	case k == trace.Commit:
		e.I = (*b)[rf-1].I
		e.Value = (*b)[rf-1].Value
	case k.Writes():
		e.Value = uint64(e.ID)
	}
	if k.Reads() && rf != 0 {
		v := (*b)[rf-1].Value
		if k == trace.RMW || k == trace.Lock {
			e.Read = v
		} else {
			e.Value = v
		}
	}
	*b = append(*b, e)
	return e.ID
}

func (b *builder) sync(t trace.ThreadID, k trace.Kind, value uint64) {
	b.add(t, k, -1, 0, 0)
	e := &(*b)[len(*b)-1]
	e.Value, e.Site, e.Addr, e.Size = value, -1, 0, 0
}

func (b *builder) threads(n int) {
	for t := 1; t < n; t++ {
		b.sync(0, trace.Create, uint64(t))
	}
}

const (
	x = int32(iota)
	y
)

// storeBuffering is SB; the stores are committed at the end if commit is set.
func storeBuffering(commit bool) []trace.Event {
	var b builder
	b.threads(2)
	wx := b.add(0, trace.Store, x, trace.NoCommit, 0)
	b.add(0, trace.Load, y, 0, 0)
	wy := b.add(1, trace.Store, y, trace.NoCommit, 0)
	b.add(1, trace.Load, x, 0, 0)
	if commit {
		b.add(0, trace.Commit, x, 1, wx)
		b.add(1, trace.Commit, y, 1, wy)
	}
	return b
}

func TestSC(t *testing.T) {
	tests := []struct {
		name string
		make func(b *builder)
		want bool
	}{
		{"empty", func(b *builder) {}, true},
		{"message passing", func(b *builder) {
			b.threads(2)
			b.add(0, trace.Store, x, 1, 0)
			wy := b.add(0, trace.Store, y, 1, 0)
			b.add(1, trace.Load, y, 1, wy)
			b.add(1, trace.Load, x, 1, 2)
		}, true},
		{"stale message under PSLO", func(b *builder) {
			b.threads(2)
			b.add(0, trace.Store, x, 1, 0)
			wy := b.add(0, trace.Store, y, 1, 0)
			b.add(1, trace.Load, y, 1, wy)
			b.add(1, trace.Load, x, 0, 0)
		}, false},
		{"store buffering", func(b *builder) { *b = storeBuffering(true) }, false},
		{"store buffering, stores pending at the end", func(b *builder) { *b = storeBuffering(false) }, false},
		{"forwarding, later overwritten", func(b *builder) { // n6
			b.threads(2)
			w1 := b.add(0, trace.Store, x, trace.NoCommit, 0)
			b.add(0, trace.Load, x, trace.NoCommit, w1)
			b.add(0, trace.Load, y, 0, 0)
			b.add(1, trace.Store, y, 1, 0)
			b.add(1, trace.Store, x, 1, 0)
			b.add(0, trace.Commit, x, 2, w1)
		}, false},
		{"two pending stores to one location are unordered", func(b *builder) {
			b.threads(2)
			b.add(0, trace.Store, x, trace.NoCommit, 0)
			b.add(0, trace.Load, y, 0, 0)
			b.add(1, trace.Store, y, 1, 0)
			b.add(1, trace.Store, x, trace.NoCommit, 0)
		}, true},
		{"creation orders", func(b *builder) {
			b.add(0, trace.Store, x, trace.NoCommit, 0)
			b.sync(0, trace.Create, 1)
			b.add(1, trace.Load, x, 0, 0)
			b.add(0, trace.Commit, x, 1, 1)
		}, false},
		{"join orders", func(b *builder) {
			b.threads(2)
			b.add(1, trace.Store, x, 1, 0)
			b.sync(1, trace.Exit, 0)
			b.sync(0, trace.Join, 1)
			b.add(0, trace.Load, x, 0, 0)
		}, false},
		{"join of a thread without events", func(b *builder) {
			b.threads(2)
			b.sync(0, trace.Join, 1)
		}, true},
		{"two RMWs", func(b *builder) {
			b.threads(2)
			b.add(0, trace.RMW, x, 1, 0)
			b.add(1, trace.RMW, x, 2, 2)
			b.add(0, trace.CASFail, x, 2, 3)
		}, true},
		{"RMW as a barrier that was ignored", func(b *builder) {
			b.threads(2)
			b.add(0, trace.Store, x, trace.NoCommit, 0)
			b.add(0, trace.RMW, y, 1, 0)
			b.add(1, trace.Load, y, 1, 3)
			b.add(1, trace.Load, x, 0, 0)
			b.add(0, trace.Commit, x, 1, 2)
		}, false},
	}
	var c trace.Checker
	for _, tt := range tests {
		var b builder
		tt.make(&b)
		if got := c.SC(b); got != tt.want {
			t.Errorf("%s: SC = %v, want %v", tt.name, got, tt.want)
		}
		if got := naiveSC(b); got != tt.want {
			t.Errorf("%s: naive SC = %v, want %v", tt.name, got, tt.want)
		}
		cycle := c.Cycle(b)
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

func checkCycle(t *testing.T, events []trace.Event, cycle []trace.Step) {
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
	var c trace.Checker
	violations := 0
	for range 30_000 {
		p := tracetest.Random(r, tracetest.Shape{Threads: 2 + r.IntN(3), Ops: 6, Locs: 2 + r.IntN(2),
			Sites: 4, Main: r.IntN(2) == 0, Fences: r.IntN(2) == 0, Locks: r.IntN(3) == 0})
		model := []string{"sc", "tso", "pso", "pslo"}[r.IntN(4)]
		events := cut(r, tracetest.Run(r, p, model))
		if err := trace.Validate(events, make([]trace.Site, 4)); err != nil {
			t.Fatalf("%s: %v\n%s", model, err, list(events))
		}
		got, want := c.SC(events), naiveSC(events)
		if got != want || model == "sc" && !got {
			t.Fatalf("%s: SC = %v, want %v\n%s", model, got, want, list(events))
		}
		if want {
			continue
		}
		violations++
		cycle := c.Cycle(events)
		checkCycle(t, events, cycle)
		if short := shortestCycle(events); len(cycle) != short {
			t.Fatalf("%s: cycle %v, but there is one of %d events\n%s", model, cycle, short, list(events))
		}
	}
	if violations < 500 {
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

func TestCheckerAllocatesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	events := tracetest.Run(r, tracetest.Random(r, tracetest.Shape{Threads: 3, Ops: 40, Locs: 4, Sites: 9, Fences: true}), "pslo")
	var c trace.Checker
	c.SC(events)
	if n := testing.AllocsPerRun(20, func() { c.SC(events) }); n != 0 {
		t.Errorf("%v allocations per verdict", n)
	}
}

func ExampleChecker_Cycle() {
	events := storeBuffering(true)
	var c trace.Checker
	fmt.Println("sequentially consistent:", c.SC(events))
	for _, s := range c.Cycle(events) {
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
			var c trace.Checker
			b.ReportAllocs()
			for b.Loop() {
				c.SC(events)
			}
			b.ReportMetric(float64(len(events))*float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
