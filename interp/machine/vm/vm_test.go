package vm_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
)

// prelude declares what the programs of the tables share: two threads, f and g, each of which
// a program may define, the objects that they use, and start, which runs both to their ends.
const prelude = `
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
#include <errno.h>
#include <time.h>
#include <fencepost.h>
#define LOAD(x, o) atomic_load_explicit(&x, memory_order_##o)
#define STORE(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)
static atomic_int x, y;
static int r, s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t bar;
static sem_t sem;
#define THREAD(name) static void *name(void *p)
#define START() pthread_t t1, t2; pthread_create(&t1, 0, f, 0); pthread_create(&t2, 0, g, 0); pthread_join(t1, 0); pthread_join(t2, 0)
static void set(pthread_mutex_t *m, int type, int robust)
{
	pthread_mutexattr_t a;
	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, type);
	pthread_mutexattr_setrobust(&a, robust);
	pthread_mutex_init(m, &a);
}
#define NORMAL(m) set(&m, PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_STALLED)
#define RECURSIVE(m) set(&m, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_STALLED)
#define ERRORCHECK(m) set(&m, PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_STALLED)
#define ROBUST(m) set(&m, PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST)
`

// A rule is a program and how its executions end: with an exit status, or an error.
type rule struct {
	name   string
	source string // after the prelude; without a main it is the body of one
	want   string // the ends of all executions, sorted, with " | " between
}

// check holds rules of one model: all executions, depth first, end as they say.
func check(t *testing.T, model *models.Model, rules []rule) {
	for _, c := range rules {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			src := c.source
			if !strings.Contains(src, "int main") {
				src = "int main(void) { " + src + " }"
			}
			p, err := cfront.Compile("t.c", []byte(prelude+src), cfront.Options{})
			if err != nil {
				t.Fatal(err)
			}
			mc := interp.New(p, model, interp.Options{Semantics: interp.Semantics{MaxSteps: 1000}})
			d := &strategy.DFS{Reduced: true}
			var ends []string
			for run := 0; d.Begin(run); run++ {
				if run == 100_000 {
					t.Fatal("too many executions")
				}
				if end := endOf(mc.Run(context.Background(), d, nil)); end != "" && !slices.Contains(ends, end) {
					ends = append(ends, end)
				}
			}
			slices.Sort(ends)
			if got := strings.Join(ends, " | "); got != c.want {
				t.Errorf("ends with %s; want %s", got, c.want)
			}
		})
	}
}

// endOf says in a word how an execution ended; "" if it does not count.
func endOf(r *interp.Result) string {
	switch {
	case r.Outcome == interp.Discarded:
		return ""
	case r.Err != nil:
		return string(r.Err.Kind)
	case r.Outcome == interp.Completed:
		return strconv.FormatInt(r.Exit, 10)
	}
	return r.Outcome.String()
}

