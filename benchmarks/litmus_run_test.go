package benchmarks_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
)

// TestLitmusExhaustively runs every litmus program exhaustively under every model
// and compares the outcomes with those that its header states.
func TestLitmusExhaustively(t *testing.T) {
	for _, prog := range testsize.Part(4, programtest.All(t, "litmus")) {
		t.Run(prog.Name(), func(t *testing.T) {
			t.Parallel()
			p, want := prog.Compile(t), prog.Want
			for _, m := range models.All() {
				got, runs := outcomes(t, p, m, want.Observe)
				if !slices.Equal(got, want.Outcomes[m.Name]) {
					t.Errorf("%s (%d executions): outcomes\n\t%s\nwant\n\t%s", m.Name, runs,
						strings.Join(got, " "), strings.Join(want.Outcomes[m.Name], " "))
				}
			}
		})
	}
}

// outcomes enumerates the executions of p and returns the distinct final
// values of the observed variables, sorted, and the number of executions.
func outcomes(t *testing.T, p *code.Program, m *models.Model, observe []string) ([]string, int) {
	var objects []code.Object
	for _, name := range observe {
		i := slices.IndexFunc(p.Objects, func(o code.Object) bool { return o.Name == name })
		if i < 0 {
			t.Fatalf("no variable %s", name)
		}
		objects = append(objects, p.Objects[i])
	}
	mc := interp.New(p, m, interp.Options{})
	s := &strategy.DFS{Reduced: true}
	seen := map[string]bool{}
	runs := 0
	for ; s.Begin(runs); runs++ {
		res := mc.Run(context.Background(), s, nil)
		if res.Outcome == interp.Discarded {
			continue
		}
		if res.Outcome != interp.Completed {
			t.Fatalf("%s: %v %v", m.Name, res.Outcome, res.Err)
		}
		var values []string
		for _, o := range objects {
			v, _ := mc.Final(o.Addr, uint8(o.Size))
			values = append(values, fmt.Sprint(int32(v)))
		}
		seen[strings.Join(values, ",")] = true
	}
	var list []string
	for o := range seen {
		list = append(list, o)
	}
	slices.Sort(list)
	return list, runs
}
