package phase2

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/interp/machine/work"
	"fencepost/models"
)

// TestTrialsAreIndependent runs a trial by a new worker and by one that has run
// other trials, of this cycle and of another: it must be the same trial.
func TestTrialsAreIndependent(t *testing.T) {
	t.Parallel()
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
			for i, c := range cycles[:testsize.Count(7, 20)] {
				run := func(w *worker, trial int) Confirmation {
					conf := Confirmation{Cycle: c}
					w.trial(context.Background(), &conf, i, trial, nil)
					return conf
				}
				run(used, 0)
				got, want := run(used, 1), run(newWorker(p, m, &o), 1)
				if got.Ended != want.Ended || got.Confirmations != want.Confirmations || got.Buggy != want.Buggy || !sameWitness(got.ConfirmedWitness, want.ConfirmedWitness) {
					t.Fatalf("%s, cycle %d, %d executions: a trial depends on those before it", m.Name, i, executions)
				}
			}
		}
	}
}

// An error that SC shows too is not one of the cycle, in a trial or in the run that
// exploring finds: it counts as known by its key. What is confirmed stays confirmed.
func TestKnownErrors(t *testing.T) {
	t.Parallel()
	const source = `#include <pthread.h>
#include <assert.h>
int x, y, a, b;
void *f(void *p) { x = 1; a = y; return p; }
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, f, 0);
	y = 1; b = x;
	pthread_join(t, 0);
	assert(a || b);
	return 0;
}`
	p, err := cfront.Compile("t.c", []byte(source), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Models: []*models.Model{models.TSO}, Executions: 30, Prove: 1000}
	o.fill()
	_, pr, err := Predict(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	list := pr.Cycles(models.TSO)
	if len(list) != 1 {
		t.Fatal(list)
	}
	by := map[string]func(known map[string]bool) Confirmation{
		"trial": func(known map[string]bool) Confirmation {
			c := Confirmation{Cycle: list[0]}
			newWorker(p, models.TSO, &o).trial(context.Background(), &c, 0, 0, known)
			return c
		},
		"prove": func(known map[string]bool) Confirmation {
			c := Confirmation{Cycle: list[0]}
			Prove(context.Background(), p, models.TSO, &c, o, known)
			return c
		},
	}
	for name, confirm := range by {
		fresh := confirm(nil)
		if !fresh.Confirmed() || !fresh.HasBug() || len(fresh.Errors) != 1 {
			t.Fatalf("%s: confirmed %v, bug %v, %d errors", name, fresh.Confirmed(), fresh.HasBug(), len(fresh.Errors))
		}
		known := confirm(map[string]bool{fresh.Error.Key(): true})
		if !known.Confirmed() || known.HasBug() || known.Buggy != 0 || known.First != 0 || len(known.Errors) != 0 {
			t.Errorf("%s: of a known error: confirmed %v, bug %v in %d trials from execution %d, %d errors", name, known.Confirmed(), known.HasBug(), known.Buggy, known.First, len(known.Errors))
		}
	}
}

// The trials of a cycle end once the bound is reached, wherever that is. All trials take hardly more than
// twice the bound. Some cycles here take many times what others take. The report is the same with the
// trials of another process.
func TestTrialsWithinBounds(t *testing.T) {
	t.Parallel()
	const pairs = 12
	var vars, one, other, then strings.Builder
	for i := range pairs {
		fmt.Fprintf(&vars, "int x%d, y%d, a%d, b%d;\n", i, i, i, i)
		fmt.Fprintf(&one, "x%d = 1; a%d = y%d;\n", i, i, i)
		fmt.Fprintf(&other, "y%d = 1; b%d = x%d;\n", i, i, i)
		fmt.Fprintf(&then, "if (!a%d && !b%d) for (int k = 0; k < %d; k++) ;\n", i, i, i%4*200)
	}
	p := compileText(t, fmt.Sprintf(`#include <threads.h>
%s
int f(void *p) { (void)p; %s return 0; }
int main(void) {
	thrd_t t;
	thrd_create(&t, f, 0);
	%s
	thrd_join(t, 0);
	%s
	return 0;
}`, &vars, &one, &other, &then))
	o := Options{Models: []*models.Model{models.TSO}, Workers: 2, CountsOnly: true, Bounds: &Bounds{Record: 20_000}}
	const longest = 15_000 // units of an execution, about
	for _, bound := range []int64{0, 1_000, 20_000, 100_000, 500_000, 5_000_000} {
		o.Bounds.Trials = bound
		o.Machine.Work, o.Parts = work.NewMeter(), nil
		report := func() *Report {
			r, err := Check(context.Background(), p, o)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		want := report()
		took := o.Machine.Work.Spent()
		if took > 2*(bound+o.Bounds.Record+2*longest) {
			t.Errorf("trials that may take %d units took %d", bound, took)
		}
		var elsewhere []*Part
		trials := NewTrials(p, o)
		for first := 0; first < len(want.Models[0].Cycles); first += 5 {
			part, err := trials.Run(context.Background(), 0, first, 5, func() bool { return false })
			if err != nil {
				t.Fatal(err)
			}
			elsewhere = append(elsewhere, part)
		}
		o.Parts = func(int) []*Part { return elsewhere }
		o.Machine.Work = work.NewMeter()
		got := report()
		for i, c := range want.Models[0].Cycles {
			if d := got.Models[0].Cycles[i]; c.Ended != d.Ended || c.Trials != d.Trials || c.Buggy != d.Buggy || c.Work != d.Work || !sameWitness(c.ConfirmedWitness, d.ConfirmedWitness) {
				t.Errorf("bound %d: cycle %d: %v %d, with the trials of another process %v %d", bound, i, c.Ended, c.Work, d.Ended, d.Work)
			}
		}
		if o.Machine.Work.Spent() != took {
			t.Errorf("bound %d: %d units, with the trials of another process %d", bound, took, o.Machine.Work.Spent())
		}
	}
}