// What POSIX says of pthread_mutex_lock, _trylock and _unlock by the mutex's type.
func TestMutexes(t *testing.T) {
	t.Parallel()
	check(t, models.SC, []rule{
		{"a normal mutex excludes", `
			THREAD(f) { pthread_mutex_lock(&m); r++; pthread_mutex_unlock(&m); return p; }
			THREAD(g) { pthread_mutex_lock(&m); r++; pthread_mutex_unlock(&m); return p; }
			int main(void) { START(); return r; }`, "2"},
		{"without one an update is lost", `
			THREAD(f) { r++; return p; }
			THREAD(g) { r++; return p; }
			int main(void) { START(); return r; }`, "1 | 2"},
		{"a normal mutex is not locked twice", `NORMAL(n); pthread_mutex_lock(&n); pthread_mutex_lock(&n); return 0;`, "misuse of a lock"},
		{"nor tried", `NORMAL(n); pthread_mutex_lock(&n); return pthread_mutex_trylock(&n) == EBUSY;`, "1"},
		{"a recursive mutex is, and is unlocked as often", `
			THREAD(f) { s = pthread_mutex_trylock(&n); return p; }
			int main(void) {
				RECURSIVE(n); pthread_mutex_lock(&n); pthread_mutex_lock(&n);
				pthread_mutex_unlock(&n);
				pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0);
				if (s != EBUSY) return 1;
				pthread_mutex_unlock(&n);
				pthread_create(&t, 0, f, 0); pthread_join(t, 0);
				return s ? 2 : 0; }`, "0"},
		{"a checked mutex tells of its holder's lock", `ERRORCHECK(n); pthread_mutex_lock(&n); return pthread_mutex_lock(&n) == EDEADLK;`, "1"},
		{"a checked mutex tells of a stranger's unlock", `ERRORCHECK(n); return pthread_mutex_unlock(&n) == EPERM;`, "1"},
		{"a normal mutex does not", `NORMAL(n); pthread_mutex_unlock(&n); return 0;`, "misuse of a lock"},
		{"a robust mutex tells of a stranger's unlock", `ROBUST(n); return pthread_mutex_unlock(&n) == EPERM;`, "1"},
		{"the next holder learns that a robust mutex's holder ended", `
			THREAD(f) { pthread_mutex_lock(&n); return p; }
			int main(void) { ROBUST(n);
				pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0);
				return pthread_mutex_lock(&n) == EOWNERDEAD; }`, "1"},
		{"unlocked before it is consistent it is lost for good", `
			THREAD(f) { pthread_mutex_lock(&n); return p; }
			int main(void) { ROBUST(n);
				pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0);
				pthread_mutex_lock(&n); pthread_mutex_unlock(&n);
				return pthread_mutex_lock(&n) == ENOTRECOVERABLE && pthread_mutex_trylock(&n) == ENOTRECOVERABLE; }`, "1"},
		{"made consistent it is as before", `
			THREAD(f) { pthread_mutex_lock(&n); return p; }
			int main(void) { ROBUST(n);
				pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0);
				pthread_mutex_lock(&n); pthread_mutex_consistent(&n); pthread_mutex_unlock(&n);
				return pthread_mutex_lock(&n); }`, "0"},
		{"two mutexes in two orders block", `
			THREAD(f) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return p; }
			THREAD(g) { pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return p; }
			int main(void) { START(); return 0; }`, "0 | deadlock"},
		{"a mutex is not destroyed while it is held", `pthread_mutex_lock(&m); pthread_mutex_destroy(&m); return 0;`, "misuse of a lock"},
		{"nor used when it is destroyed", `pthread_mutex_destroy(&m); pthread_mutex_lock(&m); return 0;`, "misuse of a lock"},
		{"nor freed while it is held", `pthread_mutex_t *h = malloc(sizeof *h); pthread_mutex_init(h, 0); pthread_mutex_lock(h); free(h); return 0;`, "misuse of a lock"},
		{"nor made twice", `pthread_mutex_init(&n, 0); pthread_mutex_init(&n, 0); return 0;`, "misuse of a lock"},
	})
}

