//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/exit"
)

// hostile are programs that have much of something.
func hostile() map[string]string {
	const head = "#include <pthread.h>\n#include <stdatomic.h>\n#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n"
	// twice runs f in two threads.
	const twice = "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); "
	repeat := func(n int, line func(i int) string) string {
		var s strings.Builder
		for i := range n {
			s.WriteString(line(i))
		}
		return s.String()
	}
	return map[string]string{
		"seq_cst":   head + "atomic_int x; void *f(void *p) { for (int i = 0; i < 4000; i++) atomic_fetch_add(&x, 1); return p; }\n" + twice + "assert(x != 8000); return 0; }",
		"fences":    head + "atomic_int x, y; int r; void *f(void *p) { for (int i = 0; i < 2000; i++) { atomic_store_explicit(&x, i, memory_order_relaxed); atomic_thread_fence(memory_order_seq_cst); r = atomic_load_explicit(&y, memory_order_relaxed); } return p; }\n" + twice + "assert(r == 1); return 0; }",
		"threads":   head + "atomic_int x; int y; void *f(void *p) { for (int i = 0; i < 20; i++) { atomic_store_explicit(&x, i, memory_order_relaxed); y = i; } return p; }\nint main(void) { pthread_t t[200]; for (int i = 0; i < 200; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 200; i++) pthread_join(t[i], 0); assert(x == 19); return 0; }",
		"recursion": head + "int x; int deep(int n) { x++; return deep(n + 1) + 1; } void *f(void *p) { deep(0); return p; }\n" + twice + "return x; }",
		"arrays":    head + "char a[1 << 26], b[1 << 26]; void *f(void *p) { memset(a, 1, sizeof a); memcpy(b, a, sizeof a); return p; }\n" + twice + "return a[5]; }",
		"values":    head + "int a[] = {" + repeat(1_000_000, func(i int) string { return fmt.Sprint(i%9, ",\n"[i%20/19:i%20/19+1]) }) + "0}; void *f(void *p) { a[1] = 2; return p; }\n" + twice + "return a[5]; }",
		"allocates": head + "void *f(void *p) { for (int i = 0; ; i++) { int *c = malloc(1 << 16); c[5] = i; } return p; }\n" + twice + "return 0; }",
		"spins":     head + "atomic_int go, n; void *f(void *p) { while (!go) atomic_fetch_add(&n, 1); return p; }\n" + twice + "return 0; }",
		"silent":    head + "void *f(void *p) { unsigned long k = 1; do k = k * 3 + 1; while (k); return p; }\n" + twice + "return 0; }",
		"sites":     head + "int v[2000]; void *f(void *p) {\n" + repeat(2000, func(i int) string { return fmt.Sprintf("v[%d] = v[%d] + 1;\n", i, (i*7+1)%2000) }) + "return p; }\n" + twice + "return 0; }",
		"races":     head + "int x; void *f(void *p) {\n" + repeat(1000, func(i int) string { return fmt.Sprintf("x = %d;\n", i) }) + "return p; }\n" + twice + "return 0; }",
		"locks":     head + "enum { n = 5000 }; pthread_mutex_t m[n]; int v[n]; void *f(void *p) { for (int i = 0; i < n; i++) { pthread_mutex_lock(&m[i]); v[i]++; pthread_mutex_unlock(&m[i]); } return p; }\n" + twice + "return v[3]; }",
		"plain":     head + "int x0" + repeat(3000, func(i int) string { return fmt.Sprint(", x", i+1) }) + "; void *f(void *p) {\n" + repeat(3000, func(i int) string { return fmt.Sprintf("x%d++;\n", i) }) + "return p; }\n" + twice + "return 0; }",
		"exchanges": head + "atomic_int x; void *f(void *p) { for (int i = 0; i < 5000; i++) { int e = atomic_load(&x); while (!atomic_compare_exchange_strong(&x, &e, e + 1)); } return p; }\n" + twice + "assert(x != 10000); return 0; }",
		"pushes":    head + "struct n { struct n *next; int v; }; _Atomic(struct n *) top; void *f(void *p) { for (int i = 0; i < 20000; i++) { struct n *n = malloc(sizeof *n); n->v = i; n->next = atomic_load_explicit(&top, memory_order_relaxed); while (!atomic_compare_exchange_weak_explicit(&top, &n->next, n, memory_order_relaxed, memory_order_relaxed)); } return p; }\n" + twice + "assert(!top); return 0; }",
		"flags":     head + "atomic_int flag[4], in; void *f(void *p) { int me = (int)(long)p; for (int k = 0; k < 6; k++) { int free = 1; atomic_store_explicit(&flag[me], 1, memory_order_relaxed); for (int i = 0; i < 4; i++) if (i != me && atomic_load_explicit(&flag[i], memory_order_relaxed)) free = 0; if (free) { assert(atomic_fetch_add_explicit(&in, 1, memory_order_relaxed) == 0); atomic_fetch_sub_explicit(&in, 1, memory_order_relaxed); } atomic_store_explicit(&flag[me], 0, memory_order_relaxed); } return p; }\nint main(void) { pthread_t t[4]; for (long i = 0; i < 4; i++) pthread_create(&t[i], 0, f, (void *)i); for (int i = 0; i < 4; i++) pthread_join(t[i], 0); return 0; }",
	}
}

