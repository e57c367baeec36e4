/* fig13: the rare store buffering of RELAXER (ISSTA 2011), Figure 13.
 *
 * f1 and f2 run long, so thread 1 is past its critical section, and its store
 * to x in memory, before thread 2 enters its own: the cycle needs thread 1 to
 * wait before line 3 while thread 2 runs to its end. They work on memory
 * of their own, WORK loads and stores.
 *
 * -DFIXED puts a store-load fence between the accesses of each thread.
 *
 * expect sc: none
 * expect tso pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 *
 * cycle tso pso pslo buggy: 1,2,9,10
 * cycle -DFIXED tso pso pslo never: 1,2,9,10
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

#ifndef WORK
#define WORK 300
#endif

static int x, y;
static int r1, r2;
static int inside, done1, done2;
static pthread_mutex_t L = PTHREAD_MUTEX_INITIALIZER;

static void f1(void)
{
	for (int i = 0; i < WORK; i++)
		done1++;
}

static void f2(void)
{
	for (int i = 0; i < WORK; i++)
		done2++;
}

static void *thread1(void *unused)
{
	(void)unused;
	x = 1;                    /* line 1 */
	SL;
	r1 = y;                   /* line 2 */
	pthread_mutex_lock(&L);   /* line 3 */
	inside++;
	pthread_mutex_unlock(&L); /* line 4 */
	f2();                     /* line 5 */
	return NULL;
}

static void *thread2(void *unused)
{
	(void)unused;
	f1();                     /* line 6 */
	pthread_mutex_lock(&L);   /* line 7 */
	inside++;
	pthread_mutex_unlock(&L); /* line 8 */
	y = 1;                    /* line 9 */
	SL;
	r2 = x;                   /* line 10 */
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, thread1, NULL);
	pthread_create(&b, NULL, thread2, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(r1 == 1 || r2 == 1);
	return 0;
}
