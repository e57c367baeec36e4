/* counter_plain: two threads count in a plain variable.
 *
 * verdict: buggy
 * causes: 1
 * fix: atomic hits
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int hits;

static void *run(void *arg)
{
	hits++;
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
