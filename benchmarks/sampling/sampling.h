/* What the programs of this folder share: short names, and threads. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#define RLX memory_order_relaxed
#define ACQ memory_order_acquire
#define REL memory_order_release
#define ACQ_REL memory_order_acq_rel
#define SC memory_order_seq_cst

#define LOAD(x, order) atomic_load_explicit(&(x), order)
#define STORE(x, v, order) atomic_store_explicit(&(x), v, order)
#define ADD(x, v, order) atomic_fetch_add_explicit(&(x), v, order)
#define SWAP(x, v, order) atomic_exchange_explicit(&(x), v, order)
#define CAS(x, old, v, order) atomic_compare_exchange_strong_explicit(&(x), &(old), v, order, RLX)
#define FENCE(order) atomic_thread_fence(order)

/* SPAWN runs f(0) to f(n-1), each in a thread, and waits for all. */
#define SPAWN(n, f) do { \
	pthread_t threads[n]; \
	for (long t = 0; t < (n); t++) \
		pthread_create(&threads[t], NULL, f, (void *)t); \
	for (long t = 0; t < (n); t++) \
		pthread_join(threads[t], NULL); \
} while (0)
