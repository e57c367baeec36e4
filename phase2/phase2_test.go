package phase2

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2/bias"
	"fencepost/trace"
	"fencepost/trace/graph"
)

const programs = "../benchmarks/relaxer/"

func compile(tb testing.TB, name string, defines ...string) *code.Program {
	tb.Helper()
	src, err := os.ReadFile(programs + name)
	if err != nil {
		tb.Fatal(err)
	}
	p, err := cfront.Compile(name, src, cfront.Options{Defines: defines})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func check(tb testing.TB, p *code.Program, o Options) *Report {
	tb.Helper()
	r, err := Check(context.Background(), p, o)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// witnesses lists every witness of a report, with a name.
func witnesses(r *Report) map[string]*witness.Witness {
	list := map[string]*witness.Witness{}
	for i, f := range r.SC.Errors {
		list[fmt.Sprintf("sc-error-%d", i)] = f.Witness
	}
	for _, m := range r.Models {
		for i, f := range m.Errors {
			list[fmt.Sprintf("%s-error-%d", m.Model.Name, i)] = f.Witness
		}
		for i, c := range m.Cycles {
			if c.ConfirmedWitness != nil {
				list[fmt.Sprintf("%s-%d-created", m.Model.Name, i)] = c.ConfirmedWitness
			}
			if c.BuggyWitness != nil {
				list[fmt.Sprintf("%s-%d-buggy", m.Model.Name, i)] = c.BuggyWitness
			}
		}
	}
	return list
}

// TestWitnessesReplay writes every witness of every program, reads it again,
// compiles the sources it holds and replays it: to the same trace, to the same
// error, and with the cycle it was made for.
func TestWitnessesReplay(t *testing.T) {
	files, err := filepath.Glob(programs + "*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, path := range testsize.Part(3, files) {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := compile(t, name)
			r := check(t, p, Options{Trials: testsize.Count(2, 4), Workers: 1})
			var compiled *code.Program
			list := witnesses(r)
			if len(list) == 0 {
				t.Fatal("no witness")
			}
			for id, wit := range list {
				var buf bytes.Buffer
				if err := wit.File(p, cfront.Options{}, r.Options.Seed).Write(&buf); err != nil {
					t.Fatal(err)
				}
				f, err := witness.Read(&buf)
				if err != nil {
					t.Fatal(id, err)
				}
				if compiled == nil {
					if compiled, err = f.Compile(context.Background()); err != nil {
						t.Fatal(id, err)
					}
				}
				var rec trace.Recorder
				_, res, err := f.Replay(context.Background(), compiled, nil, &rec)
				if err != nil {
					t.Errorf("%s: %v", id, err)
					continue
				}
				if wit.Error != nil && (res.Err == nil || res.Err.Key() != wit.Error.Key()) {
					t.Errorf("%s: ends in %v, not in %v", id, res.Err, wit.Error)
				}
				if witness.Hash(rec.Events) != wit.Trace {
					t.Errorf("%s: the trace differs", id)
				}
			}
		})
	}
}

// TestCreatedCyclesAreViolations holds the search for a cycle in a trace against
// the verdict on the whole trace: who holds one cannot be sequentially consistent.
func TestCreatedCyclesAreViolations(t *testing.T) {
	t.Parallel()
	for _, name := range testsize.Part(3, []string{"fig2.c", "dekker.c", "ms2.c", "msn.c"}) {
		p, found := compile(t, name), 0
		for _, m := range check(t, p, Options{Trials: 3}).Models {
			for i, c := range m.Cycles {
				for _, wit := range []*witness.Witness{c.ConfirmedWitness, c.BuggyWitness} {
					if wit == nil {
						continue
					}
					found++
					if graph.New(events(t, p, wit), nil).SC() {
						t.Errorf("%s: %s cycle %d: the trace is sequentially consistent", name, m.Model.Name, i)
					}
				}
			}
		}
		if found == 0 {
			t.Errorf("%s: no cycle was created", name)
		}
	}
}

func events(t *testing.T, p *code.Program, wit *witness.Witness) []trace.Event {
	var buf bytes.Buffer
	if err := wit.File(p, cfront.Options{}, 1).Write(&buf); err != nil {
		t.Fatal(err)
	}
	f, err := witness.Read(&buf)
	if err != nil {
		t.Fatal(err)
	}
	var rec trace.Recorder
	if _, _, err := f.Replay(context.Background(), p, nil, &rec); err != nil {
		t.Fatal(err)
	}
	return rec.Events
}

