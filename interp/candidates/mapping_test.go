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
			for _, c := range corpus(t, "c11") {
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
