package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/llvm/clang"
)

// TestREADME runs each command that README.md shows with its output: the lines shown
// are the first ones of the output, and after "..." some that come later.
func TestREADME(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	examples := 0
	for _, block := range strings.Split(string(text), "\n    $ ")[1:] {
		command, rest, _ := strings.Cut(block, "\n")
		var shown []string
		for line := range strings.SplitSeq(rest, "\n") {
			if line != "" && !strings.HasPrefix(line, "    ") {
				break
			}
			shown = append(shown, strings.TrimPrefix(line, "    "))
		}
		if strings.TrimSpace(strings.Join(shown, "")) == "" {
			continue
		}
		examples++
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			if _, ok := clang.Find(); strings.HasSuffix(command, ".cpp") && (!ok || !testsize.Whole()) {
				t.Skip("there is no clang, or the scripts of C++ suffice")
			}
			cmd := exec.Cmd{Path: self, Args: strings.Fields(command), Dir: "../.."}
			out, _ := cmd.Output()
			lines := strings.Split(string(out), "\n")
			skip := false
			for _, want := range shown {
				if strings.TrimSpace(want) == "..." {
					skip = true
				}
				if skip && strings.Trim(want, " .") == "" {
					continue
				}
				for skip && len(lines) > 0 && lines[0] != want {
					lines = lines[1:]
				}
				if len(lines) == 0 || lines[0] != want && want != "" {
					t.Fatalf("the output has no line %q there:\n%s", want, out)
				}
				lines, skip = lines[1:], false
			}
		})
	}
	if examples < 4 {
		t.Errorf("README.md shows the output of %d commands", examples)
	}
}
