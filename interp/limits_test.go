package interp_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/work"
	"fencepost/models"
	"fencepost/trace"
)

func compileText(t *testing.T, src string) *code.Program {
	t.Helper()
	p, err := cfront.Compile("t.c", []byte(src), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// busy are programs without an end: of visible writes, of registers alone, of
// calls, of system functions.
var busy = map[string]string{
	"writes":      "int x; int main(void) { for (;;) x = !x; }",
	"registers":   "int main(void) { for (unsigned i = 0; i != 1; i += 2); return 0; }",
	"calls":       "unsigned f(unsigned x) { return x + 2; } int main(void) { unsigned i = 0; a: i = f(i); if (i != 1) goto a; return 0; }",
	"output":      "#include <stdio.h>\nint main(void) { for (unsigned i = 0; i != 1; i += 2) printf(\"%d\\n\", i); return 0; }",
	"allocations": "#include <stdlib.h>\nint main(void) { for (;;) free(malloc(1)); }",
	"locals":      "int *p; int main(void) { for (;;) { int x = 1; p = &x; } }",
	"choices":     "#include <fencepost.h>\nint main(void) { while (nondet_range(0, 5) < 6); return 0; }",
	"destructors": `#include <pthread.h>
		pthread_key_t k;
		void again(void *p) { pthread_setspecific(k, p); for (;;) k += 2; }
		int main(void) { pthread_key_create(&k, again); pthread_setspecific(k, &k); pthread_exit(0); }`,
}

// heavy are programs without an end whose single operations are much work.
var heavy = map[string]string{
	"arrays": "int main(void) { for (unsigned n = 0;; n++) { char b[1 << 20] = {0}; b[5] = n; } }",
	"large":  "struct s { long a[1 << 12]; }; int f(struct s s) { return s.a[7]; } int main(void) { struct s s = {0}; for (;; s.a[7]++) f(s); }",
	"set":    "#include <string.h>\nchar b[1 << 22]; int main(void) { for (;;) memset(b, 1, sizeof b); }",
	"copy":   "#include <string.h>\nchar a[1 << 22], b[1 << 22]; int main(void) { for (;;) memcpy(a, b, sizeof b); }",
	"heap":   "#include <stdlib.h>\nint main(void) { for (;;) free(calloc(1 << 24, 1)); }",
	"text":   "unsigned y; int main(void) { unsigned x = 1; for (;;) {" + strings.Repeat("x = x * 3 + 1; ", 2000) + "y = x; } }",
}

func TestStepLimit(t *testing.T) {
	for name, src := range busy {
		t.Run(name, func(t *testing.T) {
			p := compileText(t, src)
			for _, model := range models.All() {
				m := interp.New(p, model, interp.Options{Semantics: interp.Semantics{MaxSteps: 1000}})
				r := m.Run(context.Background(), random(0), nil)
				if r.Outcome != interp.OutOfSteps || r.Err != nil || r.Steps > 1000 {
					t.Errorf("%s: %v after %d steps: %v", model.Name, r.Outcome, r.Steps, r.Err)
				}
			}
		})
	}
}

// A counted is a strategy that counts the values that a program draws.
type counted struct {
	interp.Strategy
	values int
}

func (c *counted) Choose(x *interp.Choice) int {
	if x.Kind == interp.Value {
		c.values++
	}
	return c.Strategy.Choose(x)
}

// TestDrawLimit checks that a value that a program draws counts as an operation.
func TestDrawLimit(t *testing.T) {
	p := compileText(t, "#include <fencepost.h>\nint main(void) { int x = 0; while (x != 5) x += nondet_range(0, 1) ? 2 : 4; return 0; }")
	c := &counted{Strategy: random(0)}
	r := interp.New(p, models.SC, interp.Options{Semantics: interp.Semantics{MaxSteps: 1000}}).Run(context.Background(), c, nil)
	if r.Outcome != interp.OutOfSteps || c.values > 1000 || c.values < 900 {
		t.Errorf("%v after %d values", r.Outcome, c.values)
	}
}

// TestExactLimit checks that the limit counts operations: with one less than an
// execution takes it is incomplete.
func TestExactLimit(t *testing.T) {
	p := compileText(t, "int x; int main(void) { for (int i = 0; i < 10; i++) x = i; return 0; }")
	steps := interp.New(p, models.SC, interp.Options{}).Run(context.Background(), random(0), nil).Steps
	if steps != 11 { // ten stores and the end of main
		t.Errorf("%d steps", steps)
	}
	for _, c := range []struct {
		limit int
		want  interp.Outcome
	}{{steps, interp.Completed}, {steps - 1, interp.OutOfSteps}, {1, interp.OutOfSteps}} {
		r := interp.New(p, models.SC, interp.Options{Semantics: interp.Semantics{MaxSteps: c.limit}}).Run(context.Background(), random(0), nil)
		if r.Outcome != c.want {
			t.Errorf("limit %d of %d: %v", c.limit, steps, r.Outcome)
		}
	}
}

// A lookedAt is a context that ends as it is looked at for the last of so many times.
type lookedAt struct {
	context.Context
	cancel context.CancelFunc
	last   int
	looks  int
}

func (c *lookedAt) Err() error {
	if c.looks++; c.looks == c.last {
		c.cancel()
	}
	return c.Context.Err()
}

// TestCancel checks that an execution without an end stops where it first sees that its context
// has ended, that it looks after little work, and that it does nothing if the context had ended
// before.
func TestCancel(t *testing.T) {
	const (
		looks = 4
		most  = 1 << 18 // units of work between two looks: a hundredth of a second
	)
	all := maps.Clone(busy)
	maps.Copy(all, heavy)
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if testsize.LeftOut(2, i) {
			continue
		}
		src := all[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			meter := work.NewMeter()
			m := interp.New(compileText(t, src), models.TSO, interp.Options{Semantics: interp.Semantics{MaxSteps: 1 << 40}, Work: meter})
			inner, cancel := context.WithCancel(context.Background())
			defer cancel()
			ctx := &lookedAt{Context: inner, cancel: cancel, last: looks}
			if r := m.Run(ctx, random(0), nil); r.Outcome != interp.Interrupted {
				t.Errorf("%v", r.Outcome)
			}
			if ctx.looks > looks+2 {
				t.Errorf("it looks %d times more, and goes on", ctx.looks-looks)
			}
			if each := meter.Spent() / looks; each > most {
				t.Errorf("%d units of work between two looks, at most %d are right", each, most)
			}
			if r := m.Run(ctx, random(0), nil); r.Outcome != interp.Interrupted || r.Steps != 0 {
				t.Errorf("after the end of the context: %v, %d steps", r.Outcome, r.Steps)
			}
		})
	}
}

