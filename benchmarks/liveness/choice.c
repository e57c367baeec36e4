/* A loop whose end is chosen: nobody has to choose for ever that it goes on.
 *
 * liveness: none
 */
#include <pthread.h>
#include <stdatomic.h>

#include <fencepost.h>

static atomic_int x;

int main(void)
{
	while (nondet_range(0, 1))
		atomic_fetch_xor(&x, 1);
	return 0;
}
