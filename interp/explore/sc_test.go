package explore_test

import (
	"context"
	"io/fs"
	"testing"

	"fencepost/benchmarks"
	"fencepost/interp/cfront"
	"fencepost/interp/explore"
	"fencepost/models/axiom"
)

// Of the executions under any model as many are sequentially consistent as there
// are under SC.
func TestGraphSC(t *testing.T) {
	names, err := fs.Glob(benchmarks.Files, "litmus/*.c")
	if err != nil || len(names) == 0 {
		t.Fatal("no programs", err)
	}
	found := 0
	for _, name := range names {
		src, err := benchmarks.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := cfront.Compile(name, src, cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var want int64
		for _, m := range axiom.All() {
			var sc, other int64
			r, err := explore.Run(context.Background(), p, m, explore.Options{Workers: 1, Each: func(x *explore.Execution) {
				if x.Graph().SC() {
					sc++
				} else {
					other++
				}
			}})
			if err != nil || !r.Complete || r.Executions != sc+other {
				t.Fatalf("%s under %s: %v, %+v", name, m.Name, err, r)
			}
			if m == axiom.SC {
				want = sc
			}
			if sc != want || m == axiom.SC && other > 0 {
				t.Errorf("%s under %s: %d executions are of SC, %d are not; under sc there are %d", name, m.Name, sc, other, want)
			}
			found += int(other)
		}
	}
	if found == 0 {
		t.Error("every execution is sequentially consistent")
	}
}
