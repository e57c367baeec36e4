/* Two stores to a counter come before an addition whose result is used, and their order is not decided. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define LOAD(x) atomic_load_explicit(&x, memory_order_relaxed)
#define STORE(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)
#define ADD(x, v, o) atomic_fetch_add_explicit(&x, v, memory_order_##o)
#define LOCK(m) pthread_mutex_lock(m)
#define UNLOCK(m) pthread_mutex_unlock(m)
struct block { atomic_int refs, a; int p; };
static atomic_int x, y, g;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int plain, v;
static struct block *p;
static void *t0(void *arg) { struct block *o = arg; STORE(y, 2, relaxed); if (ADD(o->refs, -1, seq_cst) == 1) { atomic_thread_fence(memory_order_seq_cst); if (ADD(p->refs, -1, release) <= 1) { atomic_thread_fence(memory_order_seq_cst); STORE(x, 5, relaxed); } STORE(x, 5, relaxed); } LOCK(&m); plain++; UNLOCK(&m); if (ADD(p->refs, -1, release) <= 1) { atomic_thread_fence(memory_order_seq_cst); g = p->p; } return arg; }
static void *t1(void *arg) { struct block *o = arg; if (ADD(o->refs, -1, relaxed) <= 1) { atomic_thread_fence(memory_order_seq_cst); plain++; } return arg; }
static void *t2(void *arg) { struct block *o = arg; STORE(y, 1, seq_cst); if (ADD(p->refs, -1, relaxed) == 1) { atomic_thread_fence(memory_order_seq_cst); free(p); } p->p++; if (ADD(o->refs, -1, release) == 1) { atomic_thread_fence(memory_order_seq_cst); STORE(x, 5, relaxed); } if (ADD(y, 1, release) == 1) STORE(x, 4, relaxed); return arg; }
int main(void) {
	struct block *o = malloc(sizeof *o); o->a = o->p = 0; o->refs = 4;
	p = malloc(sizeof *p); p->a = p->p = 0; p->refs = 2;
	pthread_t t[3];
	pthread_create(&t[0], 0, t0, o);
	pthread_create(&t[1], 0, t1, o);
	pthread_create(&t[2], 0, t2, o);
	pthread_join(t[0], 0);
	pthread_join(t[1], 0);
	pthread_join(t[2], 0);
	if (ADD(o->refs, -1, release) == 1) { atomic_thread_fence(memory_order_seq_cst); plain++; } 
	return 0;
}
