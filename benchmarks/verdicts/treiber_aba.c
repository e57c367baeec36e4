/* treiber_aba: Treiber's stack with nodes from a pool: a pop may be fooled by a node that is back.
 *
 * verdict: buggy
 * causes: 1
 * fix: none
 * sc-bug: yes
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static struct node {
	atomic_int next;
} pool[3];
static atomic_int top; /* index of a node, from 1; 0: empty */
static atomic_int taken[3];

static int pop(void)
{
	int t = atomic_load(&top);
	while (t && !atomic_compare_exchange_strong(&top, &t, atomic_load(&pool[t].next)))
		;
	return t;
}

static void push(int k)
{
	int t = atomic_load(&top);
	do
		atomic_store(&pool[k].next, t);
	while (!atomic_compare_exchange_strong(&top, &t, k));
}

static void *slow(void *arg)
{
	int k = pop();
	if (k)
		assert(atomic_fetch_add(&taken[k], 1) == 0);
	k = pop();
	if (k)
		assert(atomic_fetch_add(&taken[k], 1) == 0);
	return arg;
}

static void *quick(void *arg)
{
	int a = pop(), b = pop();
	if (b)
		assert(atomic_fetch_add(&taken[b], 1) == 0);
	if (a)
		push(a);
	return arg;
}

int main(void)
{
	push(2);
	push(1);
	pthread_t a, b;
	pthread_create(&a, 0, slow, 0);
	pthread_create(&b, 0, quick, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
