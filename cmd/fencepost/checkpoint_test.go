package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/exit"
)

// A loop that may go on for ever, which only late executions show: the search begins anew.
const lateEndless = `#include <pthread.h>
#include <stdatomic.h>
atomic_int go, x, y, z;
static void *spin(void *p)
{
	for (int i = 0; i < 6; i++)
		z = atomic_fetch_add_explicit(&y, 1, memory_order_relaxed);
	while (atomic_load_explicit(&go, memory_order_relaxed) == 3)
		atomic_store_explicit(&x, 1, memory_order_relaxed);
	return p;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, spin, 0);
	for (int i = 1; i < 7; i++) {
		atomic_store_explicit(&go, i, memory_order_relaxed);
		atomic_fetch_add_explicit(&y, 1, memory_order_relaxed);
	}
	pthread_join(t, 0);
	return 0;
}
`

// A command that is killed or interrupted at any moment and given again says in the end
// what it says without.
func TestCheckpointKilled(t *testing.T) {
	late := filepath.Join(t.TempDir(), "late.c")
	if err := os.WriteFile(late, []byte(lateEndless), 0o666); err != nil {
		t.Fatal(err)
	}
	kills, size := 4, "4"
	if testsize.Long() {
		kills, size = 100, "6"
	}
	r := rand.New(rand.NewPCG(1, 2))
	resumed := 0
	lines := []string{
		"explore --json -D N=" + size + " $B/explore/coa.c",
		"explore --json --traces --unroll 2 -D BUGGY $B/c11/seqlock.c",
		"explore --model all --observe r1,r2 --sarif F --github G $B/litmus/IRIW.c",
		"explore --at-exit stop --no-symmetry -D N=3 $B/explore/fib.c",
		"explore ../../interp/hardware/litmus/testdata/c11",
		"test --executions 20000 --html F $B/litmus/SB.c",
		"test --json --until-bug --executions 20000 --strategy random $B/c11/seqlock.c",
	}
	if testsize.Whole() {
		lines = append(lines, "explore --html F --dot G "+late, "explore --model tso $B/explore/indexer.c", "explore $B/liveness/fetch.c")
	} else {
		kills = 3 // of commands that are short
	}
	for _, line := range lines {
		dir := t.TempDir()
		files := []string{filepath.Join(dir, "F"), filepath.Join(dir, "G")}
		args := strings.Fields(strings.NewReplacer("$B", "../../benchmarks", " F ", " "+files[0]+" ", " G ", " "+files[1]+" ").Replace(line))
		written := func() (all []byte) {
			for _, f := range files {
				text, _ := os.ReadFile(f)
				all = append(all, text...)
				os.Remove(f)
			}
			return all
		}
		want, status := command(t, args...)
		wantFiles := written()
		file := filepath.Join(dir, "ck")
		for n := 0; ; n++ {
			var out, told bytes.Buffer
			c := selfCommand(t, append(args, "--checkpoint", file, "--checkpoint-every", "2ms", "--workers", strconv.Itoa(1+r.IntN(3)))...)
			c.Stdout, c.Stderr = &out, &told
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			if n < kills {
				signal := syscall.SIGKILL
				if r.IntN(4) == 0 {
					signal = syscall.SIGTERM
				}
				moment := time.Duration(r.IntN(40)) * time.Millisecond
				go func(saved bool) {
					for before := modified(file); saved && modified(file) == before && c.Process.Signal(syscall.Signal(0)) == nil; {
						time.Sleep(time.Millisecond)
					}
					time.Sleep(moment)
					_ = c.Process.Signal(signal)
				}(r.IntN(4) > 0)
			}
			err := c.Wait()
			if strings.Contains(told.String(), "going on from "+file) {
				resumed++
			}
			ended := c.ProcessState.ExitCode()
			var exited *exec.ExitError
			if err != nil && !errors.As(err, &exited) || ended == exit.Usage || ended > exit.Incomplete {
				t.Fatalf("%s: %v: %s", line, err, told.String())
			}
			if _, err := os.Stat(file); ended < 0 || err == nil {
				if n >= kills {
					t.Fatalf("%s is not through: %s", line, told.String())
				}
				continue
			}
			if strings.Contains(out.String()+told.String(), "interrupted") && n < kills {
				continue // before anything was saved, or while a witness was made shorter
			}
			if got := out.String(); got != want || ended != status || !bytes.Equal(written(), wantFiles) {
				t.Errorf("%s: status %d\n%s\nwant %d\n%s, or a file differs", line, ended, got, status, want)
			}
			break
		}
	}
	if resumed < 3 {
		t.Errorf("commands went on only %d times", resumed)
	}
	t.Logf("commands went on %d times", resumed)
}

// modified returns when a file was written.
func modified(path string) time.Time {
	info, err := os.Stat(path)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// selfCommand returns the command as a process.
func selfCommand(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	path, err := self()
	if err != nil {
		t.Fatal(err)
	}
	return exec.Command(path, args...)
}
