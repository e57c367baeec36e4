/* section_return: a thread ends inside an atomic section, which ends with it.
 *
 * verdict: proved
 */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int left, right;

static void *worker(void *arg)
{
	__VERIFIER_atomic_begin();
	left++;
	right++;
	if (arg)
		pthread_exit(0);
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, &left);
	__VERIFIER_atomic_begin();
	assert(left == right);
	__VERIFIER_atomic_end();
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(left == 2 && right == 2);
	return 0;
}