// A loop waits whose body stores to locals of calls alone; one that stores to a local of its own call, or
// that other threads know, does not.
func TestWaitsWithLocals(t *testing.T) {
	t.Parallel()
	const header = "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x; int *known;\nstatic void get(int *to) { *to = atomic_load(&x); }\n"
	for _, c := range []struct {
		src  string
		want interp.Outcome
	}{
		{"static int has(void) { int v; get(&v); return v; } int main(void) { while (!has()) ; }", interp.Failed},
		{"static int has(void) { int v; get(&v); return v; } static void *f(void *p) { while (!has()) ; return p; }" +
			"int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; pthread_join(t, 0); }", interp.Completed},
		{"static void count(int *n) { ++*n; atomic_load(&x); } int main(void) { int n = 0; while (n < 100) count(&n); }", interp.Completed},
		{"static int has(void) { int v; known = &v; get(&v); return v; } int main(void) { while (!has()) ; }", interp.OutOfSteps},
	} {
		for _, m := range models.All() {
			r := interp.New(compileText(t, header+c.src), m, interp.Options{Semantics: interp.Semantics{MaxSteps: 10_000}}).Run(context.Background(), random(0), nil)
			if r.Outcome != c.want {
				t.Errorf("%s: %s: %v %v, want %v", m.Name, c.src, r.Outcome, r.Err, c.want)
			}
		}
	}
}

