/* A weak compare-exchange may fail for no reason when asked to, a strong one
 * may not. Trying again succeeds at last.
 *
 * options: weak-fail
 * all: completed
 * all: completed with status 1
 */
#include <assert.h>
#include <stdatomic.h>

static atomic_int x, y;

int main(void)
{
	int old = 0;
	assert(atomic_compare_exchange_strong(&x, &old, 1));
	old = 0;
	int weak = atomic_compare_exchange_weak(&y, &old, 1);
	assert(old == 0);
	if (!weak)
		while (!atomic_compare_exchange_weak(&y, &old, 1))
			assert(old == 0);
	assert(atomic_load(&y) == 1);
	return !weak;
}
