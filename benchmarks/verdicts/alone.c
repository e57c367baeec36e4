/* alone: a program of one thread.
 *
 * verdict: proved
 * causes: 0
 * fix: none
 */
#include <assert.h>
#include <stdatomic.h>

int main(void)
{
	atomic_int x = 1;
	assert(x == 1);
	return 0;
}
