/* spsc-queue: a queue for one producer and one consumer that sleeps on an event
 * count, of the CDSChecker benchmarks.
 *
 * Nothing is seeded: the producer looks for a sleeping consumer with a relaxed
 * load. It may miss one, while the consumer misses the element: a lost wake-up,
 * and the program deadlocks.
 *
 * -DFIXED looks with a seq_cst read-modify-write.
 *
 * expect c11: bug
 * expect -DFIXED c11: none
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#define WAITING 0x80000000u /* somebody waits, or is about to */

static atomic_uint count;
static unsigned waiters;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void event_signal(void)
{
#ifdef FIXED
	unsigned c = atomic_fetch_add(&count, 0);
#else
	unsigned c = atomic_load_explicit(&count, memory_order_relaxed);
#endif

	if (!(c & WAITING))
		return;
	pthread_mutex_lock(&mutex);
	while (!atomic_compare_exchange_weak_explicit(&count, &c, (c + 1) & ~WAITING,
	                                              memory_order_relaxed, memory_order_relaxed))
		;
	unsigned n = waiters;
	waiters = 0;
	pthread_mutex_unlock(&mutex);
	if (n > 0)
		pthread_cond_broadcast(&condition);
}

/* event_get announces a waiter and returns the number of the event to come. */
static unsigned event_get(void)
{
	return atomic_fetch_or(&count, WAITING) & ~WAITING;
}

static void event_wait(unsigned number)
{
	if ((atomic_load(&count) & ~WAITING) != number)
		return;
	pthread_mutex_lock(&mutex);
	if ((atomic_load(&count) & ~WAITING) == number) {
		waiters++;
		pthread_cond_wait(&condition, &mutex);
	}
	pthread_mutex_unlock(&mutex);
}

struct node {
	_Atomic(struct node *) next;
	int data;
};

static struct node *head; /* the producer's: the newest node */
static struct node *tail; /* the consumer's: the node before the oldest element */

static struct node *new_node(int data)
{
	struct node *n = malloc(sizeof *n);

	if (!n)
		exit(1);
	atomic_init(&n->next, NULL);
	n->data = data;
	return n;
}

static void enqueue(int data)
{
	struct node *n = new_node(data);

	atomic_store_explicit(&head->next, n, memory_order_release);
	head = n;
	event_signal();
}

static bool try_dequeue(int *data)
{
	struct node *n = atomic_load_explicit(&tail->next, memory_order_acquire);

	if (!n)
		return false;
	*data = n->data;
	free(tail);
	tail = n;
	return true;
}

static int dequeue(void)
{
	int data;

	while (!try_dequeue(&data)) {
		unsigned number = event_get();
		if (try_dequeue(&data))
			break;
		event_wait(number);
	}
	return data;
}

static void *producer(void *unused)
{
	(void)unused;
	enqueue(11);
	return NULL;
}

static void *consumer(void *unused)
{
	(void)unused;
	int data = dequeue();
	assert(data == 11);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	head = tail = new_node(0);
	pthread_create(&a, NULL, producer, NULL);
	pthread_create(&b, NULL, consumer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
