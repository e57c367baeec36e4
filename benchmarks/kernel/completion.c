/* Work is waited for. With DROPPED by a flag that orders nothing. */
#include <assert.h>
#include <pthread.h>
#include <linux/completion.h>

static DECLARE_COMPLETION(done);
static int flag, data;

static void *work(void *arg)
{
	WRITE_ONCE(data, 1);
#ifdef DROPPED
	WRITE_ONCE(flag, 1);
#else
	complete(&done);
#endif
	return NULL;
}

static void *await(void *arg)
{
#ifdef DROPPED
	if (!READ_ONCE(flag))
		return NULL;
#else
	wait_for_completion(&done);
#endif
	assert(READ_ONCE(data) == 1);
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, work, NULL);
	pthread_create(&u, NULL, await, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
