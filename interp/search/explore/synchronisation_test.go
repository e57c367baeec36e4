package explore_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
)

// synchronising has rows of templates. Each template runs statements, in the place of %s, in a
// thread that synchronises with other threads. A program uses several templates of a row together.
var synchronising = [][]string{
	{"pthread_rwlock_rdlock(&rw); %s pthread_rwlock_unlock(&rw);", "pthread_rwlock_wrlock(&rw); %s pthread_rwlock_unlock(&rw);",
		"if (!pthread_rwlock_trywrlock(&rw)) { %s pthread_rwlock_unlock(&rw); }", "if (!pthread_rwlock_tryrdlock(&rw)) { %s pthread_rwlock_unlock(&rw); }"},
	{"pthread_spin_lock(&spin); %s pthread_spin_unlock(&spin);", "if (!pthread_spin_trylock(&spin)) { %s pthread_spin_unlock(&spin); }"},
	{"pthread_mutex_lock(&m); %s pthread_mutex_unlock(&m);", "if (!pthread_mutex_trylock(&m)) { %s pthread_mutex_unlock(&m); }"},
	{"mtx_lock(&c); %s mtx_unlock(&c);", "if (mtx_trylock(&c) == thrd_success) { %s mtx_unlock(&c); }"},
	{"sem_wait(&sem); %s", "%s sem_post(&sem);", "if (!sem_trywait(&sem)) { %s }", "sem_wait(&sem); %s sem_post(&sem);"},
	{"%s pthread_barrier_wait(&all);"},
	{"pthread_mutex_lock(&m); while (!atomic_load_explicit(&x, memory_order_relaxed)) pthread_cond_wait(&cv, &m); %s pthread_mutex_unlock(&m);",
		"pthread_mutex_lock(&m); %s atomic_store_explicit(&x, 1, memory_order_relaxed); pthread_cond_signal(&cv); pthread_mutex_unlock(&m);",
		"pthread_mutex_lock(&m); atomic_store_explicit(&x, 1, memory_order_relaxed); pthread_cond_broadcast(&cv); pthread_mutex_unlock(&m); %s"},
	{"pthread_mutex_lock(&m); while (!atomic_load_explicit(&x, memory_order_relaxed)) pthread_cond_wait(&cv, &m); %s pthread_mutex_unlock(&m);",
		"pthread_mutex_lock(&m); pthread_cond_wait(&cv, &m); %s pthread_mutex_unlock(&m);", "%s pthread_cond_signal(&cv);", "%s pthread_cond_broadcast(&cv);",
		"%s pthread_mutex_lock(&m); atomic_store_explicit(&x, 1, memory_order_relaxed); pthread_mutex_unlock(&m); pthread_cond_signal(&cv);"},
	{"pthread_mutex_lock(&rec); pthread_mutex_lock(&rec); %s pthread_mutex_unlock(&rec); pthread_mutex_unlock(&rec);",
		"if (!pthread_mutex_trylock(&rec)) { %s pthread_mutex_unlock(&rec); }"},
	{"if (!pthread_mutex_timedlock(&m, &soon)) { %s pthread_mutex_unlock(&m); }", "pthread_mutex_lock(&m); %s pthread_mutex_unlock(&m);"},
	{"if (!sem_timedwait(&sem, &soon)) { %s }", "%s sem_post(&sem);"},
	{"pthread_mutex_lock(&m); %s pthread_mutex_lock(&m2); pthread_mutex_unlock(&m2); pthread_mutex_unlock(&m);",
		"pthread_mutex_lock(&m2); %s pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&m2);"},
	{"{ pthread_t u; pthread_create(&u, 0, other, 0); %s pthread_join(u, 0); }", "%s"},
	{"pthread_mutex_lock(&m); __VERIFIER_atomic_begin(); %s __VERIFIER_atomic_end(); pthread_mutex_unlock(&m);",
		"__VERIFIER_atomic_begin(); pthread_mutex_lock(&m); %s pthread_mutex_unlock(&m); __VERIFIER_atomic_end();",
		"pthread_mutex_lock(&m); %s pthread_mutex_unlock(&m);", "__VERIFIER_atomic_begin(); %s __VERIFIER_atomic_end();"},
	{"pthread_once(&o, once); %s"},
	{"__VERIFIER_atomic_begin(); %s __VERIFIER_atomic_end();"},
	{"while (atomic_flag_test_and_set_explicit(&f, memory_order_acquire)); %s atomic_flag_clear_explicit(&f, memory_order_release);",
		"if (!atomic_flag_test_and_set_explicit(&f, memory_order_relaxed)) { %s atomic_flag_clear_explicit(&f, memory_order_relaxed); }"},
	{"while (!atomic_load_explicit(&x, memory_order_relaxed)); %s"},
	{"if (pthread_mutex_lock(&robust) == EOWNERDEAD) pthread_mutex_consistent(&robust); %s pthread_mutex_unlock(&robust);",
		"if (pthread_mutex_lock(&robust) != ENOTRECOVERABLE) { %s pthread_mutex_unlock(&robust); }",
		"pthread_mutex_lock(&robust); %s return a;", "atomic_fetch_add(&y, pthread_mutex_trylock(&robust)); %s pthread_exit(a);",
		"{ int e = pthread_mutex_timedlock(&robust, &soon); %s if (!e) pthread_mutex_unlock(&robust); }"},
	{"pthread_mutex_lock(&robust); while (!atomic_load_explicit(&x, memory_order_relaxed) && !pthread_cond_wait(&cv, &robust)); %s pthread_mutex_unlock(&robust);",
		"pthread_mutex_lock(&robust); atomic_store_explicit(&x, 1, memory_order_relaxed); pthread_cond_signal(&cv); %s return a;",
		"if (pthread_mutex_lock(&robust) == EOWNERDEAD) pthread_mutex_consistent(&robust); %s pthread_cond_broadcast(&cv); pthread_mutex_unlock(&robust);"},
	{"pthread_mutex_lock(&m); while (!atomic_load_explicit(&x, memory_order_relaxed)) pthread_cond_wait(&cv, &m); %s pthread_mutex_unlock(&m);",
		"pthread_mutex_lock(&m2); while (!atomic_load_explicit(&x, memory_order_relaxed)) pthread_cond_wait(&cv, &m2); %s pthread_mutex_unlock(&m2);",
		"%s atomic_store_explicit(&x, 1, memory_order_relaxed); pthread_cond_broadcast(&cv);"},
	{"__VERIFIER_atomic_begin(); %s return a; __VERIFIER_atomic_end();", "__VERIFIER_atomic_begin(); %s pthread_exit(a); __VERIFIER_atomic_end();",
		"__VERIFIER_atomic_begin(); %s assert(0); __VERIFIER_atomic_end();", "__VERIFIER_atomic_begin(); %s if (atomic_load(&y)) abort(); __VERIFIER_atomic_end();",
		"__VERIFIER_atomic_begin(); %s assume(atomic_load(&y)); __VERIFIER_atomic_end();", "__VERIFIER_atomic_begin(); %s __VERIFIER_atomic_end();"},
	{"%s atomic_fetch_add_explicit(&y, printf(TEXT, text), memory_order_relaxed);", "%s text[1] = 0;", "%s text[0] = 'z'; text[1] = 0;", "puts(text); %s",
		"{ char copy[3]; atomic_store_explicit(&y, snprintf(copy, sizeof copy, TEXT, text), memory_order_relaxed); %s }"},
}

