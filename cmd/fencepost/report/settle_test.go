package report

import (
	"testing"

	"fencepost/interp/machine/work"
	"fencepost/models/axiom"
	"fencepost/phase2/verdict"
)

// TestSettle: the time of an exploration is told if its estimate may still be right.
func TestSettle(t *testing.T) {
	for _, c := range []struct {
		executions int64
		expected   float64
		complete   bool
		endless    bool
		want       string
	}{
		{8000, 20_000, false, false, "fencepost explore --model tso a.c, for a minute"},
		{8000, 900, false, false, "fencepost explore --model tso a.c"},
		{8000, 0, false, false, "fencepost explore --model tso a.c"},
		{8000, 20_000, false, true, "fencepost explore --model tso --unroll 4 a.c"},
		{8000, 8000, true, false, ""},
	} {
		a := &verdict.Answer{Explored: []verdict.Exploration{{Model: axiom.TSO, Executions: c.executions, Complete: c.complete, Endless: c.endless, Expected: c.expected, Units: 30 * work.PerSecond}}}
		if got := settle(a, "a.c"); got != c.want {
			t.Errorf("%+v: %q, want %q", c, got, c.want)
		}
	}
}
