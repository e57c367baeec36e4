package main

import (
	"bytes"
	"errors"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/exit"
)

// Programs whose executions are long, or spin, or all go wrong, have the same answer with
// every budget that has a name.
func TestBudgets(t *testing.T) {
	if !testsize.Whole() {
		t.Skip("each program takes seconds: TestPhases and TestAnswerIsStable have smaller ones")
	}
	t.Parallel()
	for _, want := range []struct {
		file, fix string
		budgets   []string
	}{
		{"mpmc.c", "relaxed -> acquire", []string{"quick", "normal", "deep"}},
		{"adds.c", "_Atomic sum", []string{"normal", "quick"}},
		{"threads.c", "_Atomic sum", []string{"quick", "normal"}},
		{"calls.c", "_Atomic sum", []string{"quick", "normal"}},
	} {
		for _, budget := range testsize.Part(3, want.budgets) {
			t.Run(want.file+" "+budget, func(t *testing.T) {
				t.Parallel()
				out, status := check(t, "--budget", budget, "testdata/budget/"+want.file)
				if status != exit.Bug || !strings.Contains(out, ": BUGGY (1 cause)") || !strings.Contains(out, "): "+want.fix) {
					t.Errorf("exit status %d, want the fix %s:\n%s", status, want.fix, out)
				}
			})
		}
	}
}

// The phases that -v tells of sum to the whole work. Estimates take a tenth of it at most.
func TestPhases(t *testing.T) {
	t.Parallel()
	programs := []string{
		"../../benchmarks/explore/fib.c", "testdata/budget/mpmc.c", "testdata/budget/mpmc_right.c", "testdata/budget/calls.c",
		"../../benchmarks/explore/lastzero.c", "../../benchmarks/sampling/turnstile.c", "../../benchmarks/litmus/IRIW+ll.c",
	}
	phase := regexp.MustCompile(`(?m)^(\D+?) +(\d+) units +\S+(?:, estimates (\d+) units)?$`)
	for _, program := range testsize.Part(3, programs) {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			out, _ := check(t, "-v", "--budget", "quick", program)
			var sum, estimates, whole int
			for _, m := range phase.FindAllStringSubmatch(out, -1) {
				units, _ := strconv.Atoi(m[2])
				estimated, _ := strconv.Atoi(m[3])
				if m[1] == "check" {
					whole = units
					continue
				}
				sum, estimates = sum+units, estimates+estimated
			}
			if whole == 0 || sum != whole || estimates > whole/10 {
				t.Errorf("the phases take %d of %d units, and estimates %d:\n%s", sum, whole, estimates, out)
			}
		})
	}
}

// check runs that command, and returns what it writes and its exit status.
func check(t *testing.T, args ...string) (out string, status int) {
	t.Helper()
	return output(t, exec.Command(builtCommand(), append([]string{"check"}, args...)...))
}

// output runs a command, and returns what it writes and its exit status.
func output(t *testing.T, c *exec.Cmd) (out string, status int) {
	t.Helper()
	var b bytes.Buffer
	c.Stdout, c.Stderr = &b, &b
	var exited *exec.ExitError
	if err := c.Run(); errors.As(err, &exited) {
		return b.String(), exited.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	return b.String(), 0
}

// The answer has the same bytes with one worker and with several, on a machine that is busy
// and for a process that others go before; by default the machine has only its other tests to do.
func TestAnswerIsStable(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("nice is a command of Linux")
	}
	programs := []string{
		"../../benchmarks/heldout/deque.c", "testdata/budget/mpmc.c", "testdata/budget/mpmc_right.c",
		"../../benchmarks/c11/ms-queue.c", "testdata/budget/calls.c", "../../benchmarks/verdicts/seqlock_reader.c",
		"../../benchmarks/relaxer/dekker.c", "../../benchmarks/verdicts/treiber_aba.c",
	}
	for _, program := range testsize.Part(3, testsize.Sample(2, programs)) {
		t.Run(program, func(t *testing.T) {
			args := []string{"check", "--budget", "quick", "--json", program}
			want, _ := output(t, exec.Command(builtCommand(), append(args, "--workers", "1")...))
			several, _ := output(t, exec.Command(builtCommand(), append(args, "--workers", "3")...))
			stop := func() {}
			if testsize.Whole() {
				stop = busy(t, 4)
			}
			nice, _ := output(t, exec.Command("nice", append([]string{"-n", "19", builtCommand()}, append(args, "--workers", "2")...)...))
			stop()
			if several != want || nice != want {
				t.Error("the answer depends on the number of workers, or on the load of the machine")
			}
		})
	}
}

// busy keeps processors busy, with what no other process waits for, until stop is called.
func busy(t *testing.T, processes int) (stop func()) {
	t.Helper()
	var all []*exec.Cmd
	for range processes {
		c := exec.Command("nice", "-n", "19", "sh", "-c", "while :; do :; done")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return func() {
		for _, c := range all {
			_ = c.Process.Kill()
			_ = c.Wait()
		}
	}
}
