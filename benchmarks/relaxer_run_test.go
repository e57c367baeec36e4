package benchmarks_test

import (
	"context"
	"slices"
	"testing"

	"fencepost/benchmarks"
	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"
)

// TestRelaxerExpectations checks every variant of every RELAXER program with
// the default settings, and compares what is found with the program's header:
// whether there is a bug under each model, and what becomes of its cycles. Of programs
// whose headers tell of no cycle it makes a fifth of the trials, but in long tests.
func TestRelaxerExpectations(t *testing.T) {
	for _, prog := range testsize.Part(4, programtest.All(t, "relaxer")) {
		for _, define := range prog.Want.Defines() {
			t.Run(prog.Path+define, func(t *testing.T) {
				t.Parallel()
				o := phase2.Options{Trials: phase2.DefaultTrials}
				if len(prog.Want.Cycles) == 0 {
					o.Trials = testsize.Count(phase2.DefaultTrials/5, phase2.DefaultTrials)
				}
				checkVariant(t, prog.Compile(t, define), define, prog.Want, o)
			})
		}
	}
}

func checkVariant(t *testing.T, p *code.Program, define string, want benchmarks.Expectation, o phase2.Options) {
	o.Workers = 1
	r, err := phase2.Check(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Incomplete != "" {
		t.Errorf("incomplete: %s", r.Incomplete)
	}
	verdict := func(model string, errors []witness.Finding) {
		bug, stated := want.Bug(define, model)
		if stated && bug != (len(errors) > 0) {
			t.Errorf("%s: bug found: %v, expected: %v", model, len(errors) > 0, bug)
			for _, f := range errors {
				t.Errorf("\t%v", f.Error)
			}
		}
	}
	verdict(models.SC.Name, r.SC.Errors)
	for i := range r.Models {
		m := &r.Models[i]
		if bug, _ := want.Bug(define, models.SC.Name); !bug {
			verdict(m.Model.Name, m.Errors)
		}
		for _, c := range want.Cycles {
			if c.Define == define && c.Model == m.Model.Name {
				checkCycle(t, p, m, c, want.Lines)
			}
		}
	}
}

// checkCycle compares the fate of a cycle, named by the roles of its lines,
// with that of the cycles of sites on these lines.
func checkCycle(t *testing.T, p *code.Program, m *phase2.ModelReport, c benchmarks.Cycle, lines map[int]int) {
	var want []int
	for _, role := range c.Roles {
		want = append(want, lines[role])
	}
	created, buggy := 0, 0
	for _, got := range m.Cycles {
		var at []int
		for _, s := range got.Cycle.Sites {
			at = append(at, p.Sites[s].Pos.Line)
		}
		if isRotation(at, want) {
			created += got.Confirmations
			buggy += got.Buggy
		}
	}
	ok := false
	switch c.Fate {
	case benchmarks.Buggy:
		ok = buggy > 0
	case benchmarks.Benign:
		ok = created > 0 && buggy == 0
	case benchmarks.Confirmed:
		ok = created > 0
	case benchmarks.Never:
		ok = created == 0
	}
	if !ok {
		t.Errorf("%s: cycle %v: created in %d trials, buggy in %d; expected: %s", m.Model.Name, c.Roles, created, buggy, c.Fate)
	}
}

// isRotation reports whether two cycles differ only in the pair they start with.
func isRotation(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for shift := 0; shift < len(a); shift += 2 {
		if slices.Equal(append(slices.Clone(a[shift:]), a[:shift]...), b) {
			return true
		}
	}
	return false
}
