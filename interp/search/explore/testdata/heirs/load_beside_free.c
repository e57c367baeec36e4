#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define LOAD(x) atomic_load_explicit(&x, memory_order_relaxed)
#define STORE(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)
#define ADD(x, v, o) atomic_fetch_add_explicit(&x, v, memory_order_##o)
struct block { atomic_int refs, a; int p; };
static atomic_int x, y, g;
static int plain, v;
static struct block *p;
static void *t0(void *arg) { struct block *o = arg; if (ADD(o->refs, -1, release) == 1) { atomic_thread_fence(memory_order_seq_cst); STORE(x, 5, relaxed); } g = o->p; return arg; }
static void *t1(void *arg) { struct block *o = arg; if (ADD(x, 1, relaxed) == 1) STORE(y, 4, relaxed); p->p++; if (ADD(o->refs, -1, release) == 1) { atomic_thread_fence(memory_order_seq_cst); free(o); } STORE(x, 2, relaxed); if (ADD(p->refs, -1, release) <= 1) { atomic_thread_fence(memory_order_seq_cst); STORE(x, 5, relaxed); } STORE(x, 2, seq_cst); return arg; }
int main(void) {
	struct block *o = malloc(sizeof *o); o->a = o->p = 0; o->refs = 2;
	p = malloc(sizeof *p); p->a = p->p = 0; p->refs = 2;
	pthread_t t[2];
	pthread_create(&t[0], 0, t0, o);
	pthread_create(&t[1], 0, t1, o);
	pthread_join(t[0], 0);
	pthread_join(t[1], 0);
	return 0;
}
