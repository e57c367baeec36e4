/* The queue of c11/ms-queue.c: two threads enqueue and dequeue a number each. -DBROKEN
 * swings pointers by stores.
 *
 * linearizable queue: yes
 * linearizable -DBROKEN queue: no
 */
#ifdef BROKEN
#define BROKEN_CAS
#endif
#define ORIG
#include "structure.h"
#include "../c11/ms-queue.c"
#undef main

static void put(int self, long v)
{
	method_begin("enqueue", v);
	enqueue(self, v);
	method_end(0);
}

static void get(int self)
{
	unsigned v;
	method_begin("dequeue", 0);
	_Bool some = dequeue(self, &v);
	method_end(some ? (long)v : -1);
}

static void *one(void *p) { put(0, 17); get(0); return p; }
static void *two(void *p) { put(1, 37); get(1); return p; }

int main(void)
{
	init_queue();
	in_threads(one, two);
	return 0;
}
