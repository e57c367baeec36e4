/* aba: a stack of indices without tags; one thread pops while another pops two and pushes
 * the first of them back.
 *
 * The compare-exchange of the first succeeds though the stack is another: a node is
 * handed out twice.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include "sampling.h"
#ifdef FIXED
#define TAG 16
#else
#define TAG 0
#endif

static atomic_int top = 1, next[4] = { 0, 2, 3, 0 };
static atomic_int owned[4];

static int pop(void)
{
	int old = LOAD(top, ACQ);

	for (;;) {
		int i = old % 16;
		if (i == 0)
			return 0;
		if (CAS(top, old, LOAD(next[i], RLX) + old / 16 * 16 + TAG, ACQ_REL))
			return i;
		old = LOAD(top, ACQ);
	}
}

static void push(int i)
{
	int old = LOAD(top, RLX);

	do {
		STORE(next[i], old % 16, RLX);
	} while (!CAS(top, old, i + old / 16 * 16 + TAG, ACQ_REL));
}

static void take(int i)
{
	if (i)
		assert(ADD(owned[i], 1, RLX) == 0);
}

static void *run(void *arg)
{
	if (arg) {
		take(pop());
		return NULL;
	}
	int a = pop(), b = pop();
	take(b);
	if (a)
		push(a);
	take(pop());
	return NULL;
}

int main(void)
{
	SPAWN(2, run);
	take(pop());
	return 0;
}
