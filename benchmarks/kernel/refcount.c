/* Whoever gives back the last reference sees what the others have done. With DROPPED the count is
 * relaxed. */
#include <assert.h>
#include <pthread.h>
#include <linux/atomic.h>
#include <linux/refcount.h>

static refcount_t refs = REFCOUNT_INIT(2);
static atomic_t count = ATOMIC_INIT(2);
static int done[2];

static void *put(void *arg)
{
	int me = arg != NULL;

	done[me] = 1;
#ifdef DROPPED
	if (atomic_dec_return_relaxed(&count) == 0)
#else
	if (refcount_dec_and_test(&refs))
#endif
		assert(done[0] && done[1]);
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, put, NULL);
	pthread_create(&u, NULL, put, &refs);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
