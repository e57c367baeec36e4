/* One thread puts numbers into a fifo, another gets them in order. With DROPPED the reader looks at
 * a slot before it knows that the slot is filled. */
#include <assert.h>
#include <pthread.h>
#include <linux/kfifo.h>

static DEFINE_KFIFO(fifo, int, 2);

#ifdef DROPPED
static int slot[2], in;
#define PUT(v) (WRITE_ONCE(slot[(v) - 1], (v)), WRITE_ONCE(in, (v)))
#define GET(v) ((v) = READ_ONCE(in) ? READ_ONCE(slot[0]) : 0, (v) != 0 || READ_ONCE(in))
#else
#define PUT(v) kfifo_put(&fifo, (v))
#define GET(v) kfifo_get(&fifo, &(v))
#endif

static void *put(void *arg)
{
	PUT(1);
	PUT(2);
	return NULL;
}

static void *get(void *arg)
{
	int v = 0;

	if (GET(v))
		assert(v == 1);
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, put, NULL);
	pthread_create(&u, NULL, get, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
