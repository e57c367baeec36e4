package interp_test

import (
	"context"
	"testing"

	"fencepost/interp"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/trace"
)

// TestNoAllocations runs completed executions again and again: in the steady
// state none allocates.
func TestNoAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	for _, program := range []struct {
		name    string
		defines []string
	}{{"dekker", []string{"FIXED"}}, {"ms2", []string{"FIXED"}}, {"ms2", []string{"FIXED_SS"}}, {"msn", []string{"FIXED"}}} {
		p := compileFile(t, "../benchmarks/relaxer/"+program.name+".c", program.defines...)
		for _, model := range models.All() {
			m := interp.New(p, model, interp.Options{})
			s := strategy.NewRandom(1)
			var out trace.Recorder
			var completed []int // executions to measure
			for i := range 600 {
				s.Begin(i)
				if m.Run(context.Background(), s, &out).Outcome == interp.Completed {
					completed = append(completed, i)
				}
			}
			if len(completed) < 100 {
				t.Errorf("%s under %s: only %d of 600 executions complete", program.name, model.Name, len(completed))
				continue
			}
			k := 0
			n := testing.AllocsPerRun(len(completed)-1, func() {
				s.Begin(completed[k%len(completed)])
				m.Run(context.Background(), s, &out)
				k++
			})
			if n != 0 {
				t.Errorf("%s under %s: %v allocations an execution", program.name, model.Name, n)
			}
		}
	}
}
