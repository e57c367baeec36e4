package buffering_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/work"
	"fencepost/interp/search/buffering"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

func compile(t testing.TB, src string, defines ...string) *code.Program {
	t.Helper()
	p, err := cfront.Compile("a.c", []byte(src), cfront.Options{Defines: defines})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func explored(t testing.TB, p *code.Program, model string, names ...string) *buffering.Report {
	t.Helper()
	m, err := candidates.Lookup(model)
	if err != nil {
		t.Fatal(err)
	}
	list, err := explore.Observe(p, names)
	if err != nil {
		t.Fatal(err)
	}
	r, err := buffering.Run(context.Background(), p, m, buffering.Options{Outcome: func(dst []byte, x *buffering.Execution) []byte { return explore.AppendState(dst, x, list) }})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Loads and stores stand in functions, of objects on the heap; main waits for a condition.
const handed = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct box { atomic_int v; int plain; };
static struct box *a, *b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done, r1, r2;
static int get(struct box *p) { return atomic_load_explicit(&p->v, ORDER); }
static void put(struct box *p, int v) { atomic_store_explicit(&p->v, v, memory_order_relaxed); }
static int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
static void finish(void) { pthread_mutex_lock(&m); done++; pthread_cond_signal(&c); pthread_mutex_unlock(&m); }
static void *one(void *arg) { r1 = get(a); put(b, sum(20) > 0); finish(); return arg; }
static void *two(void *arg) { r2 = get(b); put(a, sum(20) > 0); finish(); return arg; }
int main(void)
{
	pthread_t t, u;
	a = malloc(sizeof *a);
	b = malloc(sizeof *b);
	atomic_init(&a->v, 0);
	atomic_init(&b->v, 0);
	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, 0);
	pthread_mutex_lock(&m);
	while (done < 2)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	assert(!(r1 == 1 && r2 == 1));
	pthread_join(t, 0);
	pthread_join(u, 0);
	free(a);
	free(b);
	return 0;
}
`

// Load buffering is found through calls, loops, the heap, locks and condition variables, and
// acquire loads have none.
func TestProgram(t *testing.T) {
	t.Parallel()
	for _, model := range machines {
		if r := explored(t, compile(t, handed, "ORDER=memory_order_relaxed"), model); len(r.Errors) != 1 || !r.Complete {
			t.Errorf("%s: %d errors, complete: %v", model, len(r.Errors), r.Complete)
		}
		if r := explored(t, compile(t, handed, "ORDER=memory_order_acquire"), model); len(r.Errors) != 0 || !r.Complete {
			t.Errorf("%s, acquire: %d errors, complete: %v", model, len(r.Errors), r.Complete)
		}
	}
}

// No value comes out of thin air: what depends through calls, memory, loops, selections and
// arithmetic that cancels out is no load buffering.
func TestDependencies(t *testing.T) {
	t.Parallel()
	const program = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
static atomic_int x, y, to[4];
static int a, b, table[2] = {2, 1};
static int same(int v) { return v; }
static int stored(int v) { int w = 0; int *p = &w; *p = v; return *p; }
static int looped(int v) { int w = 0; for (int i = 0; i < 3; i++) if (i < v) w = 1; return w; }
static int chosen(int v) { return v ? 1 : 2; }
static int deep(int n, int v) { return n ? deep(n - 1, v) : stored(same(v)); }
static int heap(int v) { int *p = malloc(sizeof *p); *p = v; int w = *p; free(p); return w; }
static int copied(int v) { int w; memcpy(&w, &v, sizeof w); return w; }
static int looked(int v) { return table[v & 1]; }
static int pointed(int v) { int (*f[2])(int) = {looped, same}; return f[v & 1](v); }
static void put(atomic_int *p, int v) { atomic_store_explicit(p, v, memory_order_relaxed); }
static void *one(void *arg) { int v = atomic_load_explicit(&x, memory_order_relaxed); a = v; FIRST; return arg; }
static void *two(void *arg) { int v = atomic_load_explicit(&y, memory_order_relaxed); b = v; SECOND; return arg; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0); pthread_join(t, 0); pthread_join(u, 0); assert(!(a == 1 && b == 1)); }
`
	ways := []string{"put(&%s, same(v))", "put(&%s, stored(v))", "put(&%s, looped(v))", "put(&%s, chosen(v))", "put(&%s, deep(5, v))",
		"put(&%s, heap(v))", "put(&%s, copied(v))", "put(&%s, looked(v))", "put(&%s, pointed(v))", "put(&to[v & 1], 1); put(&%s, 1)",
		"put(&%s, v - v + 1)", "put(&%s, (v ^ v) | 1)", "put(&%s, v * 0 + 1)", "if (v) put(&%s, 1); else put(&%[1]s, 1)", "if (same(v) < 2) put(&%s, 1)"}
	tried, step := 0, 12
	if testsize.Long() {
		step = 1
	}
	for i, first := range ways {
		for k, second := range ways {
			if (i+k)%step != 0 {
				continue
			}
			p := compile(t, program, "FIRST="+fmt.Sprintf(first, "y"), "SECOND="+fmt.Sprintf(second, "x"))
			for _, model := range machines {
				r := explored(t, p, model)
				if len(r.Errors) > 0 || !r.Complete {
					t.Errorf("%s: %s, %s: %d errors, complete: %v", model, first, second, len(r.Errors), r.Complete)
				}
				tried++
			}
		}
	}
	if tried < 50 {
		t.Errorf("%d programs tried", tried)
	}
}