// Read-write locks, barriers, semaphores and pthread_once.
func TestOtherLocks(t *testing.T) {
	t.Parallel()
	check(t, models.SC, []rule{
		{"readers share a read-write lock", `pthread_rwlock_rdlock(&rw); return pthread_rwlock_tryrdlock(&rw);`, "0"},
		{"a writer is not let in beside a reader", `pthread_rwlock_rdlock(&rw); return pthread_rwlock_trywrlock(&rw) == EBUSY;`, "1"},
		{"nor a reader beside a writer", `pthread_rwlock_wrlock(&rw); return pthread_rwlock_tryrdlock(&rw) == EBUSY;`, "1"},
		{"a writer waits for a reader", `
			THREAD(f) { pthread_rwlock_rdlock(&rw); int a = r; s = r - a; pthread_rwlock_unlock(&rw); return p; }
			THREAD(g) { pthread_rwlock_wrlock(&rw); r = 1; pthread_rwlock_unlock(&rw); return p; }
			int main(void) { START(); return s; }`, "0"},
		{"writers wait for each other", `
			THREAD(f) { pthread_rwlock_wrlock(&rw); r++; pthread_rwlock_unlock(&rw); return p; }
			THREAD(g) { pthread_rwlock_wrlock(&rw); r++; pthread_rwlock_unlock(&rw); return p; }
			int main(void) { START(); return r; }`, "2"},
		{"all arrive at a barrier before one leaves, and one is told", `
			THREAD(f) { x = 1; r = pthread_barrier_wait(&bar); if (!y) abort(); return p; }
			THREAD(g) { y = 1; s = pthread_barrier_wait(&bar); if (!x) abort(); return p; }
			int main(void) { pthread_barrier_init(&bar, 0, 2); START();
				return (r == PTHREAD_BARRIER_SERIAL_THREAD) + (s == PTHREAD_BARRIER_SERIAL_THREAD); }`, "1"},
		{"a barrier is for one thread at least", `return pthread_barrier_init(&bar, 0, 0) == EINVAL;`, "1"},
		{"a barrier for three keeps two", `
			THREAD(f) { pthread_barrier_wait(&bar); return p; }
			THREAD(g) { pthread_barrier_wait(&bar); return p; }
			int main(void) { pthread_barrier_init(&bar, 0, 3); START(); return 0; }`, "deadlock"},
		{"a wait takes one from a semaphore", `int v; sem_init(&sem, 0, 2); sem_wait(&sem); sem_getvalue(&sem, &v); return v;`, "1"},
		{"a post gives one", `int v; sem_init(&sem, 0, 2); sem_post(&sem); sem_getvalue(&sem, &v); return v;`, "3"},
		{"none is taken from an empty one", `sem_init(&sem, 0, 0); return sem_trywait(&sem) == -1 && errno == EAGAIN;`, "1"},
		{"a wait at an empty one waits for a post", `
			THREAD(f) { sem_wait(&sem); r = x; return p; }
			THREAD(g) { x = 1; sem_post(&sem); return p; }
			int main(void) { sem_init(&sem, 0, 0); START(); return r; }`, "1"},
		{"pthread_once is done once, and before all that come", `
			static pthread_once_t o = PTHREAD_ONCE_INIT;
			static void init(void) { r++; }
			THREAD(f) { pthread_once(&o, init); if (r != 1) abort(); return p; }
			THREAD(g) { pthread_once(&o, init); if (r != 1) abort(); return p; }
			int main(void) { START(); return r; }`, "1"},
	})
}

// Condition variables with a queue.
func TestConditionVariables(t *testing.T) {
	t.Parallel()
	const waiter = ` { pthread_mutex_lock(&m); while (!%) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return p; }`
	wait := func(flag string) string { return strings.Replace(waiter, "%", flag, 1) }
	check(t, models.SC, []rule{
		{"a wait ends by a signal", `
			THREAD(f)` + wait("r") + `
			THREAD(g) { pthread_mutex_lock(&m); r = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return p; }
			int main(void) { START(); return r; }`, "1"},
		{"a signal that comes before is lost", `
			THREAD(f) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return p; }
			THREAD(g) { pthread_cond_signal(&c); return p; }
			int main(void) { START(); return 0; }`, "0 | deadlock"},
		{"a signal wakes one", `
			THREAD(f)` + wait("r") + `
			THREAD(g)` + wait("r") + `
			int main(void) { pthread_t t1, t2; pthread_create(&t1, 0, f, 0); pthread_create(&t2, 0, g, 0);
				pthread_mutex_lock(&m); r = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
				pthread_join(t1, 0); pthread_join(t2, 0); return 0; }`, "0 | deadlock"},
		{"a broadcast wakes all", `
			THREAD(f)` + wait("r") + `
			THREAD(g)` + wait("r") + `
			int main(void) { pthread_t t1, t2; pthread_create(&t1, 0, f, 0); pthread_create(&t2, 0, g, 0);
				pthread_mutex_lock(&m); r = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m);
				pthread_join(t1, 0); pthread_join(t2, 0); return 0; }`, "0"},
		{"any of those that wait is woken, not the first alone", `
			THREAD(f) { pthread_mutex_lock(&m); x = 1; while (!r) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return p; }
			THREAD(g) { pthread_mutex_lock(&m); assume(x); y = 1; while (!s) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return p; }
			int main(void) { pthread_t t1, t2; pthread_create(&t1, 0, f, 0); pthread_create(&t2, 0, g, 0);
				pthread_mutex_lock(&m); assume(y); s = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
				pthread_join(t2, 0);
				pthread_mutex_lock(&m); r = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m);
				pthread_join(t1, 0); return 0; }`, "0 | deadlock"},
		{"a wait needs the mutex", `pthread_cond_wait(&c, &m); return 0;`, "misuse of a lock"},
		{"held once", `RECURSIVE(n); pthread_mutex_lock(&n); pthread_mutex_lock(&n); pthread_cond_wait(&c, &n); return 0;`, "misuse of a lock"},
		{"all wait with one mutex", `
			THREAD(f)` + wait("r") + `
			THREAD(g) { pthread_mutex_lock(&n); while (!r) pthread_cond_wait(&c, &n); pthread_mutex_unlock(&n); return p; }
			int main(void) { START(); return 0; }`, "misuse of a lock"},
		{"none is destroyed that is waited for", `
			THREAD(f)` + wait("r") + `
			int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);
				pthread_mutex_lock(&m); r = 1; pthread_mutex_unlock(&m); pthread_cond_destroy(&c);
				pthread_join(t, 0); return 0; }`, "0 | misuse of a lock"},
	})
}

