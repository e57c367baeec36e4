/* The queue of relaxer/msn.c with its fences, for the hardware models: a thread puts two
 * numbers, another takes two. -DBROKEN links nodes by stores.
 *
 * linearizable queue sc tso pso: yes
 * linearizable -DBROKEN queue sc tso pso: no
 */
#ifdef BROKEN
#define BROKEN_CAS
#endif
#define FIXED
#include "structure.h"
#include "../relaxer/msn.c"
#undef main

static void put(int v)
{
	method_begin("enqueue", v);
	enqueue(v);
	method_end(0);
}

static void get(void)
{
	method_begin("dequeue", 0);
	int v = dequeue();
	method_end(v == NOT_FOUND ? -1 : v);
}

static void *one(void *p) { put(1); get(); return p; }
static void *two(void *p) { put(2); get(); return p; }

int main(void)
{
	struct node *dummy = calloc(1, sizeof *dummy);
	Q.head = Q.tail = dummy;
	in_threads(one, two);
	return 0;
}
