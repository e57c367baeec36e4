package benchmarks_test

import (
	"context"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
	"fencepost/phase2"
	"fencepost/predict"
)

// TestHeldoutVerdicts compares the headers of the programs that nothing was tuned
// on with all their executions, and with what check finds with cycles of
// up to three threads.
func TestHeldoutVerdicts(t *testing.T) {
	for _, prog := range testsize.Part(5, programtest.All(t, "heldout")) {
		for _, define := range prog.Want.Defines() {
			t.Run(prog.Name()+define, func(t *testing.T) {
				t.Parallel()
				p := prog.Compile(t, define)
				checkVariant(t, p, define, prog.Want, phase2.Options{Runs: 50, Trials: 20, Predict: predict.Options{MaxLen: 6}})
				for _, m := range axiom.All() {
					bug, stated := prog.Want.Bug(define, m.Name)
					if !stated {
						continue
					}
					r, err := explore.Run(context.Background(), p, m, explore.Options{Workers: 1, MaxExecutions: 5_000})
					if err != nil {
						t.Fatal(err)
					}
					if found := len(r.Errors) > 0; found && !bug || bug && r.Complete && !found {
						t.Errorf("%s: an execution has a bug: %v, expected: %v", m.Name, found, bug)
					}
				}
			})
		}
	}
}