// destroying has such rows in which threads destroy what others use.
var destroying = [][]string{
	{"pthread_mutex_lock(&m); pthread_cond_wait(&cv, &m); %s pthread_mutex_unlock(&m);",
		"pthread_mutex_lock(&m); while (!atomic_load_explicit(&x, memory_order_relaxed)) pthread_cond_wait(&cv, &m); %s pthread_mutex_unlock(&m);",
		"pthread_mutex_lock(&m); %s pthread_cond_signal(&cv); pthread_mutex_unlock(&m); pthread_cond_destroy(&cv);",
		"%s atomic_store_explicit(&x, 1, memory_order_relaxed); pthread_cond_broadcast(&cv); pthread_cond_destroy(&cv);", "%s pthread_cond_destroy(&cv); pthread_cond_init(&cv, 0);"},
	{"pthread_mutex_lock(&m); %s pthread_mutex_unlock(&m);", "%s pthread_mutex_destroy(&m);", "pthread_mutex_lock(&m); %s pthread_mutex_unlock(&m); pthread_mutex_destroy(&m); pthread_mutex_init(&m, 0);"},
	{"%s pthread_barrier_wait(&all);", "%s pthread_barrier_wait(&all); pthread_barrier_destroy(&all);", "%s pthread_barrier_destroy(&all);"},
	{"sem_wait(&sem); %s", "%s sem_post(&sem); sem_destroy(&sem);", "%s sem_destroy(&sem); sem_init(&sem, 0, 1);"},
	{"pthread_rwlock_rdlock(&rw); %s pthread_rwlock_unlock(&rw);", "pthread_rwlock_wrlock(&rw); %s pthread_rwlock_unlock(&rw); pthread_rwlock_destroy(&rw);", "%s pthread_rwlock_destroy(&rw); pthread_rwlock_init(&rw, 0);"},
}

