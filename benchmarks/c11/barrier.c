/* barrier: a spin barrier that counts arrivals, of the CDSChecker benchmarks;
 * the seeded version of C11Tester (ASPLOS 2021), section 7.3.
 *
 * A writer and three readers meet at the barrier; then the readers read what
 * the writer wrote before. The last to arrive bumps the step with a relaxed
 * operation, so a reader that has arrived before the writer does not
 * synchronise with it: a data race on var.
 *
 * -DFIXED bumps the step with a seq_cst operation. -DORIG is the original:
 * one reader, nothing seeded.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 * expect -DORIG c11: none
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef ORIG
enum { READERS = 1 };
#else
enum { READERS = 3 };
#endif

#if defined FIXED || defined ORIG
#define BUMP memory_order_seq_cst
#else
#define BUMP memory_order_relaxed
#endif

enum { N = READERS + 1, WRITER = 1 };

static atomic_uint nwait, step;
static int var;

static void barrier_wait(void)
{
	unsigned before = atomic_load(&step);

	if (atomic_fetch_add(&nwait, 1) == N - 1) {
		atomic_store(&nwait, 0);
		atomic_fetch_add_explicit(&step, 1, BUMP);
		return;
	}
	while (atomic_load(&step) == before)
		sched_yield();
}

static void *writer(void *unused)
{
	(void)unused;
	var = 1;
	barrier_wait();
	return NULL;
}

static void *reader(void *unused)
{
	(void)unused;
	barrier_wait();
	int seen = var;
	(void)seen;
	return NULL;
}

int main(void)
{
	pthread_t threads[N];

	for (int i = 0; i < N; i++)
		pthread_create(&threads[i], NULL, i == WRITER ? writer : reader, NULL);
	for (int i = 0; i < N; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
