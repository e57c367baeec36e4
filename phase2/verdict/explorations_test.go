package verdict

import (
	"testing"

	"fencepost/interp/search/explore"
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
