package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/terminal"
)

// Each exit status is one that a command ends with, and the help and the README name it.
func TestExitStatuses(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" || raceEnabled {
		t.Skip("limits and full devices are those of Linux, without the race detector's")
	}
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	right := file("right.c", "int main(void) { return 0; }\n")
	wrong := file("wrong.c", "#include <assert.h>\nint main(void) { assert(0); return 0; }\n")
	syntax := file("syntax.c", "int main(void) {\n")
	endless := file("endless.c", "#include <stdatomic.h>\n#include <pthread.h>\natomic_int x;\nvoid *f(void *p) { for (;;) x++; }\nint main(void) { pthread_t t; pthread_create(&t, 0, f, 0); for (;;) x++; }\n")
	unsupported := file("unsupported.c", "int main(void) { __asm__(\"cpuid\"); return 0; }\n")
	fencepost := builtCommand()

	walked := []int{exit.Internal}
	if got := run(context.Background(), []string{"check", "-"}, panicReader{}, io.Discard, io.Discard); got != exit.Internal {
		t.Errorf("a panic ends with %d", got)
	}
	for _, c := range []struct {
		status int
		line   string
	}{
		{exit.OK, "check " + right}, {exit.OK, "test " + right}, {exit.OK, "explore " + right}, {exit.OK, "help"}, {exit.OK, "run " + right},
		{exit.Bug, "check " + wrong}, {exit.Bug, "test " + wrong}, {exit.Bug, "explore " + wrong}, {exit.Bug, "run " + wrong},
		{exit.Usage, "check --no-such-flag " + right}, {exit.Usage, "check " + syntax}, {exit.Usage, "explore " + dir + "/none.c"}, {exit.Usage, "nothing"}, {exit.Usage, "replay " + right},
		{exit.Incomplete, "check --timeout 100ms " + endless}, {exit.Incomplete, "explore --timeout 100ms --unroll 0 " + endless}, {exit.Incomplete, "test --timeout 100ms " + endless},
		{exit.Unsupported, "check " + unsupported}, {exit.Unsupported, "explore " + unsupported}, {exit.Unsupported, "test " + unsupported},
		{exit.Short, "run --memory 16000 --max-steps 1000000000 testdata/large.c"},
		{exit.Output, "check --html /dev/full " + right},
	} {
		line := fencepost + " " + c.line
		if c.status == exit.Short {
			limit := "ulimit -v 2500000"
			if !testsize.Whole() {
				limit = "ulimit -n 6" // the process does not even begin
			}
			line = limit + "; exec " + line
		}
		out, got := output(t, exec.Command("sh", "-c", line))
		if got != c.status {
			t.Errorf("%s: exit status %d, want %d:\n%s", c.line, got, c.status, out)
		}
		walked = append(walked, c.status)
	}

	slices.Sort(walked)
	walked = slices.Compact(walked)
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	topic, _ := help.Topic("exit-status", terminal.DefaultWidth)
	_, sentence, _ := strings.Cut(string(readme), "The exit status is ")
	sentence, _, _ = strings.Cut(sentence, "are faults")
	for where, text := range map[string]string{"the help of check": exit.Help, "help exit-status": topic, "README.md": sentence} {
		pattern := `(?m)^ {1,2}(\d+) `
		if where == "README.md" {
			pattern = `\b(\d+)\b`
		}
		var named []int
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			n, _ := strconv.Atoi(m[1])
			named = append(named, n)
		}
		if slices.Sort(named); !slices.Equal(named, walked) {
			t.Errorf("%s names the exit statuses %v, and commands end with %v", where, named, walked)
		}
	}
}

// full is an output that has no room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// An output that cannot be written does not hide that there is a bug.
func TestOutputLost(t *testing.T) {
	t.Parallel()
	for program, want := range map[string]int{"mailbox.c": exit.Output, "mailbox_store.c": exit.Bug} {
		for _, format := range []string{"--quiet", "--json"} {
			var stderr strings.Builder
			got := run(context.Background(), []string{"test", "--executions", "20", format, "../../benchmarks/verdicts/" + program}, strings.NewReader(""), full{}, &stderr)
			if got != want || !strings.Contains(stderr.String(), "the output cannot be written") {
				t.Errorf("%s %s: status %d, want %d, %q", format, program, got, want, stderr.String())
			}
		}
	}
}