// Programs with loops have as many executions under imm as under rc11: no store of theirs is visible too
// early. The seqlock has more under imm. In a round that fails, its reader may store the same values again.
// The search under rc11 leaves out such rounds.
func TestLoops(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"mcs-lock", "seqlock", "chase-lev-deque"} {
		src, err := os.ReadFile("../../../benchmarks/c11/" + file + ".c")
		if err != nil {
			t.Fatal(err)
		}
		p := compile(t, string(src), "FIXED=1")
		want, err := explore.Run(context.Background(), p, axiom.RC11, explore.Options{Workers: 1, Reductions: explore.Reductions{SkipIdle: true}})
		if err != nil {
			t.Fatal(err)
		}
		got := explored(t, p, "imm")
		if got.Executions != want.Executions && (file != "seqlock" || got.Executions < want.Executions) || !got.Complete || len(got.Errors) > 0 {
			t.Errorf("%s: %d executions under imm, %d under rc11, complete: %v, %d errors", file, got.Executions, want.Executions, got.Complete, len(got.Errors))
		}
	}
}

// What main does before, between and after the rounds of threads that it starts and joins has its
// place among what they do.
func TestAlone(t *testing.T) {
	t.Parallel()
	p := compile(t, `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x, y;
static int seen;
static void *one(void *arg) { atomic_load_explicit(&y, memory_order_relaxed); atomic_store_explicit(&x, 1, memory_order_relaxed); return arg; }
static void *two(void *arg) { atomic_load_explicit(&x, memory_order_relaxed); atomic_store_explicit(&x, 2, memory_order_relaxed); return arg; }
static void *three(void *arg) { seen = atomic_load_explicit(&x, memory_order_relaxed); return arg; }
int main(void)
{
	pthread_t t, u;
	int *p = malloc(sizeof *p);
	assert(atomic_load_explicit(&x, memory_order_relaxed) == 0);
	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	assert(atomic_load_explicit(&x, memory_order_relaxed) > 0);
	if (ROUNDS > 1) {
		atomic_store_explicit(&x, 5, memory_order_relaxed);
		pthread_create(&t, 0, three, 0);
		pthread_join(t, 0);
		assert(seen == 5);
	}
	free(p);
	return 0;
}
`, "ROUNDS=1")
	q := compile(t, string(p.Files[0].Text), "ROUNDS=2")
	for _, model := range machines {
		one, two := explored(t, p, model), explored(t, q, model)
		if len(one.Errors)+len(two.Errors) > 0 || !one.Complete || !two.Complete || one.Executions != two.Executions {
			t.Errorf("%s: %d and %d errors, %d and %d executions", model, len(one.Errors), len(two.Errors), one.Executions, two.Executions)
		}
	}
}

// What is not supported is refused with its place.
func TestRefused(t *testing.T) {
	t.Parallel()
	p := compile(t, `#include <pthread.h>
static union { int word; char bytes[4]; } u;
static void *f(void *arg) { u.word = 1; return arg; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); u.bytes[1] = 2; pthread_join(t, 0); return 0; }
`)
	m, err := candidates.Lookup("imm")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = buffering.Run(context.Background(), p, m, buffering.Options{}); err == nil || !strings.Contains(err.Error(), "a.c:4:62") {
		t.Errorf("refused by %v", err)
	}
}

// TestEndless explores a program whose first execution has no end: a bound on the work ends it.
func TestEndless(t *testing.T) {
	t.Parallel()
	p := compile(t, `#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *turn(void *p) { for (;;) { atomic_fetch_add(&x, 1); atomic_fetch_sub(&x, 1); } return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, turn, 0); pthread_join(t, 0); return 0; }
`)
	m, err := candidates.Lookup("imm")
	if err != nil {
		t.Fatal(err)
	}
	meter := work.NewMeter()
	const most = 1_000_000
	ctx, done := meter.Limit(context.Background(), most)
	defer done()
	r, err := buffering.Run(ctx, p, m, buffering.Options{Machine: interp.Options{Work: meter}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Complete || meter.Spent() > 2*most {
		t.Errorf("complete %v, after %d units of work", r.Complete, meter.Spent())
	}
}

// TestCopyBesideAccess: see the test of this name in package explore.
func TestCopyBesideAccess(t *testing.T) {
	t.Parallel()
	p := compile(t, `#include <pthread.h>
#include <string.h>
static _Alignas(16) char x[16], y[16];
static void *f(void *arg) { memcpy(x, y, 8); memcpy(y, x, 12); return arg; }
static void *g(void *arg) { *(int *)x = 3; memcpy(x, y, 16); return arg; }
int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], 0, f, 0);
	pthread_create(&t[1], 0, g, 0);
	pthread_join(t[0], 0);
	pthread_join(t[1], 0);
	return 0;
}
`)
	explored(t, p, "imm", "x")
}
