/* The expected value of a compare-exchange may be a variable that others see:
 * it takes the value that was found.
 *
 * all: completed
 */
#include <assert.h>
#include <stdatomic.h>

static atomic_int x = 3;
static int expected;
static struct {
	char pad;
	short old;
} s = {1, 3};
static _Atomic short y = -2;

int main(void)
{
	assert(!atomic_compare_exchange_strong(&x, &expected, 5));
	assert(expected == 3 && x == 3);
	assert(atomic_compare_exchange_strong(&x, &expected, 5));
	assert(expected == 3 && x == 5);
	assert(!atomic_compare_exchange_strong(&y, &s.old, 1));
	assert(s.old == -2 && s.pad == 1 && y == -2);
	return 0;
}