// An execution that takes much memory, in pieces of any size, is charged for it.
func TestMemoryIsWork(t *testing.T) {
	t.Parallel()
	for _, pieces := range []string{"malloc(30 << 20)", "for (int i = 0; i < 30; i++) malloc(1 << 20)"} {
		m := interp.New(compileText(t, "#include <stdlib.h>\nint main(void) { "+pieces+"; return 0; }"), models.TSO, interp.Options{})
		const least = 20_000 * 30 // units of 30 ms: a millisecond for each MB
		if r := m.Run(context.Background(), random(0), nil); r.Outcome != interp.Completed || r.Work < least || r.Work > 2*least {
			t.Errorf("%s: %v, %d units of work, want %d to %d", pieces, r.Outcome, r.Work, least, 2*least)
		}
	}
}

// TestFinal reads what executions leave in memory, mid-size accesses included.
func TestFinal(t *testing.T) {
	p := compileText(t, `#include <pthread.h>
		int x = 3, y, never; short h[2] = {1, -1}; long l;
		void *f(void *p) { x = 5; y = x + 2; h[1] = 7; l = -1; return p; }
		int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); pthread_exit(0); }`)
	want := map[string]uint64{"x": 5, "y": 7, "never": 0, "h": 7<<16 | 1, "l": 1<<64 - 1}
	for _, model := range models.All() {
		m := interp.New(p, model, interp.Options{})
		for i := range 20 {
			if r := m.Run(context.Background(), random(i), nil); r.Outcome != interp.Completed {
				t.Fatalf("%s: %v: %v", model.Name, r.Outcome, r.Err)
			}
			for _, o := range p.Objects {
				w, ok := want[o.Name]
				if !ok {
					continue
				}
				var v uint64
				size := uint8(o.Size)
				if o.Name == "h" {
					low, _ := m.Final(o.Addr, 2)
					high, _ := m.Final(o.Addr+2, 2)
					v = high<<16 | low
				} else {
					v, _ = m.Final(o.Addr, size)
				}
				if v != w {
					t.Errorf("%s: %s is %#x, not %#x", model.Name, o.Name, v, w)
				}
			}
			if _, undef := m.Final(0, 4); !undef {
				t.Errorf("%s: there is something at a null pointer", model.Name)
			}
		}
	}
}

// TestOutput checks that a program's output is that of the threads in the order
// of their steps, and the same in a replay.
func TestOutput(t *testing.T) {
	p := compileText(t, `#include <stdio.h>
		int main(void) { const char *s = "ab"; int n = printf("%5d|%-4x|%c%s|%%|%lu\n", -42, 255u, 'z', s, 1ul << 40);
		puts("end"); putchar('0' + n / 10); putchar('\n'); return 0; }`)
	var out bytes.Buffer
	r := interp.New(p, models.PSO, interp.Options{Output: &out}).Run(context.Background(), random(0), &trace.Recorder{})
	if want := "  -42|ff  |zab|%|1099511627776\nend\n3\n"; r.Outcome != interp.Completed || out.String() != want {
		t.Errorf("%v: %q, not %q", r.Outcome, out.String(), want)
	}
}

// TestRecursion checks that calls may be deep, and that a recursion without an end
// is an error that names it.
func TestRecursion(t *testing.T) {
	p := compileText(t, "long f(long n) { return n ? 1 + f(n - 1) : 0; } int main(void) { return f(100000) != 100000; }")
	m := interp.New(p, models.TSO, interp.Options{})
	for range 2 {
		if r := m.Run(context.Background(), random(0), nil); r.Outcome != interp.Completed || r.Exit != 0 {
			t.Errorf("%v: %v, exit %d", r.Outcome, r.Err, r.Exit)
		}
	}
	p = compileText(t, "long f(long n) { return 1 + f(n - 1); } int main(void) { return f(9); }")
	r := interp.New(p, models.TSO, interp.Options{}).Run(context.Background(), random(0), nil)
	if r.Err == nil || r.Err.Kind != interp.StackOverflow || !strings.Contains(r.Err.Message, "call of f: ") || len(r.Err.Stack) > 100 {
		t.Errorf("%v: %v", r.Outcome, r.Err)
	}
}

