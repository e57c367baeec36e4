/* never_reached: an assertion that no execution reaches.
 *
 * verdict: proved
 * causes: 0
 * fix: none
 * unreached: 1
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *run(void *arg)
{
	if (atomic_fetch_add(&x, 1) > 5)
		assert(0);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
