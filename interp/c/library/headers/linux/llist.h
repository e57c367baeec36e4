#ifndef _LINUX_LLIST_H
#define _LINUX_LLIST_H
#include <linux/kernel.h>
#include <linux/atomic.h>
/* A list to which any thread adds at the front, and from which one takes all. */
struct llist_head {
	struct llist_node *first;
};
struct llist_node {
	struct llist_node *next;
};
#define LLIST_HEAD_INIT(name) {NULL}
#define LLIST_HEAD(name) struct llist_head name = LLIST_HEAD_INIT(name)
#define init_llist_head(l) ((void)((l)->first = NULL))
#define llist_empty(l) (READ_ONCE((l)->first) == NULL)
#define llist_next(n) ((n)->next)
#define llist_entry(p, type, member) container_of(p, type, member)
#define llist_for_each_entry(pos, node, member)                                                             \
	for ((pos) = llist_entry((node), __typeof__(*(pos)), member); (uintptr_t)(pos) + offsetof(__typeof__(*(pos)), member); \
	     (pos) = llist_entry((pos)->member.next, __typeof__(*(pos)), member))
#define llist_for_each_entry_safe(pos, n, node, member)                                                     \
	for ((pos) = llist_entry((node), __typeof__(*(pos)), member);                                       \
	     (uintptr_t)(pos) + offsetof(__typeof__(*(pos)), member) &&                                     \
	     ((n) = llist_entry((pos)->member.next, __typeof__(*(pos)), member), 1); (pos) = (n))
#define llist_for_each(pos, node) for ((pos) = (node); pos; (pos) = (pos)->next)
static inline bool llist_add_batch(struct llist_node *first, struct llist_node *last, struct llist_head *l)
{
	struct llist_node *seen = READ_ONCE(l->first), *was;

	for (;;) {
		last->next = seen;
		was = cmpxchg(&l->first, seen, first);
		if (was == seen)
			return !was;
		seen = was;
	}
}
#define llist_add(n, l) llist_add_batch((n), (n), (l))
#define llist_del_all(l) xchg(&(l)->first, NULL)
static inline struct llist_node *llist_del_first(struct llist_head *l)
{
	struct llist_node *first = smp_load_acquire(&l->first), *was;

	while (first) {
		was = cmpxchg(&l->first, first, READ_ONCE(first->next));
		if (was == first)
			break;
		first = was;
	}
	return first;
}
static inline struct llist_node *llist_reverse_order(struct llist_node *n)
{
	struct llist_node *done = NULL, *next;

	for (; n; n = next) {
		next = n->next;
		n->next = done;
		done = n;
	}
	return done;
}
#endif
