#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <stdint.h>
static _Atomic(char *) x, y;
static _Atomic uintptr_t kept;
static int r0;
static int r1;
static int r2;
static void *t0(void *a) { char *p = 0, *q = 0, *last = 0;
	free(atomic_exchange_explicit(&x, malloc(8), memory_order_acq_rel));
	free(atomic_exchange_explicit(&y, malloc(8), memory_order_relaxed));
	return a; }
static void *t1(void *a) { char *p = 0, *q = 0, *last = 0;
	p = atomic_load_explicit(&x, memory_order_seq_cst);
	{ char *e = p, *n = malloc(8); if (e && atomic_compare_exchange_strong_explicit(&y, &e, n, memory_order_relaxed, memory_order_relaxed)) { r0 = 2; free(p); } else { r0 = 1; free(n); } p = 0; }
	return a; }
static void *t2(void *a) { char *p = 0, *q = 0, *last = 0;
	{ char *e = p, *n = malloc(8); if (e && atomic_compare_exchange_strong_explicit(&x, &e, n, memory_order_acq_rel, memory_order_relaxed)) { r1 = 2; free(p); } else { r1 = 1; free(n); } p = 0; }
	r2 = 1 + (p && ((uintptr_t)p << 8 | 1) == atomic_load_explicit(&kept, memory_order_relaxed));
	return a; }
int main(void) { x = malloc(8);
	pthread_t h0; pthread_create(&h0, 0, t0, 0);
	pthread_t h1; pthread_create(&h1, 0, t1, 0);
	pthread_t h2; pthread_create(&h2, 0, t2, 0);
	pthread_join(h0, 0);
	pthread_join(h1, 0);
	pthread_join(h2, 0);
	uintptr_t never = 1; atomic_compare_exchange_strong_explicit(&kept, &never, 0, memory_order_relaxed, memory_order_relaxed);
	return 0; }
