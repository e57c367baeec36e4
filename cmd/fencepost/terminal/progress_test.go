package terminal

import (
	"strings"
	"testing"
	"time"

	"fencepost/interp/machine/witness"
)

// TestTell checks what a line of progress says of each stage of a check.
func TestTell(t *testing.T) {
	for _, c := range []struct {
		p    witness.Progress
		want string
	}{
		{witness.Progress{Stage: "sc", Done: 20, Total: 20, Executions: 20}, "sc: 20 of 20, 20 executions"},
		{witness.Progress{Stage: "test tso", Done: 64, Total: 64, Executions: 64}, "test tso: 64 of 64, 64 executions"},
		{witness.Progress{Stage: "explore c11", Executions: 2048}, "explore c11: 2048 executions"},
		{witness.Progress{Stage: "tso", Done: 4, Total: 4, Executions: 90, Confirmed: 3, Buggy: 1}, "tso: 4 of 4, 90 executions, 3 confirmed, 1 buggy"},
		{witness.Progress{Stage: witness.Mending, Done: 12, Executions: 700}, "fix of a bug: 700 executions, 12 changes tried"},
	} {
		var b strings.Builder
		m := NewMeter(&b)
		if m.Tell(c.p); strings.TrimPrefix(b.String(), "\r\x1b[K") != c.want {
			t.Errorf("%q, want %q", b.String(), c.want)
		}
		if timings := m.Close(); len(timings) != 1 || !strings.HasPrefix(timings[0], c.p.Stage+": ") {
			t.Errorf("timings %q", timings)
		}
	}
}

// Lines follow each other slowly enough to be read.
func TestRate(t *testing.T) {
	var b strings.Builder
	m := NewMeter(&b)
	m.shown = time.Now().Add(time.Hour)
	m.Tell(witness.Progress{Stage: "sc"})
	if b.Len() > 0 {
		t.Errorf("%q too early", b.String())
	}
}
