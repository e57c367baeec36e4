/* A reader releases its lock, which has one part, while a mutex has several. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t p = PTHREAD_RWLOCK_INITIALIZER, q = PTHREAD_RWLOCK_INITIALIZER;
static int pad[3];
static struct { atomic_int k; pthread_mutex_t m; } *h;
static atomic_int x, y, k, l;
static atomic_uchar e = 250;
static int own0, own1, own2, own3, g0, g1, g2, g3, read_only = 1;
static void *a(void *p) { (void)p; atomic_fetch_xor_explicit(&e, 3, memory_order_acq_rel); pthread_mutex_lock(&n); own0++; pthread_mutex_unlock(&n);  return NULL; }
static void *b(void *p) { (void)p; pthread_mutex_lock(&n); atomic_fetch_sub_explicit(&e, 3, memory_order_seq_cst); pthread_mutex_unlock(&n);  return NULL; }
static void *c(void *p) { (void)p; pthread_rwlock_rdlock(&p); own2++; pthread_rwlock_unlock(&p); atomic_fetch_sub_explicit(&l, 1, memory_order_release);  return NULL; }
int main(void)
{
	pthread_t t[4];
	pthread_create(&t[0], 0, a, 0);
	pthread_create(&t[1], 0, b, 0);
	pthread_create(&t[2], 0, c, 0);
	atomic_fetch_sub_explicit(&k, 3, memory_order_acq_rel);
	if (t[0]) pthread_join(t[0], 0);
	if (t[1]) pthread_join(t[1], 0);
	if (t[2]) pthread_join(t[2], 0);
	k = k + 100; pthread_create(&t[0], 0, a, 0); pthread_join(t[0], 0); g3 = k;
	return 0;
}
