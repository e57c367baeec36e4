package explore_test

import (
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// A thread may be held up once before it looks at its clock again: a loop that waits until a deadline
// may end without what it waits for, and is none that goes on for ever. Its clock goes on by what it
// sleeps. How long a loop has slept does not matter to the search until the thread is held up.
func TestClocks(t *testing.T) {
	t.Parallel()
	const head = `#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
atomic_int ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
atomic_long sent;
int seen;
static void *sets(void *p) { ready = 1; return p; }
static long now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000 + t.tv_nsec / 1000000; }
static void *sends(void *p) { now(); sleep(1); sent = now(); return p; }
static void *sleeps(void *p) { assert(now() >= 2000); sleep(3); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, sets, 0); `
	for _, c := range []struct {
		body       string
		executions int64
		errors     int
	}{
		{"srand(time(0));", 1, 0},
		{"long start = now(), end = now(); seen = end > start;", 2, 0},
		{"long start = now(); while (now() - start < 5) if (ready) { seen = 1; break; }", 2, 0},
		{"long start = now(); while (now() - start < 5) if (ready) { seen = 1; break; } assert(seen);", 2, 1},
		{"long start = now(); while (ready != 2 && now() - start < 5) ;", 2, 0},
		{"long start = now(); while (now() >= start && ready != 2) ;", 0, 1},
		{"struct timeval a, b; gettimeofday(&a, 0); do gettimeofday(&b, 0); while (b.tv_sec == a.tv_sec);", 2, 0},
		{"clock_t a = clock(); while (clock() == a) ;", 1, 0},

		{"long start = now(); sleep(1); assert(now() > start);", 2, 0},
		{"long start = now(); while (!ready && now() - start < 5000) usleep(1000);", 2, 0},
		{"long start = now(); while (now() - start < 5000) usleep(1000);", 1, 0},
		{"long start; do start = now(); while (start < 1000000000); while (now() - start < 5000) usleep(1000000);", 1, 0},
		{"struct timespec limit = {3}; clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &limit, 0); assert(now() >= 3000);", 1, 0},
		{"sem_t s; sem_init(&s, 0, 0); struct timespec limit = {3}; sem_timedwait(&s, &limit); assert(now() >= 3000);", 1, 0},
		{"pthread_mutex_lock(&m); while (!ready) { struct timespec limit; clock_gettime(CLOCK_REALTIME, &limit); limit.tv_sec++; pthread_cond_timedwait(&c, &m, &limit); }", 6, 0},
		{"for (long start = now(), waited = 0; !ready; waited = now() - start) { seen = waited > 5000; usleep(1000); }", 8, 0},

		{"pthread_t u; pthread_create(&u, 0, sends, 0); long time = sent; assert(now() >= time); pthread_join(u, 0);", 4, 0},
		{"sleep(2); pthread_t u; pthread_create(&u, 0, sleeps, 0); pthread_join(u, 0); assert(now() >= 5000);", 1, 0},
	} {
		p, err := cfront.Compile("t.c", []byte(head+c.body+" pthread_join(t, 0); return 0; }"), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := explored(t, p, axiom.SC, explore.Options{Workers: 1, Reductions: explore.AllReductions()})
		if r.Executions != c.executions || len(r.Errors) != c.errors || !r.Complete {
			t.Errorf("%s: %d executions, complete %v, errors %v", c.body, r.Executions, r.Complete, r.Errors)
		}
	}
}
