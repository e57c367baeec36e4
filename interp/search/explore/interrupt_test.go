package explore_test

import (
	"context"
	"testing"

	"fencepost/interp"

	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// TestInterrupted: a search that a context cuts short is never complete, however little is left.
func TestInterrupted(t *testing.T) {
	test, err := litmus.Parse("SB", []byte("C SB\n{}\nP0(atomic_int* x, atomic_int* y) { atomic_store_explicit(x,1,memory_order_relaxed); int r0 = atomic_load_explicit(y,memory_order_relaxed); }\nP1(atomic_int* x, atomic_int* y) { atomic_store_explicit(y,1,memory_order_relaxed); int r0 = atomic_load_explicit(x,memory_order_relaxed); }\nexists (0:r0=0 /\\ 1:r0=0)\n"))
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		ctx, stop := context.WithCancel(context.Background())
		r, err := explore.Run(ctx, test.Program, axiom.TSO, explore.Options{
			Workers: 1, Machine: interp.Options{Semantics: interp.Semantics{WeakFail: true}},
			Every: func(*explore.Execution, bool) { stop() },
		})
		if err != nil {
			t.Fatal(err)
		}
		if r.Complete && r.Executions < 4 {
			t.Fatalf("%d executions of 4 are said to be all", r.Executions)
		}
	}
}
