package cycles

import (
	"testing"

	"fencepost/predict"
)

// A cycle without stutter reads is decided when all executions were explored, whether
// looking for stutter reads ended or not.
func TestReason(t *testing.T) {
	pr := &prover{
		cycles:   []predict.Cycle{{Sites: []int32{0, 1}}, {Sites: []int32{2, 3}}, {Sites: []int32{2, 3}}},
		has:      make([]int, 3),
		run:      make([]bool, 3),
		perhaps:  []bool{false, false, true},
		stutters: []bool{false, false, false, true},
	}
	for _, c := range []struct {
		complete, settled bool
		want              [3]Reason
	}{
		{false, false, [3]Reason{Undecided, Undecided, Undecided}},
		{true, false, [3]Reason{Impossible, Undecided, Undecided}},
		{true, true, [3]Reason{Impossible, Impossible, PerhapsStutter}},
	} {
		for i, want := range c.want {
			if got := pr.reason(i, c.complete, c.settled); got != want {
				t.Errorf("complete %v, settled %v: cycle %d: %v, not %v", c.complete, c.settled, i, got, want)
			}
		}
	}
}