// randomSynchronisation returns a program of two or three threads. A thread synchronises in one of
// the ways, or in two of them, one within the other, with some statements before, between and after.
// The program may use them wrongly.
func randomSynchronisation(r *rand.Rand, ways []string) string {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	twins := r.IntN(4) == 0 // all threads have the same code
	statement := func(t int) string {
		loc := one("x", "y")
		k := r.IntN(4)
		if twins && k < 2 {
			return fmt.Sprintf("atomic_store_explicit(&%s, 1 + atomic_load_explicit(&%s, memory_order_relaxed), memory_order_%s);", loc, one("x", "y"), one("relaxed", "release"))
		}
		switch k {
		case 0:
			return fmt.Sprintf("g%d = 2 * g%d + atomic_load_explicit(&%s, memory_order_%s);", t, t, loc, one("relaxed", "relaxed", "acquire", "seq_cst"))
		case 1:
			return fmt.Sprintf("g%d += atomic_fetch_add_explicit(&%s, 1, memory_order_%s);", t, loc, one("relaxed", "acquire", "release", "seq_cst"))
		default:
			return fmt.Sprintf("atomic_store_explicit(&%s, %d, memory_order_%s);", loc, 1+r.IntN(2), one("relaxed", "relaxed", "release", "seq_cst"))
		}
	}
	statements := func(t, most int) string {
		var list []string
		for range r.IntN(most + 1) {
			s := statement(t)
			if !twins && r.IntN(3) == 0 {
				s = fmt.Sprintf("if (%sg%d) %s", one("", "!"), t, s)
			}
			list = append(list, s)
		}
		return strings.Join(list, " ")
	}
	var b strings.Builder
	b.WriteString(`#define _GNU_SOURCE
#define TEXT "%s"
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <pthread.h>
#include <fencepost.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_int x, y;
static int g0, g1, g2;
static atomic_flag f = ATOMIC_FLAG_INIT;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t o = PTHREAD_ONCE_INIT;
static pthread_spinlock_t spin;
static pthread_barrier_t all;
static mtx_t c;
static sem_t sem;
static pthread_mutex_t rec = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, m2 = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t robust;
static char text[3] = "ab";
static struct timespec soon = { 0, 5 };
static void *other(void *a) { atomic_store_explicit(&y, 2, memory_order_relaxed); return a; }
static void once(void) { atomic_store_explicit(&y, 3, memory_order_relaxed); }
`)
	threads, most := 2, 2
	if r.IntN(4) == 0 {
		threads, most = 3, 1
	}
	others := synchronising[r.IntN(len(synchronising))]
	for t := range threads {
		way := one(ways...)
		switch r.IntN(4) {
		case 0:
			way = fmt.Sprintf(way, one(others...))
		case 1:
			way = fmt.Sprintf(one(others...), way)
		case 2:
			way = one(others...)
		}
		switch r.IntN(8) {
		case 0:
			way = "for (int i = 0; i < 2; i++) { " + way + " }"
		case 1:
			way = fmt.Sprintf("if (nondet_range(0, 1)) { %s }", way)
		case 2:
			way = fmt.Sprintf("do { %s } while (!atomic_load_explicit(&x, memory_order_relaxed));", way)
		case 3:
			way = way + " { int e = 0; if (!atomic_compare_exchange_weak(&x, &e, 3)) " + statement(t) + " }"
		}
		fmt.Fprintf(&b, "static void *t%d(void *a)\n{\n\t%s\n\t%s\n\t%s\n\treturn a;\n}\n", t,
			statements(t, most), fmt.Sprintf(way, statements(t, most)), statements(t, 1))
	}
	fmt.Fprintf(&b, `int main(void)
{
	enum { threads = %d };
	pthread_t t[threads];
	pthread_spin_init(&spin, 0);
	pthread_barrier_init(&all, 0, threads);
	mtx_init(&c, mtx_plain);
	sem_init(&sem, 0, %d);
	pthread_mutexattr_t attributes;
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&robust, &attributes);
`, threads, r.IntN(2))
	for t := range threads {
		what := t
		if twins {
			what = 0
		}
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, t%d, 0);%s\n", t, what, one("", "", "", "", " "+statement(0)))
	}
	b.WriteString("\tfor (int i = 0; i < threads; i++) {\n\t\tpthread_join(t[i], 0);\n" +
		one("", "\t\tif (!i)\n\t\t\tpthread_barrier_destroy(&all);\n", "\t\tif (!i)\n\t\t\tatomic_store(&x, 3);\n") + "\t}\n\treturn 0;\n}\n")
	return b.String()
}

