/* Each thread gives a sign when it has seen the other's: nobody gives the first one. With DROPPED one
 * of them does not depend on what it has read, and the kernel's model, unlike c11, lets the
 * store take effect first. */
#include <assert.h>
#include <pthread.h>
#include <linux/compiler.h>
#include <asm/barrier.h>

static int x, y;
static int a, b;

static void *one(void *arg)
{
	a = READ_ONCE(x);
	if (a)
		WRITE_ONCE(y, 1);
	return NULL;
}

static void *other(void *arg)
{
	b = READ_ONCE(y);
#ifdef DROPPED
	WRITE_ONCE(x, 1);
#else
	if (b)
		WRITE_ONCE(x, 1);
#endif
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, one, NULL);
	pthread_create(&u, NULL, other, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(!a || !b);
	return 0;
}
