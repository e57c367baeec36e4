/* A lock by compare-exchange that its holder takes again.
 *
 * all: livelock: thread 0 at @loop in acquire < main for a value to change
 */
#include <stdatomic.h>

static atomic_int lock;

static void acquire(void)
{
	int expected = 0;
	/*@loop*/ while (!atomic_compare_exchange_strong(&lock, &expected, 1))
		expected = 0;
}

int main(void)
{
	acquire();
	acquire();
	return 0;
}