// flat are programs whose memory stays as it is, however long they run.
var flat = map[string]string{
	"blocks":  "#include <stdlib.h>\nint main(void) { for (int i = 0; i < N; i++) { char *p = malloc(1000); *p = 1; free(p); } }",
	"sizes":   "#include <stdlib.h>\nint main(void) { char *q = malloc(1); for (int i = 0; i < N; i++) { char *p = malloc(1 + i % 5000); free(q); q = p; } }",
	"arrays":  "int *p; void f(int n) { int a[100]; a[n % 100] = n; p = a; } int main(void) { for (int i = 0; i < N; i++) f(i); }",
	"private": "int f(int n) { int a[100]; for (int i = 0; i < 100; i++) a[i] = n; return a[n % 100]; } int main(void) { for (int i = 0; i < N; i++) f(i); }",
	"large":   "int *p; void f(int n) { int a[1 << 16]; p = a; } int main(void) { for (int i = 0; i < N / 16; i++) f(i); }",
	"blocks of another": `#include <stdlib.h>
		#include <pthread.h>
		char *_Atomic box;
		void *f(void *p) { for (int i = 0; i < N / 4; i++) { while (!box); free(box); box = 0; } return p; }
		int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);
			for (int i = 0; i < N / 4; i++) { while (box); box = malloc(100); } pthread_join(t, 0); }`,
}

// TestFlat checks that dead objects give their space back.
func TestFlat(t *testing.T) {
	n, steps := "1000000", 20_000_000
	if !testsize.Long() {
		n = "20000"
	}
	for name, src := range flat {
		t.Run(name, func(t *testing.T) {
			m := interp.New(compileText(t, strings.ReplaceAll(src, "N", n)), models.SC, interp.Options{Semantics: interp.Semantics{MaxSteps: steps}, Memory: vm.NewMemory(1 << 25)})
			for range 2 {
				if r := m.Run(context.Background(), random(0), nil); r.Outcome != interp.Completed {
					t.Errorf("%v: %v", r.Outcome, r.Err)
				}
			}
		})
	}
}

// TestStale checks that a pointer to an object that is gone is found out, with
// where its object was made and freed, when its space has been used again.
func TestStale(t *testing.T) {
	const head = "#include <stdlib.h>\nint *q; void f(int n) { int a[10]; if (!n) q = a; a[n % 10] = 1; }\nint main(void) {\n"
	for _, c := range []struct {
		name, body   string
		kind         interp.ErrorKind
		alloc, freed int // lines
	}{
		{"read", "int *p = malloc(40);\nfree(p);\nfor (int i = 0; i < 1000; i++) free(malloc(40));\nint *n = malloc(40); *n = 1; return *p; }", interp.UseAfterFree, 4, 5},
		{"write", "int *p = malloc(40);\nfree(p);\nint *n = malloc(40); *n = 1; *p = 2; return 0; }", interp.UseAfterFree, 4, 5},
		{"inside", "int *p = malloc(400000);\nfree(p);\nint *n = malloc(400000); *n = 1; p[80000] = 2; return 0; }", interp.UseAfterFree, 4, 5},
		{"second free", "int *p = malloc(40);\nfree(p);\nint *n = malloc(40); *n = 1; free(p); return 0; }", interp.DoubleFree, 4, 5},
		{"realloc", "int *p = malloc(40);\nint *n = realloc(p, 80);\nn = realloc(n, 40); n[0] = 1; return p[0]; }", interp.UseAfterFree, 4, 5},
		{"frame", "for (int i = 0; i < 100; i++) f(i);\nreturn *q; }", interp.UseAfterFree, 2, 0},
		{"below", "for (int i = 0; i < 100; i++) { int *p = malloc(40); free(p); }\nint *p = malloc(40); return p[-1]; }", interp.OutOfBounds, 5, 0},
		{"behind", "for (int i = 0; i < 100; i++) { int *p = malloc(40); free(p); }\nint *p = malloc(40); return p[10]; }", interp.OutOfBounds, 5, 0},
	} {
		p := compileText(t, head+c.body)
		m := interp.New(p, models.PSO, interp.Options{})
		r := m.Run(context.Background(), random(0), nil)
		if r.Err == nil || r.Err.Kind != c.kind || r.Err.Alloc.Line != c.alloc || r.Err.Freed.Line != c.freed {
			t.Errorf("%s: %v: %+v", c.name, r.Outcome, r.Err)
		}
	}
}

