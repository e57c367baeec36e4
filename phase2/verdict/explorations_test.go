package verdict

import (
	"slices"
	"strings"
	"testing"

	"fencepost/interp"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/phase2"
	"fencepost/trace"
)

// All is explored, and right, if that is so under each model that is asked for, and sequential
// consistency shows no error, explored to the end or not.
func TestCompleteExplorations(t *testing.T) {
	t.Parallel()
	right, wrong := &explore.Report{}, &explore.Report{Errors: make([]explore.Counterexample, 1)}
	for _, c := range []struct {
		name     string
		complete [3]bool
		found    [3]*explore.Report
		want     bool
	}{
		{"all", [3]bool{true, true, true}, [3]*explore.Report{right, right, right}, true},
		{"sequential consistency is not asked for", [3]bool{false, true, true}, [3]*explore.Report{nil, right, right}, true},
		{"one model is not explored to the end", [3]bool{true, true, false}, [3]*explore.Report{right, right, right}, false},
		{"one is not begun", [3]bool{true, false, true}, [3]*explore.Report{right, nil, right}, false},
		{"one shows an error", [3]bool{true, true, true}, [3]*explore.Report{right, right, wrong}, false},
		{"sequential consistency does", [3]bool{true, true, true}, [3]*explore.Report{wrong, right, right}, false},
	} {
		x := &explorations{list: make([]Exploration, 3), found: c.found[:]}
		for i := range x.list {
			x.list[i].Complete = c.complete[i]
		}
		if got := x.complete(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// An explored execution in which threads wait has the error of a run in which they wait at the same
// lines.
func TestNameWaits(t *testing.T) {
	t.Parallel()
	wait := func(line, col int) *interp.Error {
		e := &interp.Error{Kind: interp.Livelock, Pos: trace.Pos{File: "a.c", Line: line, Col: col}}
		e.Waiting = []interp.Waiter{{Spins: true, Pos: e.Pos}}
		return e
	}
	run := func(e *interp.Error) witness.Finding { return witness.Finding{Error: e, Witness: &witness.Witness{}} }
	explored := func(e *interp.Error) witness.Finding {
		return witness.Finding{Error: e, Witness: &witness.Witness{Explored: true}}
	}
	head, other := wait(3, 2), wait(5, 2)
	a := &Answer{Report: &phase2.Report{Models: []phase2.ModelReport{
		{Model: c11.Model, Errors: []witness.Finding{explored(wait(3, 9)), explored(wait(4, 9)), explored(wait(5, 9)), run(other)}},
		{Model: models.PSO, Errors: []witness.Finding{run(head)}},
	}}}
	a.nameWaits()
	var got []*interp.Error
	for _, f := range a.Report.Models[0].Errors {
		got = append(got, f.Error)
	}
	if len(got) != 3 || got[0] != head || got[1].Pos.Col != 9 || got[2] != other {
		t.Errorf("%v", got)
	}
	if errors := a.Report.Models[1].Errors; len(errors) != 1 || errors[0].Error != head {
		t.Errorf("%v", errors)
	}
}

// The executions of a model that another one contains are explored if that shows an error, or was not
// explored to the end.
func TestContained(t *testing.T) {
	t.Parallel()
	right, wrong := &explore.Report{}, &explore.Report{Errors: make([]explore.Counterexample, 1)}
	for _, c := range []struct {
		name     string
		ends     bool // an execution is known that completes
		complete []string
		found    map[string]*explore.Report
		all      bool
		want     string
	}{
		{"at first", true, nil, nil, false, "c11 pslo"},
		{"if not all can be explored to the end", true, nil, nil, true, "c11 pslo pso tso sc"},
		{"c11 is right", true, []string{"c11"}, map[string]*explore.Report{"c11": right}, true, "pslo pso tso"},
		{"pslo is", true, []string{"pslo"}, map[string]*explore.Report{"pslo": right}, true, "c11"},
		{"both are", true, []string{"c11", "pslo"}, map[string]*explore.Report{"c11": right, "pslo": right}, true, ""},
		{"pso is", true, []string{"pso"}, map[string]*explore.Report{"pso": right}, true, "c11 pslo"},
		{"pslo shows an error", true, []string{"pslo"}, map[string]*explore.Report{"pslo": wrong}, false, "c11 pso tso sc"},
		{"no execution may complete", false, []string{"pslo"}, map[string]*explore.Report{"pslo": right}, true, "c11 pso tso sc"},
	} {
		o := &Options{}
		o.Campaign.Models = []*models.Model{c11.Model, models.TSO, models.PSO, models.PSLO}
		x := newExplorations(nil, o)
		x.completes = c.ends
		for i := range x.list {
			x.list[i].Complete, x.found[i] = slices.Contains(c.complete, x.list[i].Name()), c.found[x.list[i].Name()]
		}
		x.noteContained()
		var names []string
		for _, p := range x.open(c.all) {
			names = append(names, x.list[p.model].Name())
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
