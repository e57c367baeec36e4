package ablation

import (
	"context"
	"maps"
	"slices"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/models"
	"fencepost/models/c11"
)

// TestHeuristicsPay: of some cycles of one program, under one model, a heuristic has a
// share of the trials created that is smaller without it.
func TestHeuristicsPay(t *testing.T) {
	cases := map[string]struct {
		path       string
		define     string
		model      *models.Model
		executions int     // in a trial, 1 or 20
		lost       float64 // at least
	}{
		"DrawOdds":      {"heldout/ring.c", "", models.TSO, 1, 0.15},
		"LazyCommits":   {"heldout/burns.c", "", models.PSLO, 20, 0.05},
		"KeepDelayed":   {"heldout/ticket.c", "", models.PSO, 20, 0.05},
		"DelayFirst":    {"relaxer/fig1.c", "", models.PSO, 1, 0.1},
		"PauseEarly":    {"relaxer/fig13.c", "", models.PSO, 20, 0.9},
		"DelayAll":      {"heldout/peterson.c", "", models.TSO, 20, 0.3},
		"ReleaseStores": {"relaxer/fig2.c", "FIXED_SS", models.PSLO, 1, 0.03},
		"Prefixes":      {"relaxer/harris.c", "", models.PSO, 20, 0.5},
		"C11ReadAny":    {"heldout/lamport_fast.c", "", c11.Model, 20, 0.25},
	}
	for i, name := range slices.Sorted(maps.Keys(cases)) {
		if testsize.LeftOut(3, i) {
			continue
		}
		c := cases[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			programs := some(t, c.path)
			programs[0].Models = []*models.Model{c.model}
			programs[0].Code = programtest.Compile(t, c.path, c.define)
			study, err := Run(context.Background(), programs, Options{Seed: 1, Repeats: 3, Executions: 20, Cycles: 4, Off: [][]string{{name}}})
			if err != nil {
				t.Fatal(err)
			}
			for _, table := range study.Tables {
				if table.Executions != c.executions {
					continue
				}
				share := table.Rows[1].Figures[programs[0].Set].Share
				t.Logf("%.2f without it, %.2f lost", share.Value, share.Lost)
				if share.Lost < c.lost {
					t.Errorf("%s, %s: with %d executions in a trial only %.2f of the trials are lost", c.path, c.model.Name, c.executions, share.Lost)
				}
			}
		})
	}
}
