package candidates_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// calling returns a program whose threads access two variables by functions, or, if CALLS is
// not defined, as they stand; values go through automatic objects, and a mutex is held.
func calling(r *rand.Rand) string {
	order := func(list ...string) string { return "memory_order_" + list[r.IntN(len(list))] }
	var b, results strings.Builder
	n, buffers := 0, r.IntN(2) == 0
	for t := range 2 {
		fmt.Fprintf(&b, "static void *t%d(void *arg) { int v = %d, w = 0; (void)w;\n", t, 1+t)
		for k := range 2 + r.IntN(2) {
			x := []string{"x", "y"}[r.IntN(2)]
			if buffers && k == 0 { // a load before what may be a store that does not depend on it
				fmt.Fprintf(&b, "\tr%d = GET(%s, memory_order_relaxed);\n", n, []string{"x", "y"}[t])
				fmt.Fprintf(&results, "static int r%d;\n", n)
				n++
				continue
			}
			if buffers && k == 1 {
				x = []string{"y", "x"}[t]
			}
			value := []string{"1", "2", "v", "SAME(v)", "SAME(v - v + 1)", "SAME(v > 1)"}[r.IntN(6)]
			switch r.IntN(6) {
			case 0, 1:
				fmt.Fprintf(&b, "\tv = GET(%s, %s); r%d = v;\n", x, order("relaxed", "relaxed", "acquire"), n)
				fmt.Fprintf(&results, "static int r%d;\n", n)
				n++
			case 2, 3:
				fmt.Fprintf(&b, "\tPUT(%s, %s, %s);\n", x, value, order("relaxed", "relaxed", "release"))
			case 4:
				fmt.Fprintf(&b, "\tif (v == 1) PUT(%s, %s, memory_order_relaxed);\n", x, value)
			case 5:
				fmt.Fprintf(&b, "\tpthread_mutex_lock(&m); v = GET(%s, memory_order_relaxed); PUT(%s, %s, memory_order_relaxed); pthread_mutex_unlock(&m);\n", x, x, value)
			}
		}
		b.WriteString("\treturn arg; }\n")
	}
	return `#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
` + results.String() + `#ifdef CALLS
static int get(atomic_int *p) { return atomic_load_explicit(p, memory_order_relaxed); }
static int get_acquire(atomic_int *p) { return atomic_load_explicit(p, memory_order_acquire); }
static int loaded(atomic_int *p, int acquires) { if (acquires) return get_acquire(p); int v = get(p); return v; }
static int same(int v) { int copy = v; int *p = &copy; return *p; }
static void put(atomic_int *p, int v) { int w = same(v); atomic_store_explicit(p, w, memory_order_relaxed); }
static void put_release(atomic_int *p, int v) { atomic_store_explicit(p, v, memory_order_release); }
#define GET(x, o) (o == memory_order_acquire ? get_acquire(&x) : get(&x))
#define PUT(x, v, o) (o == memory_order_release ? put_release(&x, v) : put(&x, v))
#define SAME(v) same(v)
#else
#define GET(x, o) atomic_load_explicit(&x, o)
#define PUT(x, v, o) atomic_store_explicit(&x, v, o)
#define SAME(v) (v)
#endif
` + b.String() + `#ifdef CALLS
static void start(pthread_t *t, void *(*f)(void *)) { pthread_create(t, 0, f, 0); }
int main(void) { pthread_t t[2]; for (int i = 0; i < 2; i++) start(&t[i], i ? t1 : t0); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); }
#else
int main(void) { pthread_t a, b; pthread_create(&a, 0, t0, 0); pthread_create(&b, 0, t1, 0); pthread_join(a, 0); pthread_join(b, 0); }
#endif
`
}

// statesOf returns the final states under a model in cat.
func statesOf(t *testing.T, p *code.Program, model string) []string {
	m := lookup(t, model)
	lowered, err := m.Lower(p)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	if _, err := candidates.Run(context.Background(), lowered, candidates.Options{Model: m, Each: func(x *candidates.Execution) { found[finals(p, x)] = true }}); err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(found))
}

// What an RMW leaves is computed of its operand, whatever register the result is for.
func TestFetched(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ operation, state string }{
		{"__atomic_add_fetch(&x, 1, 0)", "3"}, {"__atomic_sub_fetch(&x, 1, 0)", "1"}, {"__atomic_or_fetch(&x, 5, 0)", "7"},
		{"++a", "3"}, {"a -= 3", "-1"}, {"__atomic_fetch_add(&x, 1, 0)", "2"},
	} {
		text := "#include <pthread.h>\nint x = 2; _Atomic int a = 2; int r;\nstatic void *f(void *p) { r = " + c.operation + "; return 0; }\n" +
			"int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }\n"
		p, err := cfront.Compile("t.c", []byte(text), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, model := range []string{"imm", "c11orig", "armv8", "armv7", "power", "riscv", "c11", "tso"} {
			for _, s := range statesOf(t, p, model) {
				if !strings.Contains(s, "r="+c.state) {
					t.Errorf("%s under %s: %s, want r=%s", c.operation, model, s, c.state)
				}
			}
		}
	}
}