// exploredEndings returns the outcomes that the explorer finds, and whether the search is complete.
// If the program is unsupported, that is the only outcome.
func exploredEndings(t *testing.T, p *code.Program, m *axiom.Model, with explore.Reductions) (list []string, all bool) {
	r, err := explore.Run(context.Background(), p, m, explore.Options{Workers: 1, Reductions: with, Outcome: func(dst []byte, x *explore.Execution) []byte { return append(dst, finals(p, x.Final)...) }})
	var unsupported *interp.Error
	if errors.As(err, &unsupported) {
		return []string{unsupported.Message}, true
	} else if err != nil {
		t.Fatal(err)
	}
	list = slices.Collect(maps.Keys(r.Outcomes))
	for i := range r.Errors {
		list = append(list, ending(r.Errors[i].Error))
	}
	slices.Sort(list)
	return slices.Compact(list), r.Complete
}

// TestSynchronisation compares the endings of programs that synchronise in every way that
// the library has, under the axioms, with the endings under the operational models: see agree.
func TestSynchronisation(t *testing.T) {
	t.Parallel()
	compareSynchronisation(t, synchronising, func(a, b []string) bool { return false })
}

// TestDestruction compares likewise programs that destroy what they use. If the machine shows a misuse
// of a lock, so does the explorer; where both go wrong, they need not agree on what follows. What is
// used meanwhile may be unsupported.
func TestDestruction(t *testing.T) {
	t.Parallel()
	misused := func(list []string) bool {
		return slices.ContainsFunc(list, func(o string) bool {
			return strings.HasPrefix(o, "misuse") || strings.HasPrefix(o, "an object that is destroyed or initialised again")
		})
	}
	compareSynchronisation(t, destroying, func(a, b []string) bool { return misused(a) && misused(b) })
}