// Read-modify-writes, and integers where C has no result (C11 6.5).
func TestOperations(t *testing.T) {
	t.Parallel()
	check(t, models.SC, []rule{
		{"fetch_add returns what was", `x = 4; return 10 * atomic_fetch_add(&x, 3) + x;`, "47"},
		{"fetch_sub", `x = 4; return 10 * atomic_fetch_sub(&x, 3) + x;`, "41"},
		{"fetch_and", `x = 6; return 10 * atomic_fetch_and(&x, 3) + x;`, "62"},
		{"fetch_or", `x = 6; return 10 * atomic_fetch_or(&x, 3) + x;`, "67"},
		{"fetch_xor", `x = 6; return 10 * atomic_fetch_xor(&x, 3) + x;`, "65"},
		{"exchange", `x = 6; return 10 * atomic_exchange(&x, 3) + x;`, "63"},
		{"a byte that overflows wraps", `static _Atomic signed char b = 127; atomic_fetch_add(&b, 1); return b == -128;`, "1"},
		{"a byte is read with its sign", `static atomic_schar b; b = -3; int v = b; return v == -3;`, "1"},
		{"an unsigned one without", `static atomic_uchar b; b = 253; int v = b; return v == 253;`, "1"},
		{"a compare-exchange that succeeds stores", `int e = 4; x = 4; return 10 * atomic_compare_exchange_strong(&x, &e, 7) + x;`, "17"},
		{"one that fails tells what is there", `int e = 5; x = 4; return 100 * atomic_compare_exchange_strong(&x, &e, 7) + 10 * e + x;`, "44"},
		{"a double compare-exchange that finds both", `static long u = 1, v = 2; int ok = dcas(&u, &v, 1, 2, 5, 6); return 100 * ok + 10 * u + v;`, "156"},
		{"that does not find the first", `static long u = 1, v = 2; int ok = dcas(&u, &v, 3, 2, 5, 6); return 100 * ok + 10 * u + v;`, "12"},
		{"that does not find the second", `static long u = 1, v = 2; int ok = dcas(&u, &v, 1, 3, 5, 6); return 100 * ok + 10 * u + v;`, "12"},
		{"division by zero", `volatile int z = 0; return 5 / z;`, "division by zero"},
		{"remainder by zero", `volatile int z = 0; return 5 % z;`, "division by zero"},
		{"the least integer by -1", `volatile int z = -1, a = INT_MIN; return a / z == 0;`, "overflow of a division"},
		{"its remainder", `volatile int z = -1, a = INT_MIN; return a % z;`, "overflow of a division"},
		{"that of the least long", `volatile long z = -1, a = LONG_MIN; return a % z != 0;`, "overflow of a division"},
		{"the next integer by -1", `volatile int z = -1, a = INT_MIN + 1; return a / z == INT_MAX && a % z == 0;`, "1"},
		{"a shift by the width", `volatile int z = 32; return 1 << z;`, "shift out of range"},
		{"a shift by one less", `volatile unsigned z = 31; return (1u << z) == 0x80000000u;`, "1"},
	})
}

