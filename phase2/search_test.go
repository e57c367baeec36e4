package phase2

import (
	"context"
	"reflect"
	"testing"

	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// TestProgress measures executions of store buffering, sites 0 to 3: thread 1
// stores x and loads y, thread 2 stores y and loads x.
func TestProgress(t *testing.T) {
	const x, y = 0, 1
	store := func(thread trace.ThreadID, i, site, loc int32) trace.Event {
		return trace.Event{Kind: trace.Store, Thread: thread, I: i, Site: site, Loc: loc, C: trace.NoCommit}
	}
	load := func(thread trace.ThreadID, i, site, loc, c int32) trace.Event {
		return trace.Event{Kind: trace.Load, Thread: thread, I: i, Site: site, Loc: loc, C: c}
	}
	commit := func(thread trace.ThreadID, site, loc, of int32) trace.Event {
		return trace.Event{Kind: trace.Commit, Thread: thread, Site: site, Loc: loc, RF: of, C: 1}
	}
	for _, c := range []struct {
		name            string
		events          []trace.Event
		level           int
		from, to        int32
		firstPairOnly   bool
		createsTheCycle bool
	}{
		{"one after the other", []trace.Event{
			store(1, 1, 0, x), commit(1, 0, x, 1), load(1, 2, 1, y, 0),
			store(2, 1, 2, y), commit(2, 2, y, 4), load(2, 2, 3, x, 1),
		}, 1, 1, 2, true, false},
		{"the first store commits just before the last load", []trace.Event{
			store(1, 1, 0, x), load(1, 2, 1, y, 0),
			store(2, 1, 2, y), commit(1, 0, x, 1), load(2, 2, 3, x, 1), commit(2, 2, y, 3),
		}, 3, 3, 4, false, false},
		{"the cycle", []trace.Event{
			store(1, 1, 0, x), load(1, 2, 1, y, 0),
			store(2, 1, 2, y), load(2, 2, 3, x, 0), commit(1, 0, x, 1), commit(2, 2, y, 3),
		}, 4, 4, 6, false, true},
		{"no event of the cycle", []trace.Event{load(1, 1, 4, x, 0)}, 0, 0, 0, false, false},
	} {
		for i := range c.events {
			c.events[i].ID = int32(i + 1)
		}
		var m graph.Matcher
		sites := []int32{0, 1, 2, 3}
		m.Want(sites...)
		m.Load(c.events, nil)
		if got := m.Match(sites); got != c.createsTheCycle {
			t.Errorf("%s: match = %v", c.name, got)
		}
		level, from, to := m.Progress(sites, []bool{true, !c.firstPairOnly})
		if level != c.level || from != c.from || to != c.to {
			t.Errorf("%s: progress = %d from %d to %d, want %d from %d to %d", c.name, level, from, to, c.level, c.from, c.to)
		}
	}
}

// TestTrialsAreIndependent runs a trial by a new worker and by one that has run
// other trials, of this cycle and of another: it must be the same trial.
func TestTrialsAreIndependent(t *testing.T) {
	p := compile(t, "dekker.c")
	for _, executions := range []int{1, 30} {
		o := Options{Executions: executions}
		o.fill()
		_, pr, err := Predict(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range o.Models {
			cycles := pr.Cycles(m)
			used := newWorker(p, m, &o)
			for i, c := range cycles[:20] {
				run := func(w *worker, trial int) Confirmation {
					conf := Confirmation{Cycle: c}
					w.trial(context.Background(), &conf, i, trial, nil)
					return conf
				}
				run(used, 0)
				got, want := run(used, 1), run(newWorker(p, m, &o), 1)
				if got.Ended != want.Ended || got.Created != want.Created || got.Buggy != want.Buggy || !sameWitness(got.CreatedWitness, want.CreatedWitness) {
					t.Fatalf("%s, cycle %d, %d executions: a trial depends on those before it", m.Name, i, executions)
				}
			}
		}
	}
}

// TestContinuedStarts replays how executions began: a continued execution makes
// the very choices of the one that it continues, and goes on from there.
func TestContinuedStarts(t *testing.T) {
	p := compile(t, "dekker.c")
	o := Options{Executions: 60}
	o.fill()
	_, pr, err := Predict(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	continued := 0
	for i, c := range pr.Cycles(models.PSO)[:10] {
		w := newWorker(p, models.PSO, &o)
		w.bias.trail.asks = true
		w.seek(c)
		w.search.reset(&w.matcher, c, 1)
		for ex := range o.Executions {
			begin := w.search.next(ex)
			w.aim(context.Background(), c, ex, begin, uint64(ex))
			res := w.machine.Run(context.Background(), w.bias, &w.bias.trail)
			if len(begin) > len(res.Choices) || !reflect.DeepEqual(append([]int32{}, begin...), append([]int32{}, res.Choices[:len(begin)]...)) {
				t.Fatalf("cycle %d, execution %d does not begin as it was told", i, ex)
			}
			if w.search.level > 0 {
				continued++
			}
			if !w.holds(w.bias.trail.Events) {
				w.search.learn(res.Choices, w.bias.asked)
			}
		}
	}
	if continued == 0 {
		t.Error("no execution continued another")
	}
}
