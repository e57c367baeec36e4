/* lesson: Data races and undefined behaviour
text: message is a plain int. It is written before ready is set, and read only if ready is
  seen; ready is atomic, but both its accesses are relaxed.
text: Two accesses of one plain variable, at least one of them a write, are a data race in
  C11 unless one happens before the other. A program with a data race has no meaning at
  all. Models of hardware know no races; they only say which values are read.
question: Under which models does the program go wrong, by a failed assertion or a data
  race?
goal: bug
models: sc tso pso pslo c11
play: c11
play-text: Make the data race happen. Its accesses need not stand side by side; it is enough
  that nothing orders them.
repair: c11
repair-text: Choose orders that leave no data race.
transfer: verdicts/lock_missing.c
transfer-question: A counter is counted under a lock, and read without it. Under which models
  does the program go wrong?
transfer-text: The read without the lock is a data race, although no model of hardware here
  shows a wrong value. A compiler may assume that there are no races.
summary: Under SC and TSO the assertion never fails, and yet the program is wrong C. The
  compiler may assume that nobody else touches a plain variable meanwhile.
summary: Make a variable that threads share atomic, or order its accesses by a lock, a join,
  or release and acquire. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int ready;

static void *writer(void *arg)
{
	message = 42;
	atomic_store_explicit(&ready, 1, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg)
{
	if (atomic_load_explicit(&ready, memory_order_relaxed))
		assert(message == 42);
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
