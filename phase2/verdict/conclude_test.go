package verdict

import (
	"context"
	"slices"
	"testing"

	"fencepost/interp"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/phase2"
	"fencepost/trace"
)

// An error that exploring found and no run of the machine shows is told, and makes a program
// neither buggy nor proved.
func TestUnrun(t *testing.T) {
	t.Parallel()
	a := &Answer{
		Report:   &phase2.Report{},
		Explored: []Exploration{{Model: axiom.Of(c11.Model), machine: c11.Model, Complete: true}},
		Unrun:    []Failure{{Error: &interp.Error{Kind: interp.AssertionFailed, Pos: trace.Pos{File: "a.c", Line: 3, Col: 2}}, Models: []*models.Model{c11.Model}}},
	}
	a.conclude(context.Background())
	if want := "a.c:3:2: assertion failed [c11]: possible, no run found"; a.Conclusion != Tested || !slices.Equal(a.NotExamined, []string{want}) {
		t.Errorf("%s, %q; want %s, %q", a.Conclusion, a.NotExamined, Tested, want)
	}
	a.Unrun, a.NotExamined = nil, nil
	if a.conclude(context.Background()); a.Conclusion != Proved || len(a.NotExamined) > 0 {
		t.Errorf("%s, %q; want %s", a.Conclusion, a.NotExamined, Proved)
	}
}

// Where no test came to its end, what exploring completed decides: all executions may lie beyond
// what tests reach, as behind an assumption.
func TestNoneEnded(t *testing.T) {
	t.Parallel()
	explored := func(language, tso bool) []Exploration {
		return []Exploration{
			{Model: axiom.Of(c11.Model), machine: c11.Model, Complete: true, completes: language},
			{Model: axiom.Of(models.TSO), machine: models.TSO, Complete: true, completes: tso},
		}
	}
	for _, c := range []struct {
		language   bool
		tso        bool
		conclusion Conclusion
		incomplete string
	}{
		{true, true, Proved, ""},
		{true, false, Incomplete, "no execution completed under tso"},
		{false, false, Incomplete, "no execution completed"},
	} {
		a := &Answer{Report: &phase2.Report{Incomplete: witness.NoneEnded}, Explored: explored(c.language, c.tso)}
		if a.conclude(context.Background()); a.Conclusion != c.conclusion || a.Report.Incomplete != c.incomplete {
			t.Errorf("c11 completes %v, tso %v: %s, %q; want %s, %q", c.language, c.tso, a.Conclusion, a.Report.Incomplete, c.conclusion, c.incomplete)
		}
	}
}
