package interp_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"fencepost/interp"
	"fencepost/interp/cfront"
	"fencepost/interp/code"
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

func TestStepLimit(t *testing.T) {
	for name, src := range busy {
		t.Run(name, func(t *testing.T) {
			p := compileText(t, src)
			for _, model := range models.All() {
				m := interp.New(p, model, interp.Options{MaxSteps: 1000})
				r := m.Run(context.Background(), random(0), nil)
				if r.Outcome != interp.OutOfSteps || r.Err != nil || r.Steps > 1000 {
					t.Errorf("%s: %v after %d steps: %v", model.Name, r.Outcome, r.Steps, r.Err)
				}
			}
		})
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
		r := interp.New(p, models.SC, interp.Options{MaxSteps: c.limit}).Run(context.Background(), random(0), nil)
		if r.Outcome != c.want {
			t.Errorf("limit %d of %d: %v", c.limit, steps, r.Outcome)
		}
	}
}

// TestCancel checks that an execution without an end stops soon after its
// context ends, and at once if the context had ended before.
func TestCancel(t *testing.T) {
	for name, src := range busy {
		if name == "allocations" || name == "locals" || name == "output" {
			continue // memory or time per step bound them otherwise
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := interp.New(compileText(t, src), models.TSO, interp.Options{MaxSteps: 1 << 40})
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(20*time.Millisecond, cancel)
			done := make(chan interp.Outcome)
			go func() { done <- m.Run(ctx, random(0), nil).Outcome }()
			select {
			case o := <-done:
				if o != interp.Interrupted {
					t.Errorf("%v", o)
				}
			case <-time.After(5 * time.Second):
				t.Fatal("the execution goes on")
			}
			if r := m.Run(ctx, random(0), nil); r.Outcome != interp.Interrupted || r.Steps != 0 {
				t.Errorf("after the end of the context: %v, %d steps", r.Outcome, r.Steps)
			}
		})
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

// TestHuge checks that programs which need too much memory are unsupported.
func TestHuge(t *testing.T) {
	for _, src := range []string{
		"char a[1L << 40]; int main(void) { return a[0]; }",
		"char a[1 << 27]; int main(void) { return a[0]; }",
		"_Thread_local char a[1L << 33]; int main(void) { return a[0]; }",
		"int main(void) { char a[1L << 40]; a[5] = 1; return a[5]; }",
		"int main(void) { volatile char a[1L << 35]; volatile char *p = a; p[1] = 0; return *p; }",
		"#include <stdlib.h>\nint main(void) { return malloc(-1) != 0; }",
		"#include <stdlib.h>\nint main(void) { return calloc(1L << 33, 1L << 33) != 0; }",
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
