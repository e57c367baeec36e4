/* transfer: money goes between three accounts, each with a lock; the accounts to lock are
 * put in order, but one clerk has an old rule.
 *
 * A clerk who sees the flag locks in the other order: a deadlock of three.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"

static pthread_mutex_t lock[3] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int balance[3] = { 10, 10, 10 };
static atomic_int old_rule;

static void move(int from, int to)
{
	int first = from < to ? from : to, second = from + to - first;

#ifndef FIXED
	if (first == 0 && second == 2 && LOAD(old_rule, ACQ))
		first = 2, second = 0;
#endif
	pthread_mutex_lock(&lock[first]);
	pthread_mutex_lock(&lock[second]);
	balance[from]--;
	balance[to]++;
	pthread_mutex_unlock(&lock[second]);
	pthread_mutex_unlock(&lock[first]);
}

static void *clerk(void *arg)
{
	int me = (int)(long)arg;

	move(me, (me + 1) % 3);
	if (me == 1)
		STORE(old_rule, 1, REL);
	move((me + 1) % 3, me);
	move((me + 2) % 3, me);
	return NULL;
}

int main(void)
{
	SPAWN(3, clerk);
	assert(balance[0] + balance[1] + balance[2] == 30);
	return 0;
}
