/* A weak compare-exchange does not fail for no reason unless asked to.
 *
 * all: completed
 */
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void)
{
	int old = 0;
	assert(atomic_compare_exchange_weak(&x, &old, 1));
	assert(!atomic_compare_exchange_weak(&x, &old, 2));
	assert(old == 1);
	return 0;
}
