// Silo's bug, told again: a spinlock is a volatile word, taken by a compare-and-swap of GCC's and given
// back by a plain assignment. That a volatile store waits for those before it is true of x86 alone.
#include <assert.h>
#include <pthread.h>

static volatile int held;
static volatile int balance, copy; // equal, whenever the lock is free

static void lock(void)
{
	while (held || !__sync_bool_compare_and_swap(&held, 0, 1))
		;
}

static void unlock(void)
{
	held = 0;
}

static void *commit(void *arg)
{
	lock();
	assert(balance == copy);
	balance = balance + 1;
	copy = copy + 1;
	unlock();
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, commit, 0);
	commit(0);
	pthread_join(t, 0);
	assert(balance == 2 && copy == 2);
}