// A program with calls, automatic objects and loops in main has the final states of the
// program without them, under all models; and those that the explorer finds, which runs it,
// where it knows the model.
func TestCalls(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(42, 2))
	more := 0
	for range testsize.Count(30, 2000) {
		text := calling(r)
		compile := func(defines ...string) *code.Program {
			p, err := cfront.Compile("t.c", []byte(text), cfront.Options{Defines: defines})
			if err != nil {
				t.Fatal(err, "\n", text)
			}
			return p
		}
		called, plain := compile("CALLS=1"), compile()
		states := map[string][]string{}
		for _, model := range []string{"imm", "c11orig", "armv8", "armv7", "power", "riscv"} {
			states[model] = statesOf(t, called, model)
			if want := statesOf(t, plain, model); !slices.Equal(states[model], want) {
				t.Fatalf("%s:\n%s\nwith calls\n\t%s\nwithout\n\t%s", model, text, strings.Join(states[model], "\n\t"), strings.Join(want, "\n\t"))
			}
		}
		for _, m := range axiom.All() {
			got, want := statesOf(t, called, m.Name), map[string]bool{}
			if _, err := explore.Run(context.Background(), called, m, explore.Options{Workers: 1, Outcome: func(dst []byte, x *explore.Execution) []byte {
				want[finals(called, x)] = true
				return dst
			}}); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, slices.Sorted(maps.Keys(want))) {
				t.Fatalf("%s:\n%s\ncandidates\n\t%s\nexplored\n\t%s", m.Name, text, strings.Join(got, "\n\t"), strings.Join(slices.Sorted(maps.Keys(want)), "\n\t"))
			}
			if m == axiom.RC11 {
				for _, s := range got {
					if !slices.Contains(states["imm"], s) {
						t.Fatalf("imm forbids %s, c11 does not:\n%s", s, text)
					}
				}
				if len(states["imm"]) > len(got) {
					more++
				}
			}
		}
	}
	if more == 0 {
		t.Error("no program shows load buffering")
	}
}

// What depends through calls, memory, loops, selections and arithmetic that cancels out is no
// load buffering under a model of dependencies: no value comes out of thin air.
func TestDependenciesThroughCalls(t *testing.T) {
	t.Parallel()
	const program = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, a, b;
static int same(int v) { return v; }
static int stored(int v) { int w = 0; int *p = &w; *p = v; return *p; }
static int looped(int v) { int w = 0; for (int i = 0; i < 3; i++) if (i < v) w = 1; return w; }
static int chosen(int v) { return v ? 1 : 2; }
static int deep(int v) { return same(stored(same(v))); }
static void put(atomic_int *p, int v) { atomic_store_explicit(p, v, memory_order_relaxed); }
static void *one(void *arg) { int v = atomic_load_explicit(&x, memory_order_relaxed); a = v; FIRST; return arg; }
static void *two(void *arg) { int v = atomic_load_explicit(&y, memory_order_relaxed); b = v; SECOND; return arg; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0); pthread_join(t, 0); pthread_join(u, 0); assert(!(a == 1 && b == 1)); }
`
	ways := []string{"put(&%s, same(v))", "put(&%s, stored(v))", "put(&%s, looped(v))", "put(&%s, chosen(v))", "put(&%s, deep(v))",
		"put(&%s, v - v + 1)", "put(&%s, (v ^ v) | 1)", "put(&%s, v * 0 + 1)", "if (v) put(&%s, 1); else put(&%[1]s, 1)", "if (same(v) < 2) put(&%s, 1)"}
	tried := 0
	for i, first := range ways {
		for k, second := range ways {
			if !testsize.Long() && (i+k)%2 != 0 {
				continue
			}
			p, err := cfront.Compile("t.c", []byte(program), cfront.Options{Defines: []string{
				"FIRST=" + fmt.Sprintf(first, "y"), "SECOND=" + fmt.Sprintf(second, "x")}})
			if err != nil {
				t.Fatal(err)
			}
			for _, model := range []string{"imm", "armv8", "riscv", "power", "armv7"} {
				m := lookup(t, model)
				lowered, err := m.Lower(p)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := candidates.Run(context.Background(), lowered, candidates.Options{Model: m, Each: func(x *candidates.Execution) {
					if _, failed := x.Failed(); failed {
						t.Errorf("%s: %s, %s: a value out of thin air", model, first, second)
					}
				}}); err != nil {
					t.Fatal(err)
				}
				tried++
			}
		}
	}
	if tried < 250 {
		t.Errorf("%d programs tried", tried)
	}
}
