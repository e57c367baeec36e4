// Words of one size or the other: WORD is unsigned long or unsigned __int128.
#include <pthread.h>

static WORD x __attribute__((aligned(16)));
int r0, r1;

static int add(void) { return (int)__atomic_fetch_add(&x, (WORD)1 << 40 | 1, __ATOMIC_RELAXED); }
static int sub(void) { return (int)__atomic_sub_fetch(&x, (WORD)1 << 40, __ATOMIC_ACQ_REL); }
static int cas(void) { return (int)__sync_val_compare_and_swap(&x, (WORD)1 << 40 | 1, 7); }

static void *a(void *p) { r0 = add() + cas(); return p; }
static void *b(void *p) { r1 = sub() + 10 * (int)__sync_lock_test_and_set(&x, 3); return p; }

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, a, 0);
	pthread_create(&u, 0, b, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	r0 += 100 * (int)__atomic_load_n(&x, __ATOMIC_RELAXED);
	return 0;
}