// TestWorkersChangeNothing compares whole reports for 1, 2 and 3 workers.
func TestWorkersChangeNothing(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"fig1.c", "ms2.c"} {
		p := compile(t, name)
		o := Options{Workers: 1, Runs: 30, Trials: 2, Executions: 2, Models: []*models.Model{models.PSO, models.PSLO}}
		want := check(t, p, o)
		workers := 3
		if testsize.Whole() {
			workers = 2
		}
		for ; workers <= 3; workers++ {
			o.Workers = workers
			got := check(t, p, o)
			for i := range got.Models {
				g, w := &got.Models[i], &want.Models[i]
				if !reflect.DeepEqual(findings(g.Errors), findings(w.Errors)) || g.Ended != w.Ended {
					t.Errorf("%s, %s: errors differ for %d workers", name, w.Model.Name, workers)
				}
				for k := range g.Cycles {
					a, b := &g.Cycles[k], &w.Cycles[k]
					if a.Trials != b.Trials || a.Confirmations != b.Confirmations || a.Buggy != b.Buggy || a.Ended != b.Ended ||
						!sameWitness(a.ConfirmedWitness, b.ConfirmedWitness) || !sameWitness(a.BuggyWitness, b.BuggyWitness) {
						t.Errorf("%s, %s: cycle %d differs for %d workers", name, w.Model.Name, k, workers)
					}
				}
			}
		}
	}
}

// TestCountsOnly compares what is counted of cycles without witnesses and with them.
func TestCountsOnly(t *testing.T) {
	t.Parallel()
	for _, name := range testsize.Part(2, []string{"ms2.c", "dekker.c"}) {
		p := compile(t, name)
		o := Options{Trials: 4, Executions: 10, Models: []*models.Model{models.TSO, models.PSLO}, ProveFirst: 1000, GiveUp: 2}
		want := check(t, p, o)
		o.CountsOnly = true
		got := check(t, p, o)
		if want.Models[1].Buggy() == 0 {
			t.Errorf("%s: no buggy cycle", name)
		}
		for i := range got.Models {
			for k := range got.Models[i].Cycles {
				a, b := &got.Models[i].Cycles[k], &want.Models[i].Cycles[k]
				if a.Trials != b.Trials || a.Confirmations != b.Confirmations || a.Confirmed() != b.Confirmed() || a.HasBug() != b.HasBug() || a.Reason != b.Reason {
					t.Errorf("%s, %s: cycle %d is counted otherwise", name, got.Models[i].Model.Name, k)
				}
			}
		}
	}
}

func findings(list []witness.Finding) []string {
	var s []string
	for _, f := range list {
		s = append(s, fmt.Sprint(f.Error.Key(), f.Count, f.Witness.Trace))
	}
	return s
}

func sameWitness(a, b *witness.Witness) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Trace == b.Trace && reflect.DeepEqual(a.Choices, b.Choices)
}

// TestFigure13 creates the cycle of Figure 13, which a fixed delay misses
// because f1 and f2 run long, in nearly every execution.
func TestFigure13(t *testing.T) {
	t.Parallel()
	p := compile(t, "fig13.c", "WORK=2000")
	r := check(t, p, Options{Models: []*models.Model{models.TSO}, Trials: 10, Runs: 5})
	best := 0
	for _, c := range r.Models[0].Cycles {
		best = max(best, c.Confirmations)
	}
	if best < 9 {
		t.Errorf("created in %d of 10 trials of one execution", best)
	}
	r = check(t, p, Options{Models: []*models.Model{models.TSO}, Trials: 10, Runs: 5, Delay: bias.DelayTime})
	for _, c := range r.Models[0].Cycles {
		if c.Confirmations >= 9 {
			t.Errorf("a fixed delay creates it in %d of 10: the program is no example of Figure 13", c.Confirmations)
		}
	}
}

// TestInterrupt ends a campaign early: what is known so far is kept.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	p := compile(t, "dekker.c")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, err := Check(ctx, p, Options{Workers: 2, Progress: func(pr witness.Progress) {
		if pr.Stage == "pso" && pr.Done == 5 {
			cancel()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Incomplete != "interrupted" {
		t.Errorf("Incomplete = %q", r.Incomplete)
	}
	if len(r.Models) != 3 || r.Models[0].Confirmed() == 0 || len(r.Models[1].Cycles) != r.Models[1].UnderModel {
		t.Errorf("what was found before the interrupt is lost: %d models", len(r.Models))
	}
	if pslo := r.Models[2]; pslo.Ended.Total() == 0 || len(pslo.Cycles) != 0 {
		t.Errorf("%d tests and %d cycles under pslo, whose tests come before the trials of pso and whose trials after", pslo.Ended.Total(), len(pslo.Cycles))
	}
}

func TestUnsupportedAtRunTime(t *testing.T) {
	p, err := cfront.Compile("big.c", []byte("#include <stdlib.h>\nint main(void)\n{\n\tchar *p = malloc(1ul << 40);\n\treturn p[0];\n}\n"), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = Check(context.Background(), p, Options{})
	if err == nil || !strings.Contains(err.Error(), "big.c:4:") {
		t.Errorf("Check = %v, want an error at line 4", err)
	}
}

// TestMinimise compares the length of minimised witnesses with the shortest
// executions that the trials themselves give.
func TestMinimise(t *testing.T) {
	t.Parallel()
	p := compile(t, "dekker.c")
	r := check(t, p, Options{Models: []*models.Model{models.PSO}, Trials: 10})
	if len(r.Models[0].Errors) == 0 {
		t.Fatal("no error")
	}
	for _, f := range r.Models[0].Errors {
		if f.Error.Kind == interp.AssertionFailed && f.Witness.Events > 30 {
			t.Errorf("%v: the witness has %d events", f.Error, f.Witness.Events)
		}
	}
}
