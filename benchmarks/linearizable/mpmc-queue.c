/* The bounded queue of c11/mpmc-queue.c, as it is mended: a thread puts two numbers, another
 * takes two. -DBROKEN begins and ends by stores.
 *
 * linearizable queue: yes
 * linearizable -DBROKEN queue: no
 */
#ifdef BROKEN
#define BROKEN_CAS
#endif
#define FIXED
#include "structure.h"
#include "../c11/mpmc-queue.c"
#undef main

static void put(long v)
{
	method_begin("enqueue", v);
	*write_prepare() = v;
	write_publish();
	method_end(0);
}

static void get(void)
{
	method_begin("dequeue", 0);
	int *slot = read_fetch();
	long v = slot ? *slot : -1;
	if (slot)
		read_consume();
	method_end(v);
}

static void *one(void *p) { put(1); get(); return p; }
static void *two(void *p) { put(2); get(); return p; }

int main(void)
{
	in_threads(one, two);
	return 0;
}
