/* section_exit: the program ends inside an atomic section, what it does there nobody sees.
 *
 * verdict: proved
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static atomic_int state = 1;

static void leave(void)
{
	exit(0);
}

static void *worker(void *arg)
{
	__VERIFIER_atomic_begin();
	atomic_store(&state, 0);
	leave();
	__VERIFIER_atomic_end();
	return arg;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, worker, 0);
	assert(atomic_load(&state) == 1);
	return 0;
}
