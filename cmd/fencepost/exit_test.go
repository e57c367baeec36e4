package main

import (
	"context"
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

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/terminal"
)

// Short names of the exit statuses.
const (
	exitOK          = exit.OK
	exitBug         = exit.Bug
	exitUsage       = exit.Usage
	exitIncomplete  = exit.Incomplete
	exitUnsupported = exit.Unsupported
	exitInternal    = exit.Internal
	exitShort       = exit.Short
	exitOutput      = exit.Output
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

	walked := []int{exitInternal}
	if got := run(context.Background(), []string{"check", "-"}, panicReader{}, io.Discard, io.Discard); got != exitInternal {
		t.Errorf("a panic ends with %d", got)
	}
	for _, c := range []struct {
		status int
		line   string
	}{
		{exitOK, "check " + right}, {exitOK, "test " + right}, {exitOK, "explore " + right}, {exitOK, "help"}, {exitOK, "run " + right},
		{exitBug, "check " + wrong}, {exitBug, "test " + wrong}, {exitBug, "explore " + wrong}, {exitBug, "run " + wrong},
		{exitUsage, "check --no-such-flag " + right}, {exitUsage, "check " + syntax}, {exitUsage, "explore " + dir + "/none.c"}, {exitUsage, "nothing"}, {exitUsage, "replay " + right},
		{exitIncomplete, "check --timeout 1s " + endless}, {exitIncomplete, "explore --timeout 1s --unroll 0 " + endless}, {exitIncomplete, "test --timeout 1s " + endless},
		{exitUnsupported, "check " + unsupported}, {exitUnsupported, "explore " + unsupported}, {exitUnsupported, "test " + unsupported},
		{exitShort, "run --memory 16000 --max-steps 1000000000 testdata/large.c"},
		{exitOutput, "check --html /dev/full " + right},
	} {
		line := fencepost + " " + c.line
		if c.status == exitShort {
			line = "ulimit -v 2500000; exec " + line
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
