package phase2_test

import (
	"context"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/phase2/cycles"
)

// Trials of cycles that cannot happen are spared; what others give stays.
func TestSparedTrials(t *testing.T) {
	t.Parallel()
	p := programtest.Compile(t, "relaxer/ms2.c")
	o := phase2.Options{Models: []*models.Model{models.PSO}, Trials: 6, Executions: 20, Workers: 1}
	check := func() []phase2.Confirmation {
		r, err := phase2.Check(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		return r.Models[0].Cycles
	}
	all := check()
	o.ProveFirst = 1000
	proved := check()
	spared := 0
	for i := range all {
		if c := &proved[i]; c.Reason == cycles.Impossible {
			spared++
			if c.Trials != 0 || all[i].Created > 0 {
				t.Errorf("cycle %d cannot happen: %d trials, and %d created it", i+1, c.Trials, all[i].Created)
			}
		} else if c.Created != all[i].Created {
			t.Errorf("cycle %d is created in %d trials, without a proof in %d", i+1, c.Created, all[i].Created)
		}
	}
	if spared == 0 {
		t.Error("no cycle cannot happen")
	}
}