// compareSynchronisation compares the endings of random programs with templates of rows, and those with
// reductions with those without. Both lists may differ where mayDiffer says so.
func compareSynchronisation(t *testing.T, rows [][]string, mayDiffer func(a, b []string) bool) {
	r := rand.New(rand.NewPCG(*seed, 43))
	compared := 0
	for n := range max(*programs, len(rows)) {
		src := randomSynchronisation(r, rows[n%len(rows)])
		p, err := cfront.Compile("synchronisation.c", []byte(src), cfront.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		for k, m := range append(models.All(), c11.Model) {
			if testsize.LeftOut(4, n+k) {
				continue
			}
			want, ok := operationalEndings(t, p, m, 4_000, interp.Semantics{MaxSteps: 1000})
			if !ok {
				continue
			}
			got, all := exploredEndings(t, p, axiom.Of(m), explore.Reductions{})
			if !all {
				continue
			}
			compared++
			if !agree(m, got, want) && !mayDiffer(got, want) {
				t.Errorf("%s:\n%s\nexplored\n\t%s\nthe machine\n\t%s", m.Name, src, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
				return
			}
			if fewer, _ := exploredEndings(t, p, axiom.Of(m), explore.AllReductions()); !slices.Equal(fewer, got) && !mayDiffer(fewer, got) {
				t.Errorf("%s:\n%s\nexplored\n\t%s\nwith reductions\n\t%s", m.Name, src, strings.Join(got, "\n\t"), strings.Join(fewer, "\n\t"))
				return
			}
		}
	}
	if compared < *programs/2 {
		t.Errorf("only %d comparisons of %d programs", compared, *programs)
	}
}

// TestAttemptSucceedsLater: a trylock that fails in one execution succeeds in another, in which the
// mutex is released earlier, and then synchronises with the release: x is not 1 after it was 3.
func TestAttemptSucceedsLater(t *testing.T) {
	t.Parallel()
	attempt := "if (!pthread_mutex_timedlock(&m, &soon)) { atomic_store_explicit(&x, 1 + atomic_load_explicit(&y, relaxed), relaxed); pthread_mutex_unlock(&m); } " +
		"atomic_store_explicit(&y, 1 + atomic_load_explicit(&x, relaxed), relaxed);"
	prog := compile(t, "#include <assert.h>\n#include <time.h>\n"+orders+"static atomic_int x, y; static pthread_mutex_t m; static struct timespec soon = { 0, 5 };\n"+
		fn("a", attempt)+fn("b", attempt)+strings.Replace(threads(2), "return 0", "assert(x != 1 || y != 4); return 0", 1))
	for _, m := range axiom.All() {
		if r := explored(t, prog, m, explore.Options{Workers: 1}); len(r.Errors) > 0 || !r.Complete {
			t.Errorf("%s: %+v", m.Name, r)
		}
	}
}

// TestReleaseOrdersStores: a release that reads the word of its object keeps the stores before it before
// those after it under pso, as the machine's does.
func TestReleaseOrdersStores(t *testing.T) {
	t.Parallel()
	for release, want := range map[string]int{
		"pthread_cond_signal(&cv);": 0, "pthread_cond_broadcast(&cv);": 0, "sem_post(&sem);": 0,
		"pthread_rwlock_rdlock(&rw); x = 1; pthread_rwlock_unlock(&rw);": 0, "": 1,
	} {
		prog := compile(t, "#include <assert.h>\n#include <semaphore.h>\nint x, y; pthread_cond_t cv = PTHREAD_COND_INITIALIZER; sem_t sem; pthread_rwlock_t rw;\n"+
			fn("a", "x = 1; "+release+" y = 1;")+fn("b", "int r = y; assert(!r || x);")+threads(2))
		for _, m := range []*axiom.Model{axiom.TSO, axiom.PSO} {
			if r := explored(t, prog, m, explore.Options{Workers: 1}); m == axiom.PSO && len(r.Errors) != want || m == axiom.TSO && len(r.Errors) > 0 {
				t.Errorf("%s %q: %+v", m.Name, release, r.Errors)
			}
		}
	}
}

// TestFreedWhileHeld: the free of a block with a lock that is held is an event of the execution that is
// shown. Without its place among the others, the lock would be free again when a replay comes to it.
func TestFreedWhileHeld(t *testing.T) {
	t.Parallel()
	prog := compile(t, "#include <stdlib.h>\nstruct { pthread_mutex_t m; } *q; atomic_int done;\n"+
		fn("a", "pthread_mutex_lock(&q->m); atomic_store(&done, 1); pthread_mutex_unlock(&q->m);")+
		"int main(void) { pthread_t t; q = malloc(sizeof *q); pthread_mutex_init(&q->m, 0); pthread_create(&t, 0, a, 0); while (!atomic_load(&done)) ; free(q); return 0; }")
	for _, m := range axiom.All() {
		r := explored(t, prog, m, explore.Options{Workers: 1, Reductions: explore.AllReductions()})
		freed := func(f explore.Counterexample) bool {
			return f.Error.Kind == interp.LockMisuse && slices.ContainsFunc(f.Witness.Events, func(e explore.Event) bool { return e.Kind == axiom.Free })
		}
		if !slices.ContainsFunc(r.Errors, freed) {
			t.Errorf("%s: %s", m.Name, errorKeys(r))
		}
		replays(t, prog, m, interp.Options{}, r)
	}
}

// TestUseOfDestroyed: a thread that finds an object destroyed has read its word. So the search has the
// executions in which it comes before, and a wait that ends of itself reads no word.
func TestUseOfDestroyed(t *testing.T) {
	t.Parallel()
	const begin = "#include <semaphore.h>\nint w; sem_t sem; pthread_cond_t cv = PTHREAD_COND_INITIALIZER; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
	for _, c := range []struct {
		source string
		errors int
	}{
		{begin + fn("a", "sem_post(&sem);\nsem_destroy(&sem);") + fn("b", "sem_post(&sem);\nsem_destroy(&sem);") + threads(2), 4},
		{begin + fn("a", "pthread_mutex_lock(&m); w++; pthread_cond_wait(&cv, &m); pthread_mutex_unlock(&m);") +
			fn("b", "pthread_mutex_lock(&m); if (w) pthread_cond_signal(&cv); pthread_mutex_unlock(&m); pthread_cond_destroy(&cv);") + threads(2), 2},
	} {
		prog := compile(t, c.source)
		for _, m := range axiom.All() {
			if r := explored(t, prog, m, explore.Options{Workers: 1}); len(r.Errors) != c.errors {
				t.Errorf("%s: %d errors, not %d\n%s", m.Name, len(r.Errors), c.errors, c.source)
			}
		}
	}
}

// A thread that has woken all that wait for a condition variable may free it at once, under every model
// and with every reduction; a thread that still waits may not lose it, nor begin to wait for it later.
func TestFreedCondition(t *testing.T) {
	const program = `#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t *c;
int done;
void *waits(void *a)
{
	pthread_mutex_lock(&m);
	while (!done)
		pthread_cond_wait(c, &m);
	pthread_mutex_unlock(&m);
	return a;
}
void *wakes(void *a)
{
	pthread_mutex_lock(&m);
	BODY
	return a;
}
int main(void)
{
	pthread_t t, u;
	c = malloc(sizeof *c);
	pthread_cond_init(c, 0);
	pthread_create(&t, 0, waits, 0);
	pthread_create(&u, 0, OTHER, 0);
	MAIN(0);
	pthread_join(t, 0);
	pthread_join(u, 0);
}
`
	for body, right := range map[string]bool{
		"done = 1; pthread_cond_broadcast(c); pthread_cond_destroy(c); free(c); pthread_mutex_unlock(&m);": true,
		"done = 1; pthread_cond_broadcast(c); pthread_mutex_unlock(&m); pthread_cond_destroy(c); free(c);": true,
		"done = 1; pthread_cond_broadcast(c); pthread_mutex_unlock(&m); free(c);":                          true,
		"done = 1; pthread_cond_signal(c); pthread_mutex_unlock(&m); free(c);":                             false,
		"pthread_cond_broadcast(c); pthread_mutex_unlock(&m); free(c); done = 1;":                          false,
	} {
		for _, main := range []string{"wakes", "waits"} { // the search lets main go on first
			other := map[string]string{"wakes": "waits", "waits": "wakes"}[main]
			p := compile(t, strings.NewReplacer("BODY", body, "OTHER", other, "MAIN", main).Replace(program))
			for _, m := range []*axiom.Model{axiom.RC11, axiom.TSO} {
				for _, with := range []explore.Reductions{{}, explore.AllReductions()} {
					r := explored(t, p, m, explore.Options{Workers: 1, Reductions: with})
					if !r.Complete || (len(r.Errors) == 0) != right {
						t.Errorf("main %s, %s under %s with %+v: complete %v, %v", main, body, m.Name, with, r.Complete, r.Errors)
					}
				}
			}
		}
	}
}
