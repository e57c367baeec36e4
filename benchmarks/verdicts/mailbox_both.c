/* mailbox_both: neither access of the flag orders anything.
 *
 * verdict: buggy
 * causes: 1
 * fix: release acquire
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int letter;
static atomic_int posted;

static void *sender(void *arg)
{
	letter = 42;
	atomic_store_explicit(&posted, 1, memory_order_relaxed);
	return arg;
}

static void *receiver(void *arg)
{
	if (atomic_load_explicit(&posted, memory_order_relaxed))
		assert(letter == 42);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, sender, 0);
	pthread_create(&b, 0, receiver, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
