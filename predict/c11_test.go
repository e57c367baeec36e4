package predict

import (
	"strings"
	"testing"

	"fencepost/models"
	native "fencepost/models/c11"
	"fencepost/trace"
)

// TestChained is the rule for a thread in which two edges that synchronise meet (hb of
// RC11, section 3 of Lahav et al., PLDI 2017): x is written, then y; who reads y writes z;
// who reads z looks for x. It is found in any case if what the second thread acquires comes
// before what it releases; a fence that releases first hands nothing on.
func TestChained(t *testing.T) {
	orders := map[string]trace.Order{"": trace.Relaxed, "acq": trace.Acquire, "rel": trace.Release, "sc": trace.SeqCst}
	for _, c := range []struct {
		middle   string
		possible bool
	}{
		{"Ry:acq Wz:rel", false},
		{"Ry:acq F:rel Wz", false},
		{"Ry F:acq Wz:rel", false},
		{"Ry F:sc Wz", false},
		{"Ry F:rel F:acq Wz", true},
		{"Ry:acq Wz", true},
		{"Ry Wz:rel", true},
		{"Ry Wz", true},
	} {
		var ops [][]string
		var order []trace.Order
		for _, th := range []string{"Wx Wy:rel", c.middle, "Rz:acq Rx"} {
			var list []string
			for _, w := range strings.Fields(th) {
				op, o, _ := strings.Cut(w, ":")
				if op == "F" {
					op = "ss"
				}
				list, order = append(list, op), append(order, orders[o])
			}
			ops = append(ops, list)
		}
		events := program(ops...)
		for i := range events {
			if events[i].Order = order[i]; events[i].Kind == trace.Fence {
				events[i].Value = 0
			}
		}
		p := predictAll(Options{MaxLen: 6, Models: []*models.Model{native.Model}}, events)
		found := false
		for _, cycle := range p.Cycles(native.Model) {
			found = found || len(cycle.Sites) == 6
		}
		if found != c.possible {
			t.Errorf("%s: predicted %v, want %v: %v", c.middle, found, c.possible, p.Cycles(native.Model))
		}
	}
}
