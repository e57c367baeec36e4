package interp_test

import (
	"context"
	"os"
	"testing"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/trace"
)

func compileFile(tb testing.TB, name string, defines ...string) *code.Program {
	tb.Helper()
	src, err := os.ReadFile(name)
	if err != nil {
		tb.Fatal(err)
	}
	p, err := cfront.Compile(name, src, cfront.Options{Defines: defines})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// BenchmarkEvents measures executions of dekker and msn under random schedules
// with their traces recorded, beside a simulation of dekker under TSO that is
// written by hand in Go: the bound for an interpreter.
func BenchmarkEvents(b *testing.B) {
	for _, name := range []string{"dekker", "msn"} {
		p := compileFile(b, "../benchmarks/relaxer/"+name+".c")
		for _, m := range models.All() {
			b.Run(name+"/"+m.Name, func(b *testing.B) {
				mc := interp.New(p, m, interp.Options{})
				s := strategy.NewRandom(1)
				var rec trace.Recorder
				events, i := 0, 0
				b.ReportAllocs()
				for b.Loop() {
					s.Begin(i)
					events += mc.Run(context.Background(), s, &rec).Events
					i++
				}
				report(b, events)
			})
		}
	}
	b.Run("dekker/tso-by-hand", func(b *testing.B) {
		var sim dekkerByHand
		events, i := 0, 0
		b.ReportAllocs()
		for b.Loop() {
			events += sim.run(strategy.NewRand(1, uint64(i)))
			i++
		}
		report(b, events)
	})
}

func report(b *testing.B, events int) {
	b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(float64(events)/float64(b.N), "events/op")
}

// dekkerByHand is benchmarks/relaxer/dekker.c under TSO as one would write it
// for this program alone: a state machine a thread, a buffer a thread, the
// same uniform choice among threads and commits, the same events recorded.
type dekkerByHand struct {
	memory  [4]uint64 // flag0, flag1, turn, in
	commits [4]int32
	stores  [4]int32
	threads [2]byHandThread
	events  []trace.Event
	failed  bool
}

type byHandThread struct {
	pc, section int
	buffer      []byHandStore
	index       int32
}

type byHandStore struct {
	loc   int32
	value uint64
	id, i int32
}

const (
	byHandTurn = 2
	byHandIn   = 3
	byHandEnd  = 13
)

func (d *dekkerByHand) run(r strategy.Rand) int {
	d.memory, d.commits, d.stores, d.failed = [4]uint64{}, [4]int32{}, [4]int32{}, false
	d.events = d.events[:0]
	for i := range d.threads {
		t := &d.threads[i]
		t.pc, t.section, t.index, t.buffer = 0, 0, 0, t.buffer[:0]
	}
	for !d.failed && !d.stuck() {
		var actions [4]int
		n := 0
		for i := range d.threads {
			if d.threads[i].pc != byHandEnd {
				actions[n] = i
				n++
			}
		}
		for i := range d.threads {
			if len(d.threads[i].buffer) > 0 {
				actions[n] = 2 + i
				n++
			}
		}
		if n == 0 {
			break
		}
		k := 0
		if n > 1 {
			k = r.Intn(n)
		}
		if a := actions[k]; a >= 2 {
			d.commit(int32(a - 2))
		} else {
			d.step(int32(a))
		}
	}
	return len(d.events)
}

// stuck reports whether every thread that has not ended waits for a turn that
// nobody gives it.
func (d *dekkerByHand) stuck() bool {
	for i := range d.threads {
		t := &d.threads[i]
		if len(t.buffer) > 0 || t.pc != byHandEnd && (t.pc != 4 || d.memory[byHandTurn] != uint64(i)^1) {
			return false
		}
	}
	return d.threads[0].pc != byHandEnd || d.threads[1].pc != byHandEnd
}

func (d *dekkerByHand) event(k trace.Kind, t, loc int32) *trace.Event {
	d.events = append(d.events, trace.Event{ID: int32(len(d.events)) + 1, Kind: k, Thread: t, Loc: loc, Size: 4})
	return &d.events[len(d.events)-1]
}

func (d *dekkerByHand) commit(i int32) {
	t := &d.threads[i]
	s := t.buffer[0]
	t.buffer = t.buffer[:copy(t.buffer, t.buffer[1:])]
	d.memory[s.loc], d.stores[s.loc] = s.value, s.id
	d.commits[s.loc]++
	e := d.event(trace.Commit, i, s.loc)
	e.RF, e.C, e.Value, e.I = s.id, d.commits[s.loc], s.value, s.i
}

func (d *dekkerByHand) load(i, loc int32) uint64 {
	t := &d.threads[i]
	t.index++
	e := d.event(trace.Load, i, loc)
	e.I = t.index
	for k := len(t.buffer) - 1; k >= 0; k-- {
		if s := &t.buffer[k]; s.loc == loc {
			e.C, e.RF, e.Value = trace.NoCommit, s.id, s.value
			return s.value
		}
	}
	e.C, e.RF, e.Value = d.commits[loc], d.stores[loc], d.memory[loc]
	return d.memory[loc]
}

func (d *dekkerByHand) store(i, loc int32, v uint64) {
	t := &d.threads[i]
	t.index++
	e := d.event(trace.Store, i, loc)
	e.I, e.C, e.Value = t.index, trace.NoCommit, v
	t.buffer = append(t.buffer, byHandStore{loc, v, e.ID, t.index})
}

// step performs the next operation of thread i: the numbers are those of the
// operations of one critical section.
func (d *dekkerByHand) step(i int32) {
	t := &d.threads[i]
	mine, other := i, 1-i
	switch t.pc {
	case 0:
		d.store(i, mine, 1)
		t.pc = 1
	case 1:
		t.pc = 6
		if d.load(i, other) != 0 {
			t.pc = 2
		}
	case 2:
		t.pc = 1
		if d.load(i, byHandTurn) != uint64(i) {
			t.pc = 3
		}
	case 3:
		d.store(i, mine, 0)
		t.pc = 4
	case 4:
		if d.load(i, byHandTurn) == uint64(i) {
			t.pc = 5
		}
	case 5:
		d.store(i, mine, 1)
		t.pc = 1
	case 6:
		d.failed = d.load(i, byHandIn) != 0
		t.pc = 7
	case 7:
		d.store(i, byHandIn, 1)
		t.pc = 8
	case 8:
		d.store(i, byHandIn, 0)
		t.pc = 9
	case 9:
		d.store(i, byHandTurn, uint64(1-i))
		t.pc = 10
	case 10:
		d.store(i, mine, 0)
		t.pc = 0
		if t.section++; t.section == 3 {
			t.pc = byHandEnd
		}
	}
}
