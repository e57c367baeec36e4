/* Two producers push items, a consumer takes the whole list. With DROPPED an item is pushed by a
 * relaxed compare-exchange: what the producer wrote into it may be seen late. */
#include <assert.h>
#include <pthread.h>
#include <linux/llist.h>

struct item {
	struct llist_node node;
	int value;
};
static struct item items[2];
static LLIST_HEAD(list);

static void *produce(void *arg)
{
	struct item *i = arg;

	i->value = 1;
#ifdef DROPPED
	struct llist_node *first = READ_ONCE(list.first);

	do
		i->node.next = first;
	while (!try_cmpxchg_relaxed(&list.first, &first, &i->node));
#else
	llist_add(&i->node, &list);
#endif
	return NULL;
}

static void *consume(void *arg)
{
	struct llist_node *n = llist_del_all(&list);

	for (int k = 0; n && k < 2; n = n->next, k++)
		assert(llist_entry(n, struct item, node)->value == 1);
	return NULL;
}

int main(void)
{
	pthread_t t, u, v;

	pthread_create(&t, NULL, produce, &items[0]);
	pthread_create(&u, NULL, produce, &items[1]);
	pthread_create(&v, NULL, consume, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	pthread_join(v, NULL);
	return 0;
}
