package explore_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

const headers = `
#include <assert.h>
#include <fencepost.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
`

func compile(t testing.TB, src string) *code.Program {
	p, err := cfront.Compile("a.c", []byte(headers+src), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// threads returns a main that creates threads with the functions a, b, ... and joins them.
func threads(n int) string {
	var b strings.Builder
	b.WriteString("int main(void)\n{\n\tpthread_t t[8];\n")
	for i := range n {
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], NULL, %c, NULL);\n", i, 'a'+i)
	}
	for i := range n {
		fmt.Fprintf(&b, "\tpthread_join(t[%d], NULL);\n", i)
	}
	return b.String() + "\treturn 0;\n}\n"
}

func fn(name, body string) string {
	return "static void *" + name + "(void *p) { (void)p; " + body + " return NULL; }\n"
}

func explored(t testing.TB, p *code.Program, m *axiom.Model, o explore.Options) *explore.Report {
	t.Helper()
	r, err := explore.Run(context.Background(), p, m, o)
	if err != nil {
		t.Fatalf("%s: %v\n%s", m.Name, err, p.Files[0].Text)
	}
	return r
}

// finalsOf returns an Options.Outcome: the final values of the globals of a program.
func finalsOf(p *code.Program) func(dst []byte, x *explore.Execution) []byte {
	return func(dst []byte, x *explore.Execution) []byte { return append(dst, finals(p, x.Final)...) }
}