// TestMemory checks that a program which takes ever more memory is told where it
// reached the bound, and that the process stays below it.
func TestMemory(t *testing.T) {
	const total = 64 << 20
	for name, src := range map[string]string{
		"blocks": "#include <stdlib.h>\nint main(void) { for (;;) malloc(10); }",
		"large":  "#include <stdlib.h>\nint main(void) { for (;;) malloc(1 << 20); }",
		"tails":  "int *p; void f(int n) { int a[1000]; p = a; f(n + 1); } int main(void) { f(0); }",
	} {
		t.Run(name, func(t *testing.T) {
			p, memory := compileText(t, src), vm.NewMemory(total)
			done := make(chan error)
			for range 3 { // all at once
				go func() {
					m := interp.New(p, models.TSO, interp.Options{Memory: memory})
					var err error
					for range 2 {
						r := m.Run(context.Background(), random(0), nil)
						if r.Outcome != interp.Unsupported || r.Err.Pos.Line == 0 || !strings.Contains(r.Err.Message, "16 MiB") {
							err = fmt.Errorf("%v: %v", r.Outcome, r.Err)
						}
					}
					done <- err
				}()
			}
			for range 3 {
				if err := <-done; err != nil {
					t.Error(err)
				}
			}
			var s runtime.MemStats
			runtime.GC()
			if runtime.ReadMemStats(&s); s.HeapAlloc > total {
				t.Errorf("%d MiB are in use", s.HeapAlloc>>20)
			}
		})
	}
}

// TestHuge checks that programs which need too much memory are unsupported.
func TestHuge(t *testing.T) {
	for _, src := range []string{
		"char a[1L << 40]; int main(void) { return a[0]; }",
		"char a[1 << 27]; int main(void) { return a[0]; }",
		"_Thread_local char a[1L << 33]; int main(void) { return a[0]; }",
		"int main(void) { char a[1L << 40]; a[5] = 1; return a[5]; }",
		"int main(void) { volatile char a[1L << 35]; volatile char *p = a; p[1] = 0; return *p; }",
		"#include <stdlib.h>\nint main(void) { return malloc(1L << 62) != 0; }",
		"#include <stdlib.h>\nint main(void) { return calloc(1L << 31, 1L << 31) != 0; }",
		"#include <stdlib.h>\nint main(void) { return realloc(malloc(1), 1L << 50) != 0; }",
		"#include <stdlib.h>\nint main(void) { for (;;) *(char *)malloc(1 << 20) = 1; }",
		"int f(int n) { volatile int a[100000]; a[n] = n; return f(n + 1) + a[n]; } int main(void) { return f(0); }",
	} {
		p, err := cfront.Compile("t.c", []byte(src), cfront.Options{})
		if err != nil {
			continue // refused there
		}
		r := interp.New(p, models.SC, interp.Options{}).Run(context.Background(), random(0), nil)
		if r.Outcome != interp.Unsupported || r.Err == nil || r.Err.Kind != interp.NotSupported {
			t.Errorf("%s\n%v: %v", src, r.Outcome, r.Err)
		}
	}
}

// TestLargeThenAny runs programs whose memory is given back after each execution, with static
// objects of many sizes: the next one begins with as little room for all that is kept of it.
func TestLargeThenAny(t *testing.T) {
	t.Parallel()
	step := 16
	if !testsize.Whole() {
		step = 48
	}
	for size := 1024; size < 1536; size += step {
		p := compileText(t, fmt.Sprintf(`#include <stdlib.h>
			char image[%d], *kept;
			void put(char *p) { kept = p; *p = 1; }
			int main(void) { char first[1]; put(first); image[0] = first[0]; free(calloc(4 << 20, 1)); return 0; }`, size))
		m := interp.New(p, models.SC, interp.Options{Memory: vm.NewMemory(256 << 20)})
		for run := range 2 {
			if r := m.Run(context.Background(), random(run), nil); r.Outcome != interp.Completed {
				t.Fatalf("%d bytes, execution %d: %s, %v", size, run, r.Outcome, r.Err)
			}
		}
	}
}

