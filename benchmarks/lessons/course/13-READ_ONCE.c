/* lesson: Why READ_ONCE
text: This is code in the words of the Linux kernel. The fences are where they should be:
  smp_wmb() between the writes, smp_rmb() between the reads. But ready is read and written
  plainly.
text: A plain access is the compiler's. It may read a variable twice, or once for two reads,
  write it in two halves, or keep it in a register. READ_ONCE() and WRITE_ONCE() mark an
  access as one that is done once, as it is written.
question: Under which models does the program go wrong, by a failed assertion or a data
  race?
goal: bug
models: sc tso pso pslo c11 lkmm
play: c11
play-text: Make the two accesses of ready race. A fence does not keep them apart: it orders
  others by them.
transfer: stop_flag.c
transfer-question: A worker waits for a flag, then takes the result. Under which models does
  it go wrong?
transfer-models: sc tso pso pslo c11 lkmm
transfer-text: A compiler that sees a plain read in a loop may read once, before it, and wait
  for ever. The kernel's model calls that a data race, as C does.
summary: The models of machines see nothing wrong: they only know what is executed, not what
  the compiler makes of the text.
summary: In the kernel, whatever threads access without a lock at the same time is read by
  READ_ONCE() and written by WRITE_ONCE(), or by something stronger. */
#include <assert.h>
#include <linux/atomic.h>
#include <pthread.h>

static int message, ready;

static void *writer(void *arg)
{
	message = 42;
	smp_wmb();
	ready = 1;
	return arg;
}

static void *reader(void *arg)
{
	if (ready) {
		smp_rmb();
		assert(message == 42);
	}
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
