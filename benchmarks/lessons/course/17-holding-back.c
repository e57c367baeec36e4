/* lesson: Phase 2: make it happen
text: A shop writes down an order and then that it is paid. A driver who sees the payment looks
  for the order. Phase 1 has predicted a cycle: the store of order may take effect after that of
  paid, and the driver may read between the two.
text: Of a thousand random executions under PSO 24 show it: the two stores must be apart just when
  the driver reads both. Phase 2 does not wait for luck. It holds the first store of the cycle
  back until the thread at the other end has gone by, and lets everything else run as it comes:
  21 of 30 trials show it.
question: Phase 2 can only choose among what the model allows. Under which models can it make the
  driver miss the order?
goal: bug
models: sc tso pso pslo c11
play: pso
play-text: Be phase 2: keep the store of order in its buffer until the driver has read it. How many
  moves do you leave to chance?
repair: pso
repair-text: Leave no store that can be held back past the other.
transfer: verdicts/rcu_publish.c
transfer-question: A writer publishes a node by a relaxed store, after it has filled it in. Under
  which models can a reader find the node not filled in, or race with the writer?
transfer-text: The pair of stores is what phase 2 holds apart. Under TSO one buffer keeps them in
  order, so there is nothing to hold.
summary: What phase 2 shows has happened in a run under the model, and can be repeated step by
  step. A cycle that it cannot make happen is no finding. That is why there are no false alarms.
summary: fencepost confirm --model pso --cycle 1 FILE tries one cycle; fencepost check FILE
  predicts, confirms, names the cause and looks for a change that mends it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int order, paid, delivered;

static void *shop(void *arg)
{
	atomic_store_explicit(&order, 1, memory_order_relaxed);
	atomic_store_explicit(&paid, 1, memory_order_relaxed);
	return arg;
}

static void *driver(void *arg)
{
	if (atomic_load_explicit(&paid, memory_order_relaxed)) {
		assert(atomic_load_explicit(&order, memory_order_relaxed));
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, shop, 0);
	pthread_create(&b, 0, driver, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
