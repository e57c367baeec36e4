/* lesson: Why this order?
text: The writer stores a result, counts it, and says that it is there. One of the three stores
  is release. A reviewer asks what it is for.
text: An order is needed if something goes wrong with the next weaker one. That is no matter of
  taste. Either there is an execution that shows it, or nothing needs the order.
question: Under which models can the reader see that the result is there, and use another one,
  or is there a data race?
goal: bug
models: sc tso pso pslo c11
play: c11
play-text: Let the reader see ready, and not what was stored before it.
transfer: verdicts/refcount_relaxed.c
transfer-question: The owners of an object count down, and the last one frees it. The count is
  relaxed. Under which models can it go wrong?
transfer-text: The count orders nothing, so the last one may free what another one still uses.
  A release that says "I am done" needs an acquire by the one who frees.
summary: The release stood at the wrong store. Machines forgive it, since the fence that it
  becomes there stands before both stores; the language does not, since the reader never
  reads the store that releases.
summary: fencepost justify FILE says of each order what goes wrong without it, and with which
  operation it pairs; --comments writes that into the source, and --check keeps it true.
  fencepost mutate FILE says which orders no test of yours would miss. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int result;
static atomic_int count, ready;

static void *writer(void *arg)
{
	result = 7;
	atomic_store_explicit(&count, 1, memory_order_release);
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg)
{
	if (atomic_load_explicit(&ready, memory_order_acquire))
		assert(result == 7);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, writer, 0);
	pthread_create(&b, 0, reader, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
