package phase2

import (
	"context"
	"math/rand/v2"
	"testing"

	"fencepost/predict"
	"fencepost/trace"
)

// TestFinder holds the finder against the definition, tried out on all tuples
// of events, on traces that aim at a predicted cycle: for that cycle, and for
// cycles of sites drawn from the trace.
func TestFinder(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	made := 0
	for _, name := range []string{"fig1.c", "fig2.c", "ms2.c", "dekker.c"} {
		p := compile(t, name)
		o := Options{}
		o.fill()
		_, pr, err := Predict(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range o.Models {
			w := newWorker(p, m, &o)
			cycles := pr.Cycles(m)
			for i, c := range cycles[:min(len(cycles), 40)] {
				for run := range 5 {
					_, events := w.runner.Run(context.Background(), c, uint64(run))
					for _, sites := range [][]int32{c.Sites, drawSites(r, events), drawSites(r, events)} {
						w.runner.Aim(predict.Cycle{Sites: sites})
						got, want := w.runner.Holds(events), holds(events, sites)
						if got != want {
							t.Fatalf("%s, %s, cycle %d, run %d, sites %v: find = %v, by the definition %v", name, m.Name, i, run, sites, got, want)
						}
						if want {
							made++
						}
					}
				}
			}
		}
	}
	if made < 100 {
		t.Errorf("only %d of the cycles tried were in a trace: the test shows little", made)
	}
}

// drawSites draws four sites that access memory in a trace.
func drawSites(r *rand.Rand, events []trace.Event) []int32 {
	var sites []int32
	for len(sites) < 4 {
		if e := &events[r.IntN(len(events))]; isAccess(e.Kind) {
			sites = append(sites, e.Site)
		}
	}
	return sites
}

func isAccess(k trace.Kind) bool {
	return k == trace.Load || k == trace.Store || k == trace.RMW || k == trace.CASFail
}

// holds is the definition of section 4.3 for cycles of two threads.
func holds(events []trace.Event, l []int32) bool {
	var list []trace.Event
	for _, e := range events {
		if isAccess(e.Kind) {
			list = append(list, e)
		}
	}
	commit := func(store int32) int32 {
		for _, e := range events {
			if e.Kind == trace.Commit && e.RF == store {
				return e.C
			}
		}
		return trace.NoCommit
	}
	for i := range list {
		if e := &list[i]; e.C == trace.NoCommit {
			if e.Kind == trace.Store {
				e.C = commit(e.ID)
			} else {
				e.C = commit(e.RF)
			}
		}
	}
	conflict := func(d, e *trace.Event) bool {
		if d.Loc != e.Loc || d.C == trace.NoCommit || e.C == trace.NoCommit {
			return false
		}
		return e.Kind.Writes() && d.C < e.C || d.Kind.Writes() && !e.Kind.Writes() && d.C <= e.C
	}
	for i := range list {
		for j := range list {
			e1, e2 := &list[i], &list[j]
			if e1.Site != l[0] || e2.Site != l[1] || e1.Thread != e2.Thread || e1.I > e2.I {
				continue
			}
			for k := range list {
				e3 := &list[k]
				if e3.Site != l[2] || e3.Thread == e1.Thread || !conflict(e2, e3) {
					continue
				}
				for n := range list {
					e4 := &list[n]
					if e4.Site == l[3] && e4.Thread == e3.Thread && e3.I <= e4.I && conflict(e4, e1) {
						return true
					}
				}
			}
		}
	}
	return false
}

// TestTrialAllocatesNothing: in the steady state a trial that finds nothing new
// costs no allocation.
func TestTrialAllocatesNothing(t *testing.T) {
	p := compile(t, "dekker.c", "FIXED")
	o := Options{}
	o.fill()
	_, pr, err := Predict(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range o.Models {
		w := newWorker(p, m, &o)
		cycles := pr.Cycles(m)
		run := 0
		trial := func() {
			c := cycles[run%len(cycles)]
			w.runner.Aim(c)
			_, events := w.runner.Run(context.Background(), c, uint64(run))
			w.runner.Holds(events)
			run++
		}
		for range 300 {
			trial()
		}
		if n := testing.AllocsPerRun(100, trial); n > 0 {
			t.Errorf("%s: %v allocations a trial", m.Name, n)
		}
	}
}

// BenchmarkTrial measures one trial of one execution of dekker.
func BenchmarkTrial(b *testing.B) {
	p := compile(b, "dekker.c")
	o := Options{}
	o.fill()
	_, pr, err := Predict(context.Background(), p, o)
	if err != nil {
		b.Fatal(err)
	}
	for _, m := range o.Models {
		b.Run(m.Name, func(b *testing.B) {
			w := newWorker(p, m, &o)
			cycles := pr.Cycles(m)
			run, events := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				c := cycles[run%len(cycles)]
				w.runner.Aim(c)
				_, of := w.runner.Run(context.Background(), c, uint64(run))
				w.runner.Holds(of)
				events += len(of)
				run++
			}
			b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "trials/s")
		})
	}
}
