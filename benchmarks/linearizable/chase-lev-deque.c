/* The deque of c11/chase-lev-deque.c, as it is mended: the owner pushes two numbers and
 * takes twice, a thief steals twice. -DBROKEN is without the seq_cst fences of take and steal.
 *
 * linearizable deque: yes
 * linearizable -DBROKEN deque: no
 */
#ifdef BROKEN
#define BROKEN_FENCE
#endif
#define FIXED
#include "structure.h"
#include "../c11/chase-lev-deque.c"
#undef main

static void put(int v)
{
	method_begin("push", v);
	push(v);
	method_end(0);
}

static void get(void)
{
	method_begin("take", 0);
	int v = take();
	method_end(v);
}

static void *rob(void *p)
{
	for (int i = 0; i < 2; i++) {
		int v;
		method_begin("steal", 0);
		do
			v = steal();
		while (v == ABORT);
		method_end(v);
	}
	return p;
}

int main(void)
{
	pthread_t t;
	create();
	put(1);
	put(2);
	pthread_create(&t, 0, rob, 0);
	get();
	get();
	pthread_join(t, 0);
	return 0;
}
