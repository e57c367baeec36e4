/* fig2: the message passing of RELAXER (ISSTA 2011), Figure 2.
 *
 * A stale x ends the execution at line 6, before y is read: the cycle (2,3,4,7)
 * is benign.
 *
 * -DFIXED_SS puts a store-store fence before the store to done, -DFIXED also a
 * load-load fence after the load of it.
 *
 * expect sc tso: none
 * expect pso pslo: bug
 * expect -DFIXED_SS sc tso pso: none
 * expect -DFIXED_SS pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 *
 * cycle pso pslo buggy: 1,3,4,5
 * cycle pso pslo benign: 2,3,4,7
 * cycle tso never: 1,3,4,5 2,3,4,7
 * cycle -DFIXED_SS pso never: 1,3,4,5 2,3,4,7
 * cycle -DFIXED_SS pslo buggy: 1,3,4,5
 * cycle -DFIXED_SS pslo benign: 2,3,4,7
 * cycle -DFIXED pso pslo never: 1,3,4,5 2,3,4,7
 */
#include <fencepost.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef FIXED
#define SS fence_ss()
#define LL fence_ll()
#elif defined FIXED_SS
#define SS fence_ss()
#define LL ((void)0)
#else
#define SS ((void)0)
#define LL ((void)0)
#endif

static int x, y, done;

static void *thread1(void *unused)
{
	(void)unused;
	x = 1;    /* line 1 */
	y = 1;    /* line 2 */
	SS;
	done = 1; /* line 3 */
	return NULL;
}

static void *thread2(void *unused)
{
	(void)unused;
	if (done) {              /* line 4 */
		LL;
		if (x == 0)      /* line 5 */
			abort(); /* line 6 */
		int local = y;   /* line 7 */
		(void)local;
	}
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, thread1, NULL);
	pthread_create(&b, NULL, thread2, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