func TestPrograms(t *testing.T) {
	for _, c := range []struct {
		name                string
		src                 string
		model               *axiom.Model
		unroll              int
		executions, blocked int64
		errors              string // kinds, in order of the report
	}{
		{name: "assume blocks one thread, not the others", model: axiom.RC11, executions: 1, blocked: 1,
			src: "atomic_int x;\n" + fn("a", "assume(x == 1);") + fn("b", "x = 1;") + threads(2)},
		{name: "an execution with an assumption that does not hold is none", model: axiom.RC11, executions: 0, blocked: 1,
			src: "int main(void) { assume(0); return 0; }\n"},
		{name: "a wait is one read", model: axiom.SC, executions: 1, blocked: 1,
			src: "atomic_int x;\n" + fn("a", "while (x != 1);") + fn("b", "x = 1;") + threads(2)},
		{name: "a wait that calls and compares", model: axiom.TSO, executions: 1, blocked: 1,
			src: "atomic_int x;\nstatic int ready(void) { int v = x; return v > 0; }\n" +
				fn("a", "while (!ready()) sched_yield();") + fn("b", "x = 1;") + threads(2)},
		{name: "a wait by exchange", model: axiom.RC11, executions: 2, blocked: 2,
			src: "atomic_int l, x;\n#define LOCK while (atomic_exchange(&l, 1));\n" +
				fn("a", "LOCK x++; l = 0;") + fn("b", "LOCK x++; l = 0;") + threads(2)},
		{name: "livelock", model: axiom.SC, executions: 0, blocked: 1, errors: "livelock",
			src: "atomic_int x;\n" + fn("a", "while (x != 1);") + threads(1)},
		{name: "deadlock", model: axiom.SC, executions: 2, blocked: 1, errors: "deadlock",
			src: "pthread_mutex_t m, n;\n#define L pthread_mutex_lock\n#define U pthread_mutex_unlock\n" +
				fn("a", "L(&m); L(&n); U(&n); U(&m);") + fn("b", "L(&n); L(&m); U(&m); U(&n);") + threads(2)},
		{name: "a lock that is never released", model: axiom.RC11, executions: 0, blocked: 2, errors: "deadlock deadlock",
			src: "pthread_mutex_t m;\n" + fn("a", "pthread_mutex_lock(&m);") + fn("b", "pthread_mutex_lock(&m);") + threads(2)},
		{name: "trylock", model: axiom.SC, executions: 4,
			src: "pthread_mutex_t m;\n" + fn("a", "if (!pthread_mutex_trylock(&m)) pthread_mutex_unlock(&m);") +
				fn("b", "if (!pthread_mutex_trylock(&m)) pthread_mutex_unlock(&m);") + threads(2)},
		{name: "recursive mutex", model: axiom.SC, executions: 2,
			src: "pthread_mutex_t m;\n" + fn("a", "pthread_mutex_lock(&m); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&m);") +
				fn("b", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);") +
				strings.Replace(threads(2), "pthread_t t[8];", "pthread_t t[8]; pthread_mutexattr_t at; pthread_mutexattr_init(&at); pthread_mutexattr_settype(&at, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &at);", 1)},
		{name: "two wait by exchange for one that waits", model: axiom.SC, executions: 0, blocked: 2, errors: "livelock",
			src: "atomic_int l = 1, y;\n" + fn("a", "while (!y);") + fn("b", "while (atomic_exchange(&l, 1));") + fn("c", "while (atomic_exchange(&l, 1));") + threads(3)},
		{name: "attempts at mutexes that the thread holds", model: axiom.SC, executions: 3,
			src: "#include <assert.h>\n#include <errno.h>\npthread_mutex_t m, n;\n" +
				fn("a", "pthread_mutex_lock(&n); assert(pthread_mutex_trylock(&n) == EBUSY); pthread_mutex_unlock(&n); "+
					"if (!pthread_mutex_trylock(&m)) { if (!pthread_mutex_trylock(&m)) pthread_mutex_unlock(&m); pthread_mutex_unlock(&m); }") +
				fn("b", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);") +
				strings.Replace(threads(2), "pthread_t t[8];", "pthread_t t[8]; pthread_mutexattr_t at; pthread_mutexattr_init(&at); pthread_mutexattr_settype(&at, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &at);", 1)},
		{name: "semaphore", model: axiom.RC11, executions: 1, blocked: 0,
			src: "sem_t s; int d;\n" + fn("a", "d = 1; sem_post(&s);") + fn("b", "sem_wait(&s); assert(d == 1);") + threads(2)},
		{name: "barrier", model: axiom.RC11, executions: 2,
			src: "pthread_barrier_t b_; int d[2];\n" + fn("a", "d[0] = 1; pthread_barrier_wait(&b_); assert(d[1]);") +
				fn("b", "d[1] = 1; pthread_barrier_wait(&b_); assert(d[0]);") +
				strings.Replace(threads(2), "pthread_t t[8];", "pthread_t t[8]; pthread_barrier_init(&b_, NULL, 2);", 1)},
		{name: "condition variable", model: axiom.RC11, executions: 2,
			src: "pthread_mutex_t m; pthread_cond_t c; int ready;\n" +
				fn("a", "pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);") +
				fn("b", "pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);") + threads(2)},
		{name: "lost wake-up", model: axiom.SC, executions: 4, blocked: 1, errors: "deadlock", // in 3 the wait ends of itself: before b, after b, around b
			src: "pthread_mutex_t m; pthread_cond_t c;\n" +
				fn("a", "pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);") +
				fn("b", "pthread_mutex_lock(&m); pthread_cond_signal(&c); pthread_mutex_unlock(&m);") + threads(2)},
		{name: "a read before an atomic section", model: axiom.SC, executions: 2, blocked: 1, errors: "deadlock",
			src: "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\natomic_int x, y; pthread_mutex_t m; pthread_cond_t w;\n" +
				fn("a", "__VERIFIER_atomic_begin(); x = 1; (void)y; __VERIFIER_atomic_end();") +
				fn("b", "pthread_mutex_lock(&m); if (!x) pthread_cond_wait(&w, &m); pthread_mutex_unlock(&m);") + threads(2)},
		{name: "read-write lock", model: axiom.RC11, executions: 2,
			src: "pthread_rwlock_t l; int d;\n" + fn("a", "pthread_rwlock_rdlock(&l); (void)d; pthread_rwlock_unlock(&l);") +
				fn("b", "pthread_rwlock_wrlock(&l); d = 1; pthread_rwlock_unlock(&l);") + threads(2)},
		{name: "store buffering, assertion", model: axiom.TSO, executions: 4, errors: "assertion failed",
			src: "atomic_int x, y; int r, s;\n#define O memory_order_relaxed\n" +
				fn("a", "atomic_store_explicit(&x, 1, O); r = atomic_load_explicit(&y, O);") +
				fn("b", "atomic_store_explicit(&y, 1, O); s = atomic_load_explicit(&x, O);") +
				strings.Replace(threads(2), "\treturn 0;", "\tassert(r || s); return 0;", 1)},
		{name: "race", model: axiom.RC11, executions: 2, errors: "data race",
			src: "int x;\n" + fn("a", "x = 1;") + fn("b", "(void)*(volatile int *)&x;") + threads(2)},
		{name: "race by a relaxed flag", model: axiom.RC11, executions: 2, blocked: 1, errors: "data race",
			src: "int x; atomic_int f;\n" + fn("a", "x = 1; atomic_store_explicit(&f, 1, memory_order_relaxed);") +
				fn("b", "assume(atomic_load_explicit(&f, memory_order_relaxed)); (void)*(volatile int *)&x;") + threads(2)},
		{name: "no race by a release flag", model: axiom.RC11, executions: 1, blocked: 1,
			src: "int x; atomic_int f;\n" + fn("a", "x = 1; atomic_store_explicit(&f, 1, memory_order_release);") +
				fn("b", "assume(atomic_load_explicit(&f, memory_order_acquire)); (void)*(volatile int *)&x;") + threads(2)},
		{name: "never written", model: axiom.RC11, executions: 2, errors: "read of never-written memory",
			src: "atomic_int *q;\n" + fn("a", "(void)*q;") + fn("b", "*q = 1;") +
				strings.Replace(threads(2), "pthread_t t[8];", "pthread_t t[8]; q = malloc(sizeof *q);", 1)},
		{name: "use after free", model: axiom.SC, executions: 1, errors: "use after free",
			src: "atomic_int *q;\n" + fn("a", "*q = 1;") + fn("b", "free(q);") +
				strings.Replace(threads(2), "pthread_t t[8];", "pthread_t t[8]; q = calloc(1, 4);", 1)},
		{name: "free after a join", model: axiom.PSLO, executions: 1,
			src: "atomic_int *q;\n" + fn("a", "*q = 1;") +
				strings.NewReplacer("pthread_t t[8];", "pthread_t t[8]; q = calloc(1, 4);", "\treturn 0;", "free(q); return 0;").Replace(threads(1))},
		{name: "choices", model: axiom.SC, executions: 6,
			src: "atomic_int x;\n" + fn("a", "x = nondet_range(1, 3);") + fn("b", "(void)x;") + threads(2)},
		{name: "unroll", model: axiom.SC, unroll: 3, executions: 0,
			src: "atomic_int x;\n" + fn("a", "for (;;) x++;") + threads(1)},
		{name: "unroll just enough", model: axiom.SC, unroll: 3, executions: 1,
			src: "atomic_int x;\n" + fn("a", "for (int i = 0; i < 3; i++) x++; int k = 3; do x++; while (--k);") + threads(1)},
		{name: "threads that create threads", model: axiom.RC11, executions: 24,
			src: "atomic_int x;\nstatic void *c(void *p) { (void)p; x++; return NULL; }\n" +
				"static void *two(void *p) { pthread_t t, u; (void)p; pthread_create(&t, NULL, c, NULL); pthread_create(&u, NULL, c, NULL); pthread_join(t, NULL); pthread_join(u, NULL); return NULL; }\n" +
				"int main(void) { pthread_t t, u; pthread_create(&t, NULL, two, NULL); pthread_create(&u, NULL, two, NULL); pthread_join(t, NULL); pthread_join(u, NULL); assert(x == 4); return 0; }\n"},
		{name: "nodes of two threads", model: axiom.RC11, executions: 4,
			src: "struct n { int v; struct n *next; }; _Atomic(struct n *) top;\n#define PUSH struct n *q = malloc(sizeof *q); q->v = 1; struct n *o = top; do q->next = o; while (!atomic_compare_exchange_strong(&top, &o, q));\n" +
				fn("a", "PUSH") + fn("b", "PUSH") + threads(2)},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := compile(t, c.src)
			o := explore.Options{Workers: 1, Machine: interp.Options{Semantics: interp.Semantics{Unroll: c.unroll}}}
			r := explored(t, p, c.model, o)
			var kinds []string
			for _, f := range r.Errors {
				kinds = append(kinds, string(f.Error.Kind))
				again, err := explore.Replay(context.Background(), p, c.model, o, f.Witness.Schedule())
				if err != nil {
					t.Errorf("%v: replay: %v", f.Error, err)
				} else if !shows(again, f.Error) {
					t.Errorf("%v: the replay shows %v", f.Error, again.Errors)
				}
			}
			if _, without := linearised(t, p, c.model, o.Machine); without > 0 {
				t.Errorf("of %d errors no run was found", without)
			}
			if got := strings.Join(kinds, " "); got != c.errors {
				t.Errorf("errors %q, want %q: %v", got, c.errors, r.Errors)
			}
			if r.Executions != c.executions || r.Blocked != c.blocked {
				t.Errorf("%d executions, %d blocked, want %d and %d", r.Executions, r.Blocked, c.executions, c.blocked)
			}
			if r.Complete != (c.name != "unroll") {
				t.Errorf("complete: %v", r.Complete)
			}
		})
	}
}

