/* A reader follows a list that a writer changes: it takes out an item, and uses it for something
 * else when no reader can have it. With DROPPED it does not wait for that. */
#include <assert.h>
#include <pthread.h>
#include <linux/rculist.h>

struct item {
	struct list_head link;
	int value;
};
static struct item first = {.value = 1}, second;
static struct list_head items = {&first.link, &first.link};

static void *reader(void *arg)
{
	struct list_head *l;

	rcu_read_lock();
	l = rcu_dereference(items.next);
	if (l != &items)
		assert(READ_ONCE(container_of(l, struct item, link)->value) != 0);
	rcu_read_unlock();
	return NULL;
}

static void *writer(void *arg)
{
	WRITE_ONCE(second.value, 2);
	second.link.next = &items;
	rcu_assign_pointer(items.next, &second.link);
#ifndef DROPPED
	synchronize_rcu();
#endif
	WRITE_ONCE(first.value, 0);
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, reader, NULL);
	pthread_create(&u, NULL, writer, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
