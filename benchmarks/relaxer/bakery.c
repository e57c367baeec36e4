/* bakery: Lamport's bakery mutual exclusion for two threads, as in section 5.2
 * of RELAXER (ISSTA 2011): three critical sections each.
 *
 * -DFIXED puts store-load fences between a thread's announcement (lines 1 and
 * 2) and its look at the other's state, a store-store fence between taking a
 * number and ending the choice, and a load-load fence between the two waits.
 * The plain accesses of the critical section need a load-load fence where it
 * begins and a store-store fence where it ends. -DFIXED_SL has the store-load
 * fences alone, -DFIXED_SL_SS also the store-store ones.
 *
 * expect sc: none
 * expect tso pso pslo: bug
 * expect -DFIXED_SL sc tso: none
 * expect -DFIXED_SL pso pslo: bug
 * expect -DFIXED_SL_SS sc tso pso: none
 * expect -DFIXED_SL_SS pslo: bug
 * expect -DFIXED sc tso pso pslo: none
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

static int choosing[2], number[2];
static int in;

/* before tells whether thread j, with number nj, goes before thread i. */
static int before(int nj, int j, int ni, int i)
{
	return nj != 0 && (nj < ni || (nj == ni && j < i));
}

static void lock(int i)
{
	int j = 1 - i;

	choosing[i] = 1;               /* line 1 */
	SL;
	int mine = number[j] + 1;      /* line 2 */
	number[i] = mine;              /* line 3 */
	SS;
	choosing[i] = 0;               /* line 4 */
	SL;
	while (choosing[j])            /* line 5 */
		;
	LL;
	while (before(number[j], j, mine, i)) /* line 6 */
		;
	LL;
}

static void unlock(int i)
{
	SS;
	number[i] = 0; /* line 7 */
}

static void sections(int i)
{
	for (int k = 0; k < SECTIONS; k++) {
		lock(i);
		assert(in == 0);
		in = 1;
		in = 0;
		unlock(i);
	}
}

static void *thread0(void *unused)
{
	(void)unused;
	sections(0);
	return NULL;
}

static void *thread1(void *unused)
{
	(void)unused;
	sections(1);
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