func shows(r *explore.Report, e *interp.Error) bool {
	for _, f := range r.Errors {
		if f.Error.Key() == e.Key() {
			return true
		}
	}
	return false
}

// TestReplay: the replay of an execution is the same execution.
func TestReplay(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 6))
	for range *programs {
		p := randomProgram(r, 2+r.IntN(2), 5, 2)
		prog := p.compile(t, false)
		for _, m := range axiom.All() {
			var graphs []*explore.Graph
			explored(t, prog, m, explore.Options{Workers: 1, Each: func(x *explore.Execution) {
				graphs = append(graphs, x.Graph())
			}})
			for _, g := range graphs {
				var again *explore.Graph
				o := explore.Options{Each: func(x *explore.Execution) { again = x.Graph() }}
				if _, err := explore.Replay(context.Background(), prog, m, o, g.Schedule()); err != nil {
					t.Fatalf("%s:\n%s%v\n%v", m.Name, p, err, g.Schedule())
				}
				if again == nil || graphKey(again) != graphKey(g) {
					t.Fatalf("%s:\n%s: another execution", m.Name, p)
				}
			}
		}
	}
}

// TestReplayOfEndless: a thread that the schedule leaves in an endless loop stops there.
func TestReplayOfEndless(t *testing.T) {
	p := compile(t, "static int d; static atomic_int stop, beat;\n"+fn("a", "d = 1;")+
		fn("b", "d = 2; while (!stop) { beat = 1; }")+threads(2))
	o := explore.Options{Workers: 1, UnrollEndless: explore.DefaultUnroll, Machine: interp.Options{Semantics: interp.Semantics{MaxSteps: 1000}}}
	r := explored(t, p, axiom.RC11, o)
	if len(r.Errors) != 1 || len(r.Endless) != 1 {
		t.Fatalf("%v, %v", r.Errors, r.Endless)
	}
	again, err := explore.Replay(context.Background(), p, axiom.RC11, o, r.Errors[0].Witness.Schedule())
	if err != nil || !shows(again, r.Errors[0].Error) {
		t.Fatal(again, err)
	}
	if again.Loop.Line != 0 {
		t.Errorf("the replay runs out of steps at %v", again.Loop)
	}
}

