/* peterson_flag: Peterson's lock with a relaxed load of the other's flag.
 *
 * verdict: buggy
 * causes: 1
 * fix: seq_cst
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], turn;
static int in;

static void enter(int me)
{
	atomic_store_explicit(&flag[me], 1, memory_order_seq_cst);
	atomic_store_explicit(&turn, 1 - me, memory_order_seq_cst);
	if (!atomic_load_explicit(&flag[1 - me], memory_order_relaxed) ||
	    atomic_load_explicit(&turn, memory_order_seq_cst) == me) {
		in++;
		atomic_store_explicit(&flag[me], 0, memory_order_release);
	}
}

static void *zero(void *arg)
{
	enter(0);
	return arg;
}

static void *one(void *arg)
{
	enter(1);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, zero, 0);
	pthread_create(&b, 0, one, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
