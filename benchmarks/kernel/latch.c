/* A writer that readers never wait for: they take the copy that is not written. With DROPPED the
 * number that says which is changed without barriers. */
#include <assert.h>
#include <pthread.h>
#include <linux/seqlock.h>

static seqcount_t seq;
static int a[2], b[2];

static void turn(void)
{
#ifdef DROPPED
	WRITE_ONCE(seq.sequence, seq.sequence + 1);
#else
	raw_write_seqcount_latch(&seq);
#endif
}

static void *update(void *arg)
{
	turn();
	WRITE_ONCE(a[0], 1);
	WRITE_ONCE(b[0], 1);
	turn();
	WRITE_ONCE(a[1], 1);
	WRITE_ONCE(b[1], 1);
	return NULL;
}

static void *query(void *arg)
{
	unsigned n = raw_read_seqcount_latch(&seq);
	int x, y;

	smp_rmb();
	x = READ_ONCE(a[n & 1]);
	y = READ_ONCE(b[n & 1]);
	if (!read_seqcount_retry(&seq, n))
		assert(x == y);
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, update, NULL);
	pthread_create(&u, NULL, query, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
