package candidates_test

import (
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
)

// What a C test may do when it is compiled by the standard mapping of a machine, C
// allows: C11 as first formalised, or RC11, whose seq_cst is weaker. Of a test with a
// race nothing is said.
func TestMappings(t *testing.T) {
	for _, name := range []string{"armv8", "armv7", "power", "riscv"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, weaker, tests := lookup(t, name), 0, 0
			for i, c := range corpus(t, "c11") {
				if testsize.LeftOut(3, i) {
					continue
				}
				orig, repaired := c.results["c11orig"], c.results["rc11"]
				if orig.verdict == "Undef" || repaired.verdict == "Undef" {
					continue
				}
				tests++
				out, _ := run(t, c.test, m)
				for _, s := range texts(out) {
					if !slices.Contains(repaired.states, s) {
						weaker++
						if !slices.Contains(orig.states, s) {
							t.Errorf("%s: %s allows %s", c.test.Name, name, s)
						}
					}
				}
			}
			if tests == 0 || testsize.Long() && weaker == 0 {
				t.Errorf("%d tests, %d states of load buffering", tests, weaker)
			}
		})
	}
}

// A register that is given a constant depends on no read, whichever register it is.
func TestConstantDependsOnNothing(t *testing.T) {
	t.Parallel()
	test := parse(t, "LB", []byte(`C LB
{ }
P0 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
  int r1 = 1;
  atomic_store_explicit(y, r1, memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
  int r1 = 1;
  atomic_store_explicit(x, r1, memory_order_relaxed);
}
exists (0:r0=1 /\ 1:r0=1)
`))
	for _, name := range []string{"armv8", "armv7", "power", "riscv"} {
		if out, _ := run(t, test, lookup(t, name)); out.Observation() != "Sometimes" {
			t.Errorf("%s: %s", name, out.Observation())
		}
	}
}
