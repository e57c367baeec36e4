/* lesson: What a grace period orders
text: synchronize_rcu() waits until every critical section that has begun, from
  rcu_read_lock() to rcu_read_unlock(), has ended. So a critical section never extends over
  a grace period on both sides: if it sees what comes after, it sees what came before.
text: This reader has no critical section.
question: The writer makes y 1, waits for a grace period, and makes x 1. Under which models
  may the reader see x = 1 and then y = 0?
goal: bug
models: sc tso pso pslo c11 lkmm
play: pslo
play-text: Let the reader look at y first.
repair: c11
repair-text: Choose an order of the reads with which the assertion holds. In the kernel,
  rcu_read_lock() and rcu_read_unlock() around them would do, too.
transfer: publish_once.c
transfer-question: This reader is in a critical section, and the writer waits for a grace
  period before it destroys the old object. Under which models does it go wrong?
transfer-models: sc tso pso pslo c11 lkmm
transfer-text: The grace period keeps the old object while it is read. That the new one is
  complete before it is seen is another matter: rcu_assign_pointer() sees to that, and
  WRITE_ONCE() does not.
summary: A grace period orders what is in critical sections. It costs readers nothing, and
  gives nothing to those that have none.
summary: Publish with rcu_assign_pointer(), read with rcu_dereference() in a critical section,
  and free after a grace period: each of the three does what the others do not. */
#include <assert.h>
#include <linux/rcupdate.h>
#include <pthread.h>

static int x, y, r1, r2;

static void *reader(void *arg)
{
	r1 = READ_ONCE(x);
	r2 = READ_ONCE(y);
	return arg;
}

static void *writer(void *arg)
{
	WRITE_ONCE(y, 1);
	synchronize_rcu();
	WRITE_ONCE(x, 1);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, reader, 0);
	pthread_create(&b, 0, writer, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(!(r1 == 1 && r2 == 0));
	return 0;
}
