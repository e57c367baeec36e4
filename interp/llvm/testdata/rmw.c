/* Every operation that is one read-modify-write, of all sizes; what main returns is the sum. */
#include <assert.h>
#include <stdatomic.h>
#include <pthread.h>

static _Atomic signed char a = -3;
static _Atomic unsigned short b = 65530;
static _Atomic int c = -7;
static unsigned long d = 1ul << 40;
static _Atomic(int *) p;
static int e = 12;
static int array[4] = {1, 2, 3, 4};

static void *other(void *unused)
{
	atomic_fetch_add(&a, 1);
	atomic_fetch_sub_explicit(&b, 9, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	int expected = -7;
	assert(atomic_compare_exchange_strong(&c, &expected, 5));
	assert(!atomic_compare_exchange_strong(&c, &expected, 6) && expected == 5);
	assert(atomic_fetch_xor(&c, 3) == 5 && c == 6);
	assert(atomic_fetch_or(&c, 9) == 6 && atomic_fetch_and(&c, 12) == 15 && c == 12);
	assert(__atomic_fetch_nand(&e, 4, __ATOMIC_ACQ_REL) == 12 && e == ~4);
	assert(__atomic_add_fetch(&d, 5, __ATOMIC_SEQ_CST) == (1ul << 40) + 5);
	p = array;
	atomic_fetch_add(&p, 2);
	assert(*p == 3 && atomic_exchange(&p, 0) == array + 2);
	pthread_join(t, 0);
	assert(a == -2 && b == 65521);
	return 0;
}
