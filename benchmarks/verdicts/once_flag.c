/* once_flag: a flag of one's own instead of pthread_once, which two threads may pass.
 *
 * verdict: buggy
 * causes: 1
 * fix: none
 * sc-bug: yes
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int made, calls;

static void *run(void *arg)
{
	if (!atomic_load(&made)) {
		atomic_fetch_add(&calls, 1);
		atomic_store(&made, 1);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(calls == 1);
	return 0;
}