func TestReplayOfNonsense(t *testing.T) {
	p := randomProgram(rand.New(rand.NewPCG(1, 1)), 2, 6, 2).compile(t, false)
	for _, s := range [][]int32{{1}, {-1, 0}, {0, 7, 9, 9}, {0, 0, 1, 5}, {5, 0}, {0, 0, 0, 0, 1, 99, 2, 99}} {
		if _, err := explore.Replay(context.Background(), p, axiom.RC11, explore.Options{}, s); err != nil && err != explore.ErrStrayed {
			t.Errorf("%v: %v", s, err)
		}
	}
}

// TestWorkers: the report does not depend on the number of workers.
func TestWorkers(t *testing.T) {
	p := compile(t, `
atomic_int x; int d;
static void *run(void *p) { (void)p; int v = x; if (v == 2) d = 1; x = v + 1; return NULL; }
int main(void)
{
	pthread_t t[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, run, NULL);
	return 0;
}`)
	var want *explore.Report
	for workers := range 4 {
		var mu sync.Mutex
		calls := 0
		o := explore.Options{Workers: workers + 1, Outcome: func(dst []byte, x *explore.Execution) []byte {
			v, _ := x.Final(p.Objects[0].Addr, 4)
			return fmt.Append(dst, v)
		}, Each: func(*explore.Execution) {
			mu.Lock()
			calls++
			mu.Unlock()
		}}
		r := explored(t, p, axiom.RC11, o)
		if want == nil {
			want = r
		}
		if !reflect.DeepEqual(r, want) || int64(calls) != r.Executions || len(r.Errors) == 0 || len(r.Outcomes) < 2 {
			t.Errorf("%d workers: %+v, want %+v", workers+1, r, want)
		}
	}
}

