package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/exit"
	"fencepost/interp/llvm/clang"
)

// A suite that runs again does not run the compiler of C++ again, until a header changes.
func TestSuiteKeepsTexts(t *testing.T) {
	if !testsize.Whole() {
		t.Skip("clang takes seconds")
	}
	compiler, ok := clang.Find()
	if !ok {
		t.Skip(clang.Missing)
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell to count by")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	log := filepath.Join(dir, "log")
	for name, text := range map[string]string{
		"clang-counted":   fmt.Sprintf("#!%s\ncase \"$*\" in *emit-llvm*) echo run >>'%s';; esac\nexec '%s' \"$@\"\n", shell, log, compiler),
		"fencepost.toml":  "[[harness]]\nglob = \"*.cpp\"\ninclude = [\"include\"]\n",
		"include/order.h": "#define ORDER std::memory_order_release\n",
		"a.cpp":           "#include <atomic>\n#include \"order.h\"\nstd::atomic<int> x;\nint main() { x.store(1, ORDER); }\n",
		"b.cpp":           "#include <atomic>\nstd::atomic<int> x;\nint main() { x.store(1); }\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("CC", filepath.Join(dir, "clang-counted"))
	for _, step := range []struct {
		change string // file=text
		runs   int    // of the compiler
	}{
		{"", 2}, {"", 0}, {"include/order.h=#define ORDER std::memory_order_relaxed\n", 1}, {"", 0},
		{"order.h=#define ORDER std::memory_order_relaxed\n", 1}, {"b.cpp=#include <atomic>\nint main() {}\n", 1}, {"", 0},
	} {
		if name, text, ok := strings.Cut(step.change, "="); ok {
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		_ = os.Remove(log) // of the step before
		var out bytes.Buffer
		if status := run(context.Background(), []string{"check"}, strings.NewReader(""), &out, &out); status != exit.OK {
			t.Fatalf("status %d: %s", status, out.String())
		}
		text, _ := os.ReadFile(log) // none: the compiler was not run
		if runs := strings.Count(string(text), "run"); runs != step.runs {
			t.Errorf("after %q the compiler ran %d times, want %d", step.change, runs, step.runs)
		}
	}
}
