package main

import (
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/report"
)

// TestCauses, test and explore tell the same kinds of causes of the same program, and the same changes
// that mend it, though not all by the same executions.
func TestCauses(t *testing.T) {
	t.Parallel()
	var programs []string
	for _, folder := range []string{"c11", "verdicts"} {
		files, err := filepath.Glob("../../benchmarks/" + folder + "/*.c")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no programs: %v", folder, err)
		}
		programs = append(programs, files...)
	}
	programs = append(programs, "testdata/answers/check_then_act.c", "testdata/answers/expected_stale.c", "testdata/answers/lost_wakeup.c")
	wrong := 0
	for _, program := range testsize.Part(6, programs) {
		want := causesOf(t, exec.Command(builtCommand(), "check", "--json", program))
		wrong += min(1, len(want))
		for _, command := range [][]string{{"test", "--json"}, {"explore", "--json", "--executions", "20000"}} {
			c := exec.Command(builtCommand(), append(command, program)...)
			if got := causesOf(t, c); !slices.Equal(got, want) {
				t.Errorf("%s: causes %q, of check %q", c, got, want)
			}
		}
	}
	if wrong == 0 {
		t.Error("no program has a cause")
	}
}

// causesOf returns kinds of causes and changes that mend them, each once, in order.
func causesOf(t *testing.T, c *exec.Cmd) (list []string) {
	t.Helper()
	text, err := c.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	var out struct {
		report.Answer
		Files []report.Answer
	}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatalf("%s: %v", c, err)
	}
	causes := out.Causes
	if len(out.Files) > 0 {
		causes = out.Files[0].Causes
	}
	for _, x := range causes {
		list = append(list, x.Kind)
		if x.Fix != nil {
			list = append(list, strings.Split(x.Fix.Description, ", ")...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
