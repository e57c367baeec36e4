package buffering_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/search/buffering"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models/c11"
)

// drawn returns the outcomes of so many executions at random under imm, those that promise
// counted as others, unless the executions have shown as many outcomes as there are.
func drawn(t testing.TB, p *code.Program, observed []explore.Observed, runs, all int) map[string]int64 {
	t.Helper()
	m := interp.New(p, c11.IMM, interp.Options{})
	strategies := []interp.Strategy{strategy.NewRandom(1), strategy.NewPCT(1, 3)}
	outcomes := map[string]int64{}
	for run := 0; run < runs && len(outcomes) != all; run++ {
		s := strategies[run%len(strategies)]
		s.Begin(run)
		if res := m.Run(context.Background(), s, nil); res.Outcome != interp.Completed {
			t.Fatalf("run %d: %v, %v", run, res.Outcome, res.Err)
		}
		outcomes[string(explore.AppendState(nil, m, observed))]++
	}
	return outcomes
}

// Every outcome that is drawn is one that the axioms of imm allow, and with enough executions
// all are drawn.
func TestPromises(t *testing.T) {
	t.Parallel()
	m, err := candidates.Lookup("imm")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 42))
	programs, missed, all := testsize.Count(40, 2000), 0, 0
	for n := range programs {
		src, observed := random(r)
		// What locations hold in the end is what main reads: the machine leaves it open.
		src = strings.Replace(src, "int main", "static int fx, fy, fz, fu, fv;\nint main", 1)
		src = strings.Replace(src, "return 0; }\n", "fx = x; fy = y; fz = z; fu = u[0]; fv = u[1]; return 0; }\n", 1)
		observed = append(observed[:len(observed)-4], "fx", "fy", "fz", "fu", "fv")
		p := compile(t, src)
		list, err := explore.Observe(p, observed)
		if err != nil {
			t.Fatal(err)
		}
		want, err := buffering.Run(context.Background(), p, m, buffering.Options{Outcome: func(dst []byte, x *buffering.Execution) []byte { return explore.AppendState(dst, x, list) }})
		if err != nil {
			t.Fatal(err, src)
		}
		got := drawn(t, p, list, testsize.Count(10_000, 40_000), len(want.Outcomes))
		for _, s := range slices.Sorted(maps.Keys(got)) {
			if want.Outcomes[s] == 0 {
				t.Fatalf("program %d: imm does not allow %s\n%s", n, s, src)
			}
		}
		for _, s := range slices.Sorted(maps.Keys(want.Outcomes)) {
			if all++; got[s] == 0 {
				t.Logf("program %d: not drawn: %s\n%s", n, s, src)
				missed++
			}
		}
	}
	t.Logf("%d programs: %d of %d outcomes were not drawn", programs, missed, all)
}
