/* fig1: the store buffering of RELAXER (ISSTA 2011), Figure 1.
 *
 * -DFIXED puts a store-load fence between the accesses of each thread.
 *
 * expect sc: none
 * expect tso pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 *
 * cycle tso pso pslo buggy: 1,2,3,4
 * cycle -DFIXED tso pso pslo never: 1,2,3,4
 */
#include <assert.h>
#include <fencepost.h>
#include <pthread.h>
#include <stddef.h>

#ifdef FIXED
#define SL fence_sl()
#else
#define SL ((void)0)
#endif

static int x, y;
static int t1, t2;

static void *thread1(void *unused)
{
	(void)unused;
	x = 1;  /* line 1 */
	SL;
	t1 = y; /* line 2 */
	return NULL;
}

static void *thread2(void *unused)
{
	(void)unused;
	y = 1;  /* line 3 */
	SL;
	t2 = x; /* line 4 */
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, thread1, NULL);
	pthread_create(&b, NULL, thread2, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(t1 == 1 || t2 == 1);
	return 0;
}
