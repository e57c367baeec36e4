/* The deque of relaxer/snark.c, for the hardware models, with its fences: each thread pushes
 * at the right; one pops there, the other at the left, which is wrong even under sc, as its
 * authors found later. -DRIGHT has both pop at the right.
 *
 * linearizable -DRIGHT snark-deque.c sc pso: yes, tested
 * linearizable snark-deque.c sc pso: no, tested
 */
#define FIXED
#define SHORT
#include "structure.h"
#include "../relaxer/snark.c"
#undef main

static void put(int v)
{
	method_begin("push_right", v);
	push_right(v);
	method_end(0);
}

static void get(void)
{
	method_begin("pop_right", 0);
	int v = pop_right();
	method_end(v);
}

#ifdef RIGHT
#define get_left get
#else
static void get_left(void)
{
	method_begin("pop_left", 0);
	int v = pop_left();
	method_end(v);
}
#endif

static void *one(void *p) { put(1); get(); return p; }
static void *two(void *p) { put(2); get_left(); return p; }

int main(void)
{
	left_hat = right_hat = dummy = malloc(sizeof *dummy);
	dummy->left = dummy->right = dummy;
	in_threads(one, two);
	return 0;
}
