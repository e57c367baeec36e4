package report

import (
	"strings"
	"testing"

	"fencepost/interp/machine/witness"
	"fencepost/models/c11"
)

// An execution that is too long to be kept by its number is not told by it.
func TestLongExecutionHasNoNumber(t *testing.T) {
	t.Parallel()
	w := &witness.Witness{Model: c11.Model, Choices: make([]int32, maxKept)}
	if got := tellBy(w, 1); got != "fencepost explain 1" {
		t.Errorf("%d choices: %q", len(w.Choices), got)
	}
	w.Choices = append(w.Choices, 0)
	if got := tellBy(w, 1); !strings.Contains(got, "--out DIR") {
		t.Errorf("%d choices: %q", len(w.Choices), got)
	}
}
