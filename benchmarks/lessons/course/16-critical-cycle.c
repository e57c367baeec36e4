/* lesson: Phase 1: a cycle in a run that went well
text: Each thread says that it wants to go in, and goes in if the other one does not want to.
  Fencepost runs the program one step after the other, and nothing goes wrong. From that run it
  predicts another one: this is phase 1.
text: A critical cycle goes from an access to a later one of the same thread, to which it has no
  order under the model, then to an access of the same variable by another thread, one of the
  two a write, and so on, back to the first. What makes a run go wrong that no order of steps
  explains is such a cycle. Here it has four accesses: write wants[0], read wants[1], write
  wants[1], read wants[0].
question: Phase 1 asks each model whether it keeps a store before a later load of another
  variable. A model that does not has the cycle. Under which models can both threads be inside?
goal: bug
models: sc tso pso pslo c11
play: tso
play-text: Go round the cycle: each thread reads before its own store has left the buffer.
repair: tso
repair-text: A cycle is broken by order between the two accesses of a thread. Both threads run enter,
  so one fence stands in both.
transfer: verdicts/peterson_flag.c
transfer-question: In Peterson's lock one load of the four accesses is relaxed, the others are
  seq_cst. Under which models can both threads be inside?
transfer-text: In C11 one access without order is enough: the store before it may take effect later.
  Machines forgive it, since compilers put a fence after a seq_cst store.
summary: Who looks for a cycle needs no run that goes wrong. One that goes well has the same
  accesses, and the model says which of them may change places. fencepost predict FILE lists the
  cycles, with the models that have each.
summary: A predicted cycle may still be impossible, as other values lead to other branches. So
  nothing is reported before phase 2 has made it happen. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static int inside;

static void enter(int me)
{
	atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
	if (!atomic_load_explicit(&wants[1 - me], memory_order_relaxed)) {
		inside++;
		assert(inside == 1);
	}
}

static void *left(void *arg)
{
	enter(0);
	return arg;
}

static void *right(void *arg)
{
	enter(1);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