// Of the operations of a thread that is the only one so far many count as one, unless the limit
// is a small one; so a call that fills a local buffer may be repeated as often as usual.
func TestStepsOfTheOnlyThread(t *testing.T) {
	t.Parallel()
	const body = `static char *kept;
static void fill(char *p, int n) { kept = p; for (int i = 0; i < n; i++) p[i] = (char)i; }
static int first(int i) { char buffer[16]; fill(buffer, 16); return buffer[i & 15]; }
int main(void) { int sum = 0; for (int i = 0; i < 100000; i++) sum += first(i); return sum == 0; }
`
	p := compileText(t, body)
	for limit, want := range map[int]interp.Outcome{0: interp.Completed, interp.DefaultMaxSteps - 1: interp.OutOfSteps} {
		r := interp.New(p, models.SC, interp.Options{Semantics: interp.Semantics{MaxSteps: limit}}).Run(context.Background(), strategy.NewAuto(1, true), nil)
		if r.Outcome != want {
			t.Errorf("limit %d: %v after %d steps", limit, r.Outcome, r.Steps)
		}
	}
}

// A commitsSeen notes the most commits that its strategy could choose among.
type commitsSeen struct {
	interp.Strategy
	most int
}

func (s *commitsSeen) Choose(c *interp.Choice) int {
	n := 0
	for _, a := range c.Actions {
		if a.Store != 0 {
			n++
		}
	}
	s.most = max(s.most, n)
	return s.Strategy.Choose(c)
}

// A program that fills its memory leaves few commits to choose among at a time, and the choices
// replay.
func TestMostCommits(t *testing.T) {
	p := compileText(t, "#include <string.h>\nchar b[1 << 16]; int main(void) { memset(b, 1, sizeof b); return b[9] != 1; }")
	for _, m := range models.Relaxed() {
		mc := interp.New(p, m, interp.Options{})
		var first, again trace.Recorder
		s := &commitsSeen{Strategy: &storesFirst{}}
		r := mc.Run(context.Background(), s, &first)
		if r.Outcome != interp.Completed || r.Exit != 0 {
			t.Fatal(m.Name, r.Outcome, r.Err)
		}
		if s.most > 64 || m == models.PSO && s.most < 64 {
			t.Errorf("%s: a choice among %d commits", m.Name, s.most)
		}
		if r = mc.Run(context.Background(), strategy.NewReplay(slices.Clone(r.Choices())), &again); r.Outcome != interp.Completed || !slices.Equal(first.Events, again.Events) {
			t.Errorf("%s: the replay differs", m.Name)
		}
	}
}

// storesFirst delays commits while a thread can go on.
type storesFirst struct{ strategy.Random }

func (*storesFirst) Choose(*interp.Choice) int { return 0 }

// TestLooksLimit: the search for copies of freed blocks counts as steps. Each allocation here looks at
// all cells, since no copy of the block is left.
func TestLooksLimit(t *testing.T) {
	p := compileText(t, `#include <pthread.h>
		#include <stdatomic.h>
		#include <stdlib.h>
		static _Atomic long cell[4000], gate;
		static void *f(void *p) { while (!gate); long e = gate; atomic_compare_exchange_strong(&gate, &e, e + 1); return p; }
		int main(void) {
			pthread_t t;
			pthread_create(&t, 0, f, 0);
			for (int i = 0; i < 4000; i++) cell[i] = i;
			for (;;) free(malloc(8));
		}`)
	const most = 20_000
	for _, m := range []*models.Model{models.SC, models.TSO} {
		mc := interp.New(p, m, interp.Options{Semantics: interp.Semantics{MaxSteps: most, Reuse: vm.ReuseStale}})
		r := mc.Run(context.Background(), strategy.NewRandom(1), nil)
		if r.Outcome != interp.OutOfSteps || r.Steps >= most {
			t.Errorf("%s: %v after %d steps", m.Name, r.Outcome, r.Steps)
		}
	}
}

// Units of work: a step among thousands of threads is dearer than one among a few.
func TestUnitsOfThreads(t *testing.T) {
	t.Parallel()
	if few, more := interp.Units(100, 0, 2), interp.Units(100, 0, 63); few != more {
		t.Errorf("%d units with 2 threads, %d with 63", few, more)
	}
	if n := interp.Units(12_000, 0, 4096); n < 1_000_000 {
		t.Errorf("%d units with 4096 threads", n)
	}
}
