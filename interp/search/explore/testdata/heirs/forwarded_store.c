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
static void *t0(void *arg) { struct block *o = arg; if (LOAD(y)) STORE(y, 3, relaxed); if (ADD(p->refs, -1, acq_rel) == 1) { atomic_thread_fence(memory_order_seq_cst); plain++; } STORE(x, 1, release); if (ADD(o->refs, -1, release) == 1) { atomic_thread_fence(memory_order_seq_cst); free(o); } while (LOAD(x) != 2) ; return arg; }
static void *t1(void *arg) { struct block *o = arg; if (ADD(o->refs, -1, acq_rel) <= 1) { atomic_thread_fence(memory_order_seq_cst); struct block *q = malloc(sizeof *q); q->p = 0; free(q); } return arg; }
static void *t2(void *arg) { struct block *o = arg; p->p++; if (ADD(o->refs, -1, release) == 1) { atomic_thread_fence(memory_order_seq_cst); plain++; } if (LOAD(x)) STORE(x, 3, relaxed); return arg; }
int main(void) {
	struct block *o = malloc(sizeof *o); o->a = o->p = 0; o->refs = 4;
	p = malloc(sizeof *p); p->a = p->p = 0; p->refs = 3;
	pthread_t t[3];
	pthread_create(&t[0], 0, t0, o);
	pthread_create(&t[1], 0, t1, o);
	pthread_create(&t[2], 0, t2, o);
	pthread_join(t[0], 0);
	pthread_join(t[1], 0);
	pthread_join(t[2], 0);
	if (ADD(o->refs, -1, acq_rel) == 1) { atomic_thread_fence(memory_order_seq_cst); g = o->p; } 
	return 0;
}
