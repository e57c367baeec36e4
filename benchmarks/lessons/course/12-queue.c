/* lesson: A real queue
text: A ring buffer with one slot. The producer owns tail, the consumer owns head; each looks
  at the other's to know whether there is room, or something to take.
text: The slot is a plain int. Two messages of the same shape cross each other: "it is
  full" goes one way and "it is empty" the other.
question: Under which models can the consumer take something wrong, or is there a data race?
goal: bug
models: sc tso pso pslo c11
play: pso
play-text: Let the consumer find the slot full before the value has arrived.
repair: c11
repair-text: Repair the queue at the least cost.
transfer: verdicts/treiber_pop.c
transfer-question: A stack of linked nodes: a node is made, then pushed by a compare-exchange;
  another thread pops it and reads the value. Under which models can it go wrong?
transfer-text: Look at each compare-exchange and each load of top, and ask what the message is
  and who reads it: a push that releases needs a pop whose first load acquires.
summary: A queue is message passing, twice. The store that says "full" releases the value, the
  load that sees it acquires it. The store that says "empty" releases the slot, so that
  nothing new is written while the old value is still being read.
summary: Real code has many more accesses, and no more kinds of mistakes than these. Let a tool
  look for them: fencepost check FILE.c. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int slot[1];
static atomic_int head, tail;

static void *producer(void *arg)
{
	for (int i = 0; i < 2; i++) {
		int t = atomic_load_explicit(&tail, memory_order_relaxed);
		if (t - atomic_load_explicit(&head, memory_order_acquire) < 1) {
			slot[0] = t + 1;
			atomic_store_explicit(&tail, t + 1, memory_order_relaxed);
		}
	}
	return arg;
}

static void *consumer(void *arg)
{
	for (int i = 0; i < 2; i++) {
		int h = atomic_load_explicit(&head, memory_order_relaxed);
		if (atomic_load_explicit(&tail, memory_order_acquire) > h) {
			assert(slot[0] == h + 1);
			atomic_store_explicit(&head, h + 1, memory_order_release);
		}
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, producer, 0);
	pthread_create(&b, 0, consumer, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
