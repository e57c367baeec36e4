/* What the programs of this folder share: relaxed accesses by short names, fences
 * that only -DFIXED has, and ways to start threads. */
#include <assert.h>
#include <fencepost.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef FIXED
#define SL fence_sl()
#define SS fence_ss()
#define LL fence_ll()
#else
#define SL ((void)0)
#define SS ((void)0)
#define LL ((void)0)
#endif

#define LOAD(x) atomic_load_explicit(&(x), memory_order_relaxed)
#define STORE(x, v) atomic_store_explicit(&(x), v, memory_order_relaxed)
#define ADD(x, v) atomic_fetch_add_explicit(&(x), v, memory_order_relaxed)
#define SWAP(x, v) atomic_exchange_explicit(&(x), v, memory_order_relaxed)
#define CAS(x, old, v) \
	atomic_compare_exchange_strong_explicit(&(x), old, v, memory_order_relaxed, memory_order_relaxed)

/* THREADS runs f in n threads, with the thread's number as its argument. */
#define THREADS(n, f) \
	do { \
		pthread_t threads[n]; \
		for (int i = 0; i < n; i++) \
			pthread_create(&threads[i], NULL, f, (void *)(intptr_t)i); \
		for (int i = 0; i < n; i++) \
			pthread_join(threads[i], NULL); \
	} while (0)

#define PAIR(f, g) \
	do { \
		pthread_t one, two; \
		pthread_create(&one, NULL, f, NULL); \
		pthread_create(&two, NULL, g, NULL); \
		pthread_join(one, NULL); \
		pthread_join(two, NULL); \
	} while (0)

#define TRIPLE(f, g, h) \
	do { \
		pthread_t one, two, three; \
		pthread_create(&one, NULL, f, NULL); \
		pthread_create(&two, NULL, g, NULL); \
		pthread_create(&three, NULL, h, NULL); \
		pthread_join(one, NULL); \
		pthread_join(two, NULL); \
		pthread_join(three, NULL); \
	} while (0)
