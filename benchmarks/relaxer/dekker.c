/* dekker: Dekker's mutual exclusion, RELAXER (ISSTA 2011), Figure 11.
 *
 * Two threads, three critical sections each. The comments at the ends of lines
 * are the figure's numbers.
 *
 * -DFIXED puts a store-load fence after each store of 1 to a flag. The plain
 * accesses of the critical section need two more: a load-load fence where it
 * begins and a store-store fence where it ends. -DFIXED_SL has the store-load
 * fences alone, -DFIXED_SL_SS also the store-store ones.
 *
 * The store-store fence stands between the stores to turn and to the flag.
 * Before both it would protect the section just as well, but not the end of
 * the program: the store to turn could then reach memory after the other
 * thread has been through its last section and has stored to turn, and the
 * thread would wait for a turn that nobody gives it any more (a livelock).
 *
 * The cycle (9,2,14,15) is benign: thread 0 sees an old flag1 and waits, and
 * thread 1, which waits for turn, will see the new turn. Without the fences an
 * execution that holds it may hold a harmful cycle too.
 *
 * expect sc: none
 * expect tso pso pslo: bug
 * expect -DFIXED_SL sc tso: none
 * expect -DFIXED_SL pso pslo: bug
 * expect -DFIXED_SL_SS sc tso pso: none
 * expect -DFIXED_SL_SS pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 *
 * cycle tso buggy: 1,2,11,12 1,2,17,12 7,2,11,12
 * cycle tso confirmed: 9,2,14,15
 * cycle -DFIXED tso benign: 9,2,14,15
 * cycle -DFIXED tso never: 1,2,11,12 1,2,17,12 7,2,11,12
 */
#include <assert.h>
#include <fencepost.h>
#include <pthread.h>
#include <stddef.h>

#if defined FIXED || defined FIXED_SL_SS || defined FIXED_SL
#define SL fence_sl()
#else
#define SL ((void)0)
#endif
#if defined FIXED || defined FIXED_SL_SS
#define SS fence_ss()
#else
#define SS ((void)0)
#endif
#ifdef FIXED
#define LL fence_ll()
#else
#define LL ((void)0)
#endif

#ifndef SECTIONS
#define SECTIONS 3
#endif

static int flag0, flag1, turn;
static int in;

static void *thread0(void *unused)
{
	(void)unused;
	for (int i = 0; i < SECTIONS; i++) {
		flag0 = 1;                   /* line 1 */
		SL;
		while (flag1)                /* line 2 */
			if (turn) {          /* line 3 */
				flag0 = 0;   /* line 4 */
				while (turn) /* line 5 */
					;
				flag0 = 1;   /* line 7 */
				SL;
			}
		LL;

		assert(in == 0);
		in = 1;
		in = 0;

		turn = 1;                    /* line 9 */
		SS;
		flag0 = 0;                   /* line 10 */
	}
	return NULL;
}

static void *thread1(void *unused)
{
	(void)unused;
	for (int i = 0; i < SECTIONS; i++) {
		flag1 = 1;                    /* line 11 */
		SL;
		while (flag0)                 /* line 12 */
			if (!turn) {          /* line 13 */
				flag1 = 0;    /* line 14 */
				while (!turn) /* line 15 */
					;
				flag1 = 1;    /* line 17 */
				SL;
			}
		LL;

		assert(in == 0);
		in = 1;
		in = 0;

		turn = 0;                     /* line 19 */
		SS;
		flag1 = 0;                    /* line 20 */
	}
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, thread0, NULL);
	pthread_create(&b, NULL, thread1, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
