// The classic litmus tests on pairs: TEST says which, HALF what a half of a pair is, MORE
// what else is in it.
#include <pthread.h>
#include <stdatomic.h>

#ifndef MORE
#define MORE
#endif

typedef struct { HALF to; MORE HALF tag; } pair;
static _Atomic pair x, y;
int r0, r1, r2, r3;
static int plain;

static inline pair of(int n) { return (pair){.to = n, .tag = n + 10}; }
static inline int get(_Atomic pair *p, memory_order o) {
	pair v = atomic_load_explicit(p, o);
	return v.to == 0 && v.tag == 0 ? 0 : v.to + 10 == v.tag ? (int)v.to : -1; // -1: torn
}
static inline void set(_Atomic pair *p, int n, memory_order o) { atomic_store_explicit(p, of(n), o); }
static inline int swap(_Atomic pair *p, int n, memory_order o) { return (int)atomic_exchange_explicit(p, of(n), o).to; }
static inline int advance(_Atomic pair *p, memory_order o) {
	pair old = atomic_load_explicit(p, memory_order_relaxed), next = old;
	do {
		next.to = old.to + 1;
		next.tag = old.tag + 1;
	} while (!atomic_compare_exchange_strong_explicit(p, &old, next, o, memory_order_relaxed));
	return (int)old.to;
}

#define THREAD(name, body) static void *name(void *p) { body; return p; }
#define R memory_order_relaxed
#define A memory_order_acquire
#define L memory_order_release
#define S memory_order_seq_cst

#if TEST == 0 // store buffering
THREAD(a, set(&x, 1, R); r0 = get(&y, R)) THREAD(b, set(&y, 1, R); r1 = get(&x, R))
#elif TEST == 1
THREAD(a, set(&x, 1, S); r0 = get(&y, S)) THREAD(b, set(&y, 1, S); r1 = get(&x, S))
#elif TEST == 2 // message passing
THREAD(a, set(&x, 1, R); set(&y, 1, L)) THREAD(b, r0 = get(&y, A); r1 = get(&x, R))
#elif TEST == 3
THREAD(a, set(&x, 1, R); set(&y, 1, R)) THREAD(b, r0 = get(&y, R); r1 = get(&x, R))
#elif TEST == 4 // a data race if the tag does not publish
THREAD(a, plain = 5; set(&y, 1, L)) THREAD(b, r0 = get(&y, R) ? plain : -2)
#elif TEST == 5 // coherence
THREAD(a, set(&x, 1, R); set(&x, 2, R)) THREAD(b, r0 = get(&x, R); r1 = get(&x, R); r2 = get(&x, R))
#elif TEST == 6 // exchanges, and a compare-exchange in a loop
THREAD(a, r0 = swap(&x, 1, S); r1 = get(&x, R)) THREAD(b, r2 = swap(&x, 2, R); r3 = advance(&x, A))
#elif TEST == 7 // a fence
THREAD(a, set(&x, 1, R); atomic_thread_fence(S); r0 = get(&y, R)) THREAD(b, set(&y, 1, R); atomic_thread_fence(S); r1 = get(&x, R))
#elif TEST == 8 // writes to both, and what stays
THREAD(a, set(&x, 1, R); set(&y, 2, R)) THREAD(b, set(&y, 1, R); set(&x, 2, R))
#else // counters
THREAD(a, r0 = advance(&x, S); r1 = advance(&y, R)) THREAD(b, r2 = advance(&y, S); r3 = advance(&x, R))
#endif

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, a, 0);
	pthread_create(&u, 0, b, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	r0 += 100 * get(&x, R);
	r1 += 100 * get(&y, R);
	return 0;
}
