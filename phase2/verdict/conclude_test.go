package verdict

import (
	"context"
	"slices"
	"testing"

	"fencepost/interp"
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
