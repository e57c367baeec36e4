package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/exit"
)

// matcher is the pattern with which editors find the lines of GCC: file, line, column, severity
// and message.
var matcher = regexp.MustCompile(`^(.*?):(\d+):(\d*):?\s+(?:fatal\s+)?(warning|error|note):\s+(.*)$`)

// Whatever a program does, check, test and explore answer on one screen, and editors find the
// place of each error. The verdict is below the errors.
func TestScreens(t *testing.T) {
	t.Parallel()
	var programs []string
	for _, folder := range []string{"c11", "relaxer", "litmus", "explore", "heldout", "verdicts", "sampling", "linearizable", "liveness"} {
		files, err := filepath.Glob("../../benchmarks/" + folder + "/*.c")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no programs: %v", folder, err)
		}
		programs = append(programs, files...)
	}
	commands := [][]string{{"check", "--budget", "quick"}, {"test", "--executions", "100"}, {"explore", "--executions", "500"}}
	errors := 0
	for _, program := range testsize.Part(1, testsize.Part(12, testsize.Sample(9, programs))) {
		for _, command := range commands {
			c := exec.Command(builtCommand(), append(command, program)...)
			out, status := output(t, c)
			lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
			if len(lines) > screenLines {
				t.Errorf("%s has %d lines:\n%s", c, len(lines), out)
			}
			if status != exit.Bug {
				continue
			}
			found := 0
			for _, line := range lines {
				if m := matcher.FindStringSubmatch(line); m != nil && m[4] == "error" {
					if found++; !strings.HasSuffix(m[1], ".c") && !strings.HasSuffix(m[1], ".h") && !strings.HasPrefix(m[1], "<") {
						t.Errorf("%s: %q is no file", c, m[1])
					}
				}
			}
			if command[0] == "check" {
				followAdvice(t, out)
			}
			if errors += found; found == 0 {
				t.Errorf("%s has no error that an editor finds:\n%s", c, out)
			}
			verdict := lines[len(lines)-1]
			if strings.HasPrefix(verdict, "  ") { // what it holds for
				verdict = lines[len(lines)-2]
			}
			if !strings.Contains(verdict, ": ") || matcher.MatchString(verdict) {
				t.Errorf("%s does not end with its verdict:\n%s", c, out)
			}
		}
	}
	if errors == 0 {
		t.Error("no program has an error")
	}
}

// followAdvice runs the command that an answer advises, which must find a change, or look on
// for longer.
func followAdvice(t *testing.T, answer string) {
	t.Helper()
	const advice = "  To look for a fix: fencepost "
	for line := range strings.Lines(answer) {
		rest, ok := strings.CutPrefix(line, advice)
		if !ok || strings.HasPrefix(rest, "check --budget ") {
			continue
		}
		c := exec.Command(builtCommand(), append(strings.Fields(rest), "--timeout", "1m")...)
		if out, _ := output(t, c); !strings.Contains(out, "\n+++ ") {
			t.Errorf("%s is advised, and finds no change:\n%s", c, out)
		}
	}
}