func TestBounds(t *testing.T) {
	p := compile(t, "atomic_int x;\n"+fn("a", "x++;")+fn("b", "x++;")+fn("c", "x++;")+threads(3))
	if r := explored(t, p, axiom.RC11, explore.Options{MaxExecutions: 3}); r.Complete || r.Executions < 3 {
		t.Errorf("%+v", r)
	}
	for n := range int64(7) {
		var want *explore.Report
		for workers := 1; workers <= 4; workers++ {
			r := explored(t, p, axiom.RC11, explore.Options{MaxExecutions: n, Workers: workers})
			if want == nil {
				want = r
			}
			if !reflect.DeepEqual(r, want) || n > 0 && r.Executions > n {
				t.Errorf("at most %d executions, %d workers: %+v, want %+v", n, workers, r, want)
			}
		}
	}
	long := compile(t, "atomic_int x;\n"+fn("a", strings.Repeat("x++;", 30))+fn("b", strings.Repeat("x++;", 30))+threads(2))
	o := explore.Options{MaxExecutions: 5, Machine: interp.Options{Semantics: interp.Semantics{MaxSteps: 40}}}
	if r := explored(t, long, axiom.RC11, o); r.Bounded != 5 || r.Executions+r.Blocked != 0 {
		t.Errorf("executions of more steps than there may be: %+v", r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := explore.Run(ctx, p, axiom.RC11, explore.Options{}); err != nil || r.Complete {
		t.Errorf("%+v %v", r, err)
	}
}

// TestNestedLoops bounds loops in loops: the count of an inner loop begins anew each time a thread
// enters it.
func TestNestedLoops(t *testing.T) {
	for name, src := range map[string]string{
		"for":       "for (int i = 0; i < 3; i++) for (int j = 0; j < 2; j++) a[i] += j;",
		"while":     "int i = 0; while (i < 3) { int j = 0; while (j < 2) a[i] += j++; i++; }",
		"do":        "int i = 0; do { int j = 0; do a[i] += j; while (++j < 2); } while (++i < 3);",
		"do in for": "for (int i = 0; i < 3; i++) { int j = 0; do a[i] += j; while (++j < 2); }",
		"for in do": "int i = 0; do for (int j = 0; j < 2; j++) a[i] += j; while (++i < 3);",
		"two":       "for (int i = 0; i < 3; i++) { for (int j = 0; j < 2; j++) a[i] += j; for (int j = 0; j < 3; j++) a[i] += j; }",
		"goto":      "int i = 0; again: for (int j = 0; j < 2; j++) a[i] += j; if (++i < 3) goto again;",
		"call":      "for (int i = 0; i < 3; i++) inner(i);",
	} {
		p := compile(t, "int a[3]; void inner(int i) { for (int j = 0; j < 2; j++) a[i] += j; } int main(void) { "+src+" return 0; }")
		for unroll, bounded := range map[int]int64{2: 1, 3: 0} {
			r := explored(t, p, axiom.RC11, explore.Options{Machine: interp.Options{Semantics: interp.Semantics{Unroll: unroll}}})
			if r.Bounded != bounded || r.Executions != 1-bounded {
				t.Errorf("%s, at most %d iterations: %d executions, %d bounded", name, unroll, r.Executions, r.Bounded)
			}
		}
	}
}

// TestEstimate: the mean of many samples is within five standard errors of the number of
// executions. An unbiased estimate misses that with a chance of one in a million, and the seed is
// fixed.
func TestEstimate(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 9))
	for range 5 {
		p := randomProgram(r, 3, 8, 2).compile(t, false)
		want := float64(explored(t, p, axiom.RC11, explore.Options{}).Executions)
		e, err := explore.NewSearch(p, axiom.RC11, explore.Options{}).Estimate(context.Background(), 2000, 1, 0)
		if err != nil || math.Abs(e.Executions-want) > 5*e.Error+1e-9 {
			t.Errorf("estimate %+v, want %v; %v", e, want, err)
		}
	}
}