// Objects and their addresses (C11 6.2.4, 7.22.3).
func TestMemory(t *testing.T) {
	t.Parallel()
	check(t, models.SC, []rule{
		{"what malloc gives is never written", `int *p = malloc(4); return *p == 0;`, "read of never-written memory"},
		{"bits of it that a mask clears", `int *p = malloc(4); return (*p & 0xff00) >> 16;`, "0"},
		{"bits of it that a mask leaves", `int *p = malloc(4); return (*p & 0xff00) >> 8;`, "read of never-written memory"},
		{"a truth value of it, elsewhere", `int *p = malloc(4); char *q = malloc(1); *q = *p & 1; return *q;`, "read of never-written memory"},
		{"both bit-fields of a word", `struct s { unsigned a : 3, b : 29; } *p = malloc(4); p->a = 0; p->b = 5; return p->a + p->b;`, "5"},
		{"a bit-field beside one that was written", `struct s { unsigned a : 3, b : 13, c : 16; } *p = malloc(4); p->a = 1; return p->c;`, "read of never-written memory"},
		{"what calloc gives is zero", `int *p = calloc(2, 4); return p[0] + p[1];`, "0"},
		{"a product that does not fit has no block", `return calloc(1ul << 40, 1ul << 40) == 0;`, "1"},
		{"the last byte of a block", `char *p = malloc(5); p[4] = 3; return p[4];`, "3"},
		{"the byte behind it", `char *p = malloc(5); p[5] = 3; return 0;`, "out of bounds"},
		{"an access that is half in it", `char *p = malloc(6); *(int *)(p + 4) = 3; return 0;`, "out of bounds"},
		{"a byte of static memory behind its end", `static char a[5]; volatile int i = 5; return a[i];`, "out of bounds"},
		{"a null pointer", `int *volatile p = 0; return *p;`, "null pointer"},
		{"a freed block", `int *p = malloc(4); *p = 1; free(p); return *p;`, "use after free"},
		{"a freed block, when another took its room", `int *p = malloc(4); *p = 1; free(p); int *q = malloc(4); *q = 2; return *p;`, "use after free"},
		{"and many did", `int *p = malloc(4); *p = 1; free(p); for (int i = 0; i < 20; i++) { int *q = malloc(4); *q = i; free(q); } return *p;`, "use after free"},
		{"a local variable that is gone", `
			static int *volatile q;
			static void call(void) { int a = 1; q = &a; }
			int main(void) { call(); return *q; }`, "use after free"},
		{"a block is freed once", `int *p = malloc(4); free(p); free(p); return 0;`, "double free"},
		{"also when another took its room", `int *p = malloc(4); free(p); int *q = malloc(4); free(p); return q == p;`, "double free"},
		{"at its first address", `char *p = malloc(4); free(p + 1); return 0;`, "invalid free"},
		{"and it alone", `static int a; free(&a); return 0;`, "invalid free"},
		{"free(0) is nothing", `free(0); return 0;`, "0"},
		{"realloc keeps the content", `char *p = malloc(4); memcpy(p, "abc", 4); p = realloc(p, 8); return !strcmp(p, "abc");`, "1"},
		{"as much as has room", `char *p = malloc(4); memcpy(p, "abc", 4); p = realloc(p, 2); return p[0] == 'a' && p[1] == 'b';`, "1"},
		{"and frees the old block", `char *p = malloc(4); char *q = realloc(p, 8); q[0] = 1; p[0] = 2; return 0;`, "use after free"},
		{"a constant is not written", `static const int a = 1; *(int *)&a = 2; return 0;`, "write to read-only memory"},
		{"a string neither", `char *p = "abc"; p[0] = 'd'; return 0;`, "write to read-only memory"},
		{"a structure is copied whole", `struct s { char a; long b; } p = {1, 2}, q = p; return q.a + q.b;`, "3"},
		{"each thread has its own thread-local object", `
			static _Thread_local int l;
			THREAD(f) { l = 5; return p; }
			THREAD(g) { l = 6; return p; }
			int main(void) { START(); return l; }`, "0"},
	})
}

// The ends of threads.
func TestThreads(t *testing.T) {
	t.Parallel()
	const nop = `THREAD(f) { return (void *)7; } `
	check(t, models.SC, []rule{
		{"a join returns what the thread does", nop + `int main(void) { pthread_t t; void *v; pthread_create(&t, 0, f, 0); pthread_join(t, &v); return (int)(intptr_t)v; }`, "7"},
		{"a thread is joined once", nop + `int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); pthread_join(t, 0); return 0; }`, "bad call"},
		{"and not when it is detached", nop + `int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); pthread_join(t, 0); return 0; }`, "bad call"},
		{"who joins itself waits for ever", `pthread_join(pthread_self(), 0); return 0;`, "deadlock"},
		{"also if the program ends without it", `THREAD(f) { pthread_join(pthread_self(), 0); return p; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return 0; }`, "deadlock"},
		{"main ends the program", `
			THREAD(f) { while (!x) ; return p; }
			int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return 3; }`, "3"},
		{"pthread_exit in main does not", `
			THREAD(f) { exit(4); return p; }
			int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_exit(0); }`, "4"},
		{"a waiting thread whose partner ended is a livelock", `
			THREAD(f) { while (!x) ; return p; }
			int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }`, "livelock"},
	})
}

