#ifndef _LINUX_RCULIST_H
#define _LINUX_RCULIST_H
#include <linux/list.h>
#include <linux/rcupdate.h>
#define list_next_rcu(l) ((l)->next)
static inline void __fp_list_insert_rcu(struct list_head *n, struct list_head *before, struct list_head *after)
{
	n->next = after;
	n->prev = before;
	rcu_assign_pointer(before->next, n);
	after->prev = n;
}
#define list_add_rcu(n, head) __fp_list_insert_rcu((n), (head), (head)->next)
#define list_add_tail_rcu(n, head) __fp_list_insert_rcu((n), (head)->prev, (head))
static inline void list_del_rcu(struct list_head *n)
{
	n->next->prev = n->prev;
	WRITE_ONCE(n->prev->next, n->next);
	n->prev = LIST_POISON2;
}
static inline void list_replace_rcu(struct list_head *old, struct list_head *n)
{
	n->next = old->next;
	n->prev = old->prev;
	rcu_assign_pointer(n->prev->next, n);
	n->next->prev = n;
	old->prev = LIST_POISON2;
}
#define list_entry_rcu(p, type, member) container_of(READ_ONCE(p), type, member)
#define list_first_or_null_rcu(head, type, member) list_first_entry_or_null(head, type, member)
#define list_for_each_entry_rcu(pos, head, member, ...)                                                    \
	for ((pos) = list_entry_rcu((head)->next, __typeof__(*(pos)), member); &(pos)->member != (head); \
	     (pos) = list_entry_rcu((pos)->member.next, __typeof__(*(pos)), member))
#define hlist_first_rcu(head) ((head)->first)
#define hlist_next_rcu(n) ((n)->next)
static inline void hlist_add_head_rcu(struct hlist_node *n, struct hlist_head *head)
{
	struct hlist_node *first = head->first;

	n->next = first;
	WRITE_ONCE(n->pprev, &head->first);
	rcu_assign_pointer(head->first, n);
	if (first)
		WRITE_ONCE(first->pprev, &n->next);
}
static inline void hlist_del_rcu(struct hlist_node *n)
{
	__hlist_del(n);
	WRITE_ONCE(n->pprev, LIST_POISON2);
}
static inline void hlist_del_init_rcu(struct hlist_node *n)
{
	if (hlist_unhashed(n))
		return;
	__hlist_del(n);
	WRITE_ONCE(n->pprev, NULL);
}
#define hlist_for_each_entry_rcu(pos, head, member, ...)                                                       \
	for ((pos) = hlist_entry_safe(rcu_dereference_raw((head)->first), __typeof__(*(pos)), member); (pos); \
	     (pos) = hlist_entry_safe(rcu_dereference_raw((pos)->member.next), __typeof__(*(pos)), member))
#endif
