package gen_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/gen/randomc"
)

// TestRandomPrograms compares what random programs print here with what they
// print when gcc compiled them.
func TestRandomPrograms(t *testing.T) {
	seed := *firstSeed
	for more := enough(8); more(); seed++ {
		text := randomc.Program(seed)
		want := gccOutput(t, text)
		r, got := run(t, compileText(t, "p.c", text))
		if r.Outcome != interp.Completed || got != want {
			t.Fatalf("seed %d: %v %v\nhere:\n%s\ngcc:\n%s\n%s", seed, r.Outcome, r.Err, got, want, text)
		}
	}
	t.Logf("programs %d to %d are the same", *firstSeed, seed-1)
}

// gccOutput returns what a program prints when gcc compiled it.
func gccOutput(t *testing.T, text string) string {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc")
	}
	dir := t.TempDir()
	source, exe := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, "-std=gnu11", "-w", "-fwrapv", "-mcx16", "-o", exe, source, "-latomic").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, text)
	}
	out, err := exec.Command(exe).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return string(out)
}

var (
	programTime = flag.Duration("for", 0, "how long random programs are compared with gcc, at least")
	programs    = flag.Int("programs", 0, "how many random programs are compared, at least; 0: a few of them")
	firstSeed   = flag.Uint64("seed", 0, "of random programs")
)

// enough returns a function that reports whether there is to be another program: n of
// them in long tests, or a part, if neither -programs nor -for says more.
func enough(n int) func() bool {
	n = max(testsize.Count(n/2, n), *programs)
	end := time.Now().Add(*programTime)
	return func() bool {
		n--
		return n >= 0 || time.Now().Before(end)
	}
}
