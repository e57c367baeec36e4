package phase2_test

import (
	"context"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/phase2/cycles"
	"fencepost/trace"
)

// confirmations returns those of the only model of o.
func confirmations(t *testing.T, p *code.Program, o phase2.Options) []phase2.Confirmation {
	t.Helper()
	r, err := phase2.Check(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return r.Models[0].Cycles
}

// Trials of cycles that cannot happen are spared; what others give stays.
func TestSparedTrials(t *testing.T) {
	t.Parallel()
	p := programtest.Compile(t, "relaxer/ms2.c")
	o := phase2.Options{Models: []*models.Model{models.PSO}, Trials: 6, Executions: 20, Workers: 1}
	all := confirmations(t, p, o)
	o.ProveFirst = 1000
	proved := confirmations(t, p, o)
	spared := 0
	for i := range all {
		if c := &proved[i]; c.Reason == cycles.Impossible {
			spared++
			if c.Trials != 0 || all[i].Confirmations > 0 {
				t.Errorf("cycle %d cannot happen: %d trials, and %d confirmed it", i+1, c.Trials, all[i].Confirmations)
			}
		} else if c.Confirmations != all[i].Confirmations {
			t.Errorf("cycle %d is confirmed in %d trials, without a proof in %d", i+1, c.Confirmations, all[i].Confirmations)
		}
	}
	if spared == 0 {
		t.Error("no cycle cannot happen")
	}
}

// A cycle that no trial confirms is given up, unless it is known that it can happen: then it is
// confirmed with a run of the machine. Of the others all stays.
func TestGiveUp(t *testing.T) {
	t.Parallel()
	p := programtest.Compile(t, "relaxer/bakery.c")
	o := phase2.Options{Models: []*models.Model{models.PSO}, Trials: 4, Workers: 1}
	all := confirmations(t, p, o)
	o.GiveUp, o.ProveFirst = 2, 200
	var explored, given int
	for i, c := range confirmations(t, p, o) {
		switch {
		case c.Reason == cycles.Run:
			explored++
			if c.Trials != o.Trials || c.Confirmations > 0 || all[i].Confirmations > 0 || !c.Confirmed() {
				t.Errorf("cycle %d was confirmed by exploring: %d trials, %d confirmed it", i+1, c.Trials, c.Confirmations)
			}
			if _, err := c.ConfirmedWitness.Replay(context.Background(), p, &trace.Recorder{}); err != nil {
				t.Errorf("cycle %d: %v", i+1, err)
			}
		case c.Trials < o.Trials:
			given++
			if c.Trials != o.GiveUp || c.Confirmed() {
				t.Errorf("cycle %d is given up after %d trials, confirmed: %v", i+1, c.Trials, c.Confirmed())
			}
		case c.Confirmations != all[i].Confirmations:
			t.Errorf("cycle %d is confirmed in %d trials, otherwise in %d", i+1, c.Confirmations, all[i].Confirmations)
		}
	}
	if explored == 0 || given == 0 {
		t.Errorf("%d confirmed by exploring, %d given up: the test shows nothing", explored, given)
	}
}
