/* For programs that take a structure from another benchmark, whose main is not theirs.
 * BROKEN_CAS makes a compare-and-swap a store that always succeeds, BROKEN_FENCE a seq_cst
 * fence an acquire one, and BROKEN_MUTEX takes no mutex. */
#ifndef STRUCTURE_H
#define STRUCTURE_H

#include <fencepost/method.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef BROKEN_CAS
#undef atomic_compare_exchange_strong_explicit
#define atomic_compare_exchange_strong_explicit(p, e, d, s, f) ((void)(e), atomic_store_explicit(p, d, memory_order_release), 1)
#undef atomic_compare_exchange_weak_explicit
#define atomic_compare_exchange_weak_explicit(p, e, d, s, f) ((void)(e), atomic_store_explicit(p, d, memory_order_release), 1)
#define __atomic_compare_exchange_n(p, e, d, w, s, f) ((void)(e), __atomic_store_n(p, d, s), 1)
#endif

#ifdef BROKEN_FENCE
#undef atomic_thread_fence
#define atomic_thread_fence(order) __atomic_thread_fence((order) == memory_order_seq_cst ? memory_order_acquire : (order))
#endif

#ifdef BROKEN_MUTEX
#define pthread_mutex_lock(m) ((void)(m))
#define pthread_mutex_unlock(m) ((void)(m))
#endif

#define main main_of_the_benchmark

/* Runs two functions, each in a thread. */
static void in_threads(void *(*f)(void *), void *(*g)(void *))
{
	pthread_t t, u;
	pthread_create(&t, 0, f, 0);
	pthread_create(&u, 0, g, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
}

/* A lock is held twice at once if two threads see each other in their sections. */
static atomic_int inside[3];

static void section(long self, void (*take)(void), void (*give)(void))
{
	method_begin("lock", self);
	take();
	method_end(0);
	atomic_store_explicit(&inside[self], 1, memory_order_release);
	atomic_load_explicit(&inside[3 - self], memory_order_acquire);
	atomic_store_explicit(&inside[self], 0, memory_order_relaxed);
	method_begin("unlock", self);
	give();
	method_end(0);
}

#endif
