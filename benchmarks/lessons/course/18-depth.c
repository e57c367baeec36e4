/* lesson: How deep is a bug?
text: A writer stores a message, a relay hands it on, and a reader who hears of it looks for the
  message itself. A random test takes each step by chance, and a long program has many steps
  that have nothing to do with the bug.
text: The depth of a bug says on how few choices it depends. PCT gives threads random priorities,
  and lowers one at depth - 1 random places: in k steps of n threads it finds a bug of depth d
  with a chance of at least 1 in n k^(d-1). PCTWM counts for weak memory: in how many places must
  a thread learn what another one stored? Everywhere else it reads what it knows already.
question: The relay learns of the message, and the reader of the relay: that is depth 2. Then the
  reader reads the message as it was at first, which is nothing to learn. Under which models does
  that happen?
goal: bug
models: sc tso pso pslo c11
play: c11
play-text: Count in how many reads a thread learns of another one's store. You need two; any more
  is in the way.
repair: c11
repair-text: A thread that learns by acquire what was stored by release learns all that came
  before, too. Choose orders with which the reader cannot miss the message.
transfer: verdicts/mailbox_store.c
transfer-question: A sender writes a letter and raises a flag, a receiver looks at the flag and
  then reads the letter. One place to learn is enough: depth 1. Under which models does it go
  wrong?
transfer-text: In C11 it is a data race, and the letter can be the old one wherever the stores may
  change places.
summary: At depth 0 and 1, PCTWM never makes this program fail, at depth 2 in one execution of ten,
  a random test in one of thirty. The difference grows with the length of the program, since the
  depth stays.
summary: fencepost test --strategy pctwm --depth 2 FILE, or --strategy pct. Most bugs are of depth 1
  to 3; begin low, and go up. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data, relayed;

static void *writer(void *arg)
{
	atomic_store_explicit(&data, 1, memory_order_relaxed);
	return arg;
}

static void *relay(void *arg)
{
	if (atomic_load_explicit(&data, memory_order_relaxed))
		atomic_store_explicit(&relayed, 1, memory_order_relaxed);
	return arg;
}

static void *reader(void *arg)
{
	if (atomic_load_explicit(&relayed, memory_order_relaxed))
		assert(atomic_load_explicit(&data, memory_order_relaxed));
	return arg;
}

int main(void)
{
	pthread_t a, b, c;
	pthread_create(&a, 0, writer, 0);
	pthread_create(&b, 0, relay, 0);
	pthread_create(&c, 0, reader, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	pthread_join(c, 0);
	return 0;
}
