/* What fencepost offers to the programs it runs, for gcc and clang.
 *
 * Fencepost answers #include <fencepost.h> with a header of its own; this one
 * lets the same source compile elsewhere:
 *
 *     cc -std=c11 -pthread -I benchmarks benchmarks/relaxer/dekker.c
 *
 * A compiler may reorder the plain accesses of these programs, so what such a
 * build does says little about them.
 */
#ifndef FENCEPOST_H
#define FENCEPOST_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* The hardware fences store-load, store-store and load-load. */
static inline void fence_sl(void) { atomic_thread_fence(memory_order_seq_cst); }
static inline void fence_ss(void) { atomic_thread_fence(memory_order_release); }
static inline void fence_ll(void) { atomic_thread_fence(memory_order_acquire); }

/* Gives up the execution, which then counts as neither good nor bad, unless c holds. */
static inline void assume(int c)
{
	if (!c)
		exit(0);
}

/* Any value of [a, b]. */
static inline int nondet_range(int a, int b)
{
	return a + rand() % (b - a + 1);
}

/* Double compare-and-swap: if *p1 == o1 and *p2 == o2, sets them to n1 and n2;
 * tells whether it did. A lock stands in for the instruction: other accesses
 * to *p1 and *p2 may see one of them changed before the other. */
static pthread_mutex_t fencepost_dcas __attribute__((unused)) = PTHREAD_MUTEX_INITIALIZER;

#define dcas(p1, p2, o1, o2, n1, n2) (__extension__({          \
	pthread_mutex_lock(&fencepost_dcas);                   \
	int fencepost_ok = *(p1) == (o1) && *(p2) == (o2);     \
	if (fencepost_ok) {                                    \
		*(p1) = (n1);                                  \
		*(p2) = (n2);                                  \
	}                                                      \
	pthread_mutex_unlock(&fencepost_dcas);                 \
	fencepost_ok;                                          \
}))

#endif
