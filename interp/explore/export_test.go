package explore_test

import (
	"context"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/interp/explore"
	"fencepost/models/axiom"
)

// Of the executions under any model as many are sequentially consistent as there
// are under SC.
func TestGraphSC(t *testing.T) {
	found := 0
	for _, prog := range programtest.All(t, "litmus") {
		p := prog.Compile(t)
		var want int64
		for _, m := range axiom.All() {
			var sc, other int64
			r, err := explore.Run(context.Background(), p, m, explore.Options{Workers: 1, Each: func(x *explore.Execution) {
				if x.Graph().Execution().SC() {
					sc++
				} else {
					other++
				}
			}})
			if err != nil || !r.Complete || r.Executions != sc+other {
				t.Fatalf("%s under %s: %v, %+v", prog.Path, m.Name, err, r)
			}
			if m == axiom.SC {
				want = sc
			}
			if sc != want || m == axiom.SC && other > 0 {
				t.Errorf("%s under %s: %d executions are of SC, %d are not; under sc there are %d", prog.Path, m.Name, sc, other, want)
			}
			found += int(other)
		}
	}
	if found == 0 {
		t.Error("every execution is sequentially consistent")
	}
}
