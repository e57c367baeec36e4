/* The queue of c11/spsc-queue.c without its sleep: one thread puts two numbers, another
 * looks for them. -DBROKEN has two consumers.
 *
 * linearizable queue: yes
 * linearizable -DBROKEN queue: no
 */
#define FIXED
#include "structure.h"
#define free(n) ((void)(n)) /* a second consumer would find it freed */
#include "../c11/spsc-queue.c"
#undef main

static void put(int v)
{
	method_begin("enqueue", v);
	enqueue(v);
	method_end(0);
}

static void get(void)
{
	int v = -1;
	method_begin("dequeue", 0);
	try_dequeue(&v);
	method_end(v);
}

static void *one(void *p) { put(1); put(2); return p; }
static void *two(void *p) { get(); get(); return p; }

int main(void)
{
	head = tail = new_node(0);
#ifdef BROKEN
	put(3);
	in_threads(two, two);
#else
	in_threads(one, two);
#endif
	get();
	return 0;
}