// TestNumbersOfThreads: threads that other threads create have the same numbers on any number of
// workers.
func TestNumbersOfThreads(t *testing.T) {
	p := compile(t, `
atomic_int x; int d;
#define NEW(f) { pthread_t n; pthread_create(&n, NULL, f, NULL); }
static void *leaf(void *p) { (void)p; if (x++ > 1) d++; return NULL; }
static void *second(void *p) { (void)p; if (x++ > 0) NEW(leaf) return NULL; }
static void *first(void *p) { (void)p; NEW(second) x++; return NULL; }
int main(void) { NEW(first) NEW(second) if (x) NEW(leaf) return 0; }`)
	var want *explore.Report
	for n := range 8 {
		r := explored(t, p, axiom.RC11, explore.Options{Workers: 1 + n%3})
		if want == nil {
			want = r
		}
		if len(r.Errors) == 0 || !reflect.DeepEqual(r, want) {
			t.Errorf("%d workers: %+v, want %+v", 1+n%3, r, want)
		}
		for _, f := range r.Errors {
			again, err := explore.Replay(context.Background(), p, axiom.RC11, explore.Options{}, f.Witness.Schedule())
			if err != nil || !shows(again, f.Error) {
				t.Errorf("replay: %v", err)
			}
		}
	}
	t.Logf("%d executions", want.Executions)
}

// TestLongThreads: the cost of a step grows neither with the graph nor with the number of objects.
// With a cost that is quadratic in the operations of a thread, this test would not end; by
// default, with few operations, it would be slow.
func TestLongThreads(t *testing.T) {
	t.Parallel()
	operations := 20_000
	if !testsize.Whole() {
		operations = 2000
	}
	sb := map[*axiom.Model]int64{axiom.SC: 3, axiom.TSO: 4, axiom.PSLO: 4, axiom.RC11: 4}
	for _, c := range []struct {
		step, order string
		count       map[*axiom.Model]int64
	}{
		{"atomic_fetch_add_explicit(&a[k], 1, O)", "memory_order_relaxed", sb},
		{"atomic_fetch_add_explicit(&a[k], 1, O)", "memory_order_seq_cst", map[*axiom.Model]int64{axiom.RC11: 3}},
		{"atomic_int *z = malloc(sizeof *z); atomic_store(z, i); free(z)", "memory_order_relaxed", sb},
		{"atomic_int **z = malloc(sizeof *z); *z = last; last = (void *)z", "memory_order_relaxed", sb},
	} {
		p := compile(t, fmt.Sprintf("#define N %d\n", operations)+strings.ReplaceAll(`atomic_int a[2], x, y;
static void run(int k, atomic_int *mine, atomic_int *other)
{
	atomic_int *last = NULL;
	for (int i = 0; i < N; i++) { `+c.step+`; }
	atomic_store_explicit(mine, 1, O);
	atomic_load_explicit(other, O);
}
`+fn("f", "run(0, &x, &y);")+fn("g", "run(1, &y, &x);")+`
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, NULL, f, NULL);
	pthread_create(&u, NULL, g, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}`, " O)", " "+c.order+")"))
		for m, want := range c.count {
			r := explored(t, p, m, explore.Options{Workers: 1, Machine: interp.Options{Semantics: interp.Semantics{MaxSteps: 200_000}}})
			if r.Executions != want || !r.Complete {
				t.Errorf("%s: %s: %+v, want %d executions", c.step, m.Name, r, want)
			}
		}
	}
}

// Of many data races a search keeps some, which are the same for any number of workers.
func TestManyRaces(t *testing.T) {
	t.Parallel()
	p := compile(t, "int x;\natomic_int y;\n"+fn("a", "y = 1; y;\n"+strings.Repeat("x = 1;\n", 80))+fn("b", "y = 2; y;\n"+strings.Repeat("x = 1;\n", 80))+threads(2))
	o := explore.Options{Workers: 1, Reductions: explore.Reductions{ReadsFrom: true}}
	want := explored(t, p, axiom.RC11, o)
	if len(want.Errors) != interp.MaxRaces || want.LastRace == nil {
		t.Errorf("%d races are kept, the last is %v", len(want.Errors), want.LastRace)
	}
	o.Workers = 3
	if got := explored(t, p, axiom.RC11, o); !reflect.DeepEqual(got, want) {
		t.Error("three workers find something else than one")
	}
}