// The fences of the mapping stand before and after accesses, as models.C11 says.
func TestFencesOfAccesses(t *testing.T) {
	t.Parallel()
	const main = ` int main(void) { START(); return 2 * r + s; }`
	rules := []rule{
		{"relaxed stores are seen in any order", `
			THREAD(f) { STORE(x, 1, relaxed); STORE(y, 1, relaxed); return p; }
			THREAD(g) { r = LOAD(y, relaxed); s = LOAD(x, relaxed); return p; }` + main, "0 | 1 | 2 | 3"},
		{"a release store comes behind earlier ones, an acquire load before later ones", `
			THREAD(f) { STORE(x, 1, relaxed); STORE(y, 1, release); return p; }
			THREAD(g) { r = LOAD(y, acquire); s = LOAD(x, relaxed); return p; }` + main, "0 | 1 | 3"},
		{"a relaxed load after which an old value is read", `
			THREAD(f) { STORE(x, 1, relaxed); STORE(y, 1, release); return p; }
			THREAD(g) { r = LOAD(y, relaxed); s = LOAD(x, relaxed); return p; }` + main, "0 | 1 | 2 | 3"},
		{"a compare-exchange that fails has its failure order: acquire", `
			THREAD(f) { STORE(x, 1, relaxed); STORE(y, 1, release); return p; }
			THREAD(g) { int e = 5; atomic_compare_exchange_strong_explicit(&y, &e, 6, memory_order_relaxed, memory_order_acquire); r = e; s = LOAD(x, relaxed); return p; }` + main, "0 | 1 | 3"},
		{"or relaxed", `
			THREAD(f) { STORE(x, 1, relaxed); STORE(y, 1, release); return p; }
			THREAD(g) { int e = 5; atomic_compare_exchange_strong_explicit(&y, &e, 6, memory_order_acquire, memory_order_relaxed); r = e; s = LOAD(x, relaxed); return p; }` + main, "0 | 1 | 2 | 3"},
		{"an RMW that releases comes behind earlier stores", `
			THREAD(f) { STORE(x, 1, relaxed); atomic_fetch_add_explicit(&y, 1, memory_order_release); return p; }
			THREAD(g) { r = LOAD(y, acquire); s = LOAD(x, relaxed); return p; }` + main, "0 | 1 | 3"},
		{"seq_cst stores come before later loads", `
			THREAD(f) { STORE(x, 1, seq_cst); r = LOAD(y, seq_cst); return p; }
			THREAD(g) { STORE(y, 1, seq_cst); s = LOAD(x, seq_cst); return p; }` + main, "1 | 2 | 3"},
		{"release stores do not", `
			THREAD(f) { STORE(x, 1, release); r = LOAD(y, acquire); return p; }
			THREAD(g) { STORE(y, 1, release); s = LOAD(x, acquire); return p; }` + main, "0 | 1 | 2 | 3"},
		{"a seq_cst fence does", `
			THREAD(f) { STORE(x, 1, relaxed); atomic_thread_fence(memory_order_seq_cst); r = LOAD(y, relaxed); return p; }
			THREAD(g) { STORE(y, 1, relaxed); atomic_thread_fence(memory_order_seq_cst); s = LOAD(x, relaxed); return p; }` + main, "1 | 2 | 3"},
		{"an unlock comes behind the stores of its section", `
			THREAD(f) { pthread_mutex_lock(&m); STORE(x, 1, relaxed); STORE(y, 1, relaxed); pthread_mutex_unlock(&m); return p; }
			THREAD(g) { pthread_mutex_lock(&m); r = LOAD(y, relaxed); s = LOAD(x, relaxed); pthread_mutex_unlock(&m); return p; }` + main, "0 | 3"},
	}
	check(t, models.PSLO, rules)
}
