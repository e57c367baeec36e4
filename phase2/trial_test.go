package phase2

import (
	"context"
	"testing"

	"fencepost/benchmarks/testsize"
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