// hostileCommands are the commands that run a program.
var hostileCommands = []string{
	"check", "test", "test --model pso", "explore", "explore --model tso", "explore --model pslo", "explore --json --model sc",
	"fences", "fences --infer --model tso", "fences --infer --model c11", "predict", "confirm --cycle 1 --model tso", "run", "tasks", "mutate",
}

// hostileFirst are those that took most before loops asked for their limits; without
// FENCEPOST_WHOLE they are all that is tried.
var hostileFirst = map[string]string{"explore": "recursion", "test": "sites", "tasks": "arrays", "check": "races plain", "mutate": "plain", "explore --model pslo": "exchanges"}

// TestHostile gives each command a quarter of a second, in long tests a second, and 256 MiB for
// each of these programs. It measures the process from outside. A busy machine makes it slower, not take more
// processor time, so that is what is held against a bound.
func TestHostile(t *testing.T) {
	if raceEnabled || testing.Short() {
		t.Skip("the command as it is built is measured")
	}
	t.Parallel()
	limit := time.Second / 4
	if testsize.Long() {
		limit = time.Second
	}
	dir := t.TempDir()
	programs := hostile()
	for name, text := range programs {
		if err := os.WriteFile(filepath.Join(dir, name+".c"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tried := 0
	for _, command := range hostileCommands {
		for name := range programs {
			if !testsize.Whole() && !strings.Contains(hostileFirst[command], name) {
				continue
			}
			tried++
			t.Run(command+" "+name, func(t *testing.T) {
				t.Parallel()
				args := append(strings.Fields(command), "--timeout", limit.String(), "--memory", "256", filepath.Join(dir, name+".c"))
				withinLimits(t, exec.Command(builtCommand(), args...), limit, nil)
			})
		}
	}
	if tried < len(hostileFirst) {
		t.Errorf("only %d were tried", tried)
	}
	for _, sig := range []os.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			withinLimits(t, exec.Command(builtCommand(), "explore", "--memory", "256", filepath.Join(dir, "fences.c")), limit, sig)
		})
	}
}

// withinLimits runs a command that has some time, after which it is sent a signal, if there
// is one. How much garbage there is depends on when it is collected: of the memory the least
// of a few tries is held against the bound.
func withinLimits(t *testing.T, c *exec.Cmd, limit time.Duration, sig os.Signal) {
	const (
		most  = 384 << 10 // KiB: the runtime has garbage beside what is counted
		tries = 3
	)
	took := int64(0)
	for range tries {
		again := exec.Command(c.Path, c.Args[1:]...)
		if took = withinTime(t, again, limit, sig); took <= most {
			return
		}
	}
	t.Errorf("%d MiB of memory, at most %d are right", took>>10, most>>10)
}

// withinTime runs the command, and returns how many KiB of memory it had; 0 if that is not
// known.
func withinTime(t *testing.T, c *exec.Cmd, limit time.Duration, sig os.Signal) (memory int64) {
	const (
		wall     = 10 * time.Minute
		overhead = 3 * time.Second
	)
	var said strings.Builder
	c.Stderr = &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer time.AfterFunc(wall, func() { _ = c.Process.Kill() }).Stop()
	if sig != nil {
		defer time.AfterFunc(limit, func() { _ = c.Process.Signal(sig) }).Stop()
	}
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		for now := residentOf(c.Process.Pid); now > 0; now = residentOf(c.Process.Pid) {
			memory = now
			time.Sleep(5 * time.Millisecond)
		}
	}()
	err := c.Wait()
	<-watched
	if exited := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exited) || exited.ExitCode() < 0 || exited.ExitCode() == exit.Internal) {
		t.Errorf("%v\n%s", err, said.String())
	}
	used := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	if bound := limit*time.Duration(runtime.GOMAXPROCS(0)) + overhead; used > bound {
		t.Errorf("%v of processor time, at most %v are right", used, bound)
	}
	return memory
}

// residentOf returns how many KiB of memory a process has had at most, which Linux tells; 0 if
// there is none, or nothing tells. What the process was forked from does not count, as it does
// in its resource usage.
func residentOf(pid int) (memory int64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, found := strings.Cut(string(text), "\nVmHWM:")
	if !found {
		return 0 // it has ended
	}
	_, _ = fmt.Sscan(rest, &memory)
	return memory
}
