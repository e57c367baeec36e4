#ifndef _LINUX_LIST_H
#define _LINUX_LIST_H
#include <linux/kernel.h>
#include <linux/poison.h>
#define LIST_HEAD_INIT(name) {&(name), &(name)}
#define LIST_HEAD(name) struct list_head name = LIST_HEAD_INIT(name)
#define INIT_LIST_HEAD(l) ((l)->next = (l)->prev = (l))
static inline void __fp_list_insert(struct list_head *n, struct list_head *before, struct list_head *after)
{
	after->prev = n;
	n->next = after;
	n->prev = before;
	WRITE_ONCE(before->next, n);
}
#define list_add(n, head) __fp_list_insert((n), (head), (head)->next)
#define list_add_tail(n, head) __fp_list_insert((n), (head)->prev, (head))
static inline void list_del(struct list_head *n)
{
	n->next->prev = n->prev;
	WRITE_ONCE(n->prev->next, n->next);
	n->next = LIST_POISON1;
	n->prev = LIST_POISON2;
}
static inline void list_del_init(struct list_head *n)
{
	n->next->prev = n->prev;
	WRITE_ONCE(n->prev->next, n->next);
	INIT_LIST_HEAD(n);
}
static inline void list_del_init_careful(struct list_head *n)
{
	n->next->prev = n->prev;
	WRITE_ONCE(n->prev->next, n->next);
	WRITE_ONCE(n->prev, n);
	smp_store_release(&n->next, n);
}
#define list_empty(head) (READ_ONCE((head)->next) == (head))
#define list_is_singular(head) (!list_empty(head) && (head)->next == (head)->prev)
#define list_is_last(n, head) ((n)->next == (head))
#define list_empty_careful(head) (smp_load_acquire(&(head)->next) == (head) && (head)->prev == (head))
static inline void list_splice_init(struct list_head *list, struct list_head *head)
{
	struct list_head *first = list->next, *last = list->prev;

	if (first == list)
		return;
	first->prev = head;
	last->next = head->next;
	head->next->prev = last;
	head->next = first;
	INIT_LIST_HEAD(list);
}
static inline void list_splice_tail_init(struct list_head *list, struct list_head *head)
{
	list_splice_init(list, head->prev);
}
static inline void list_move(struct list_head *n, struct list_head *head)
{
	n->next->prev = n->prev;
	WRITE_ONCE(n->prev->next, n->next);
	list_add(n, head);
}
#define list_move_tail(n, head) list_move((n), (head)->prev)
#define list_entry(p, type, member) container_of(p, type, member)
#define list_first_entry(head, type, member) list_entry((head)->next, type, member)
#define list_last_entry(head, type, member) list_entry((head)->prev, type, member)
#define list_first_entry_or_null(head, type, member) \
	({ struct list_head *__fp_head = (head), *__fp_first = READ_ONCE(__fp_head->next); \
	   __fp_first != __fp_head ? list_entry(__fp_first, type, member) : NULL; })
#define list_next_entry(pos, member) list_entry((pos)->member.next, __typeof__(*(pos)), member)
#define list_for_each(pos, head) for ((pos) = (head)->next; (pos) != (head); (pos) = (pos)->next)
#define list_for_each_safe(pos, n, head) \
	for ((pos) = (head)->next, (n) = (pos)->next; (pos) != (head); (pos) = (n), (n) = (pos)->next)
#define list_for_each_entry(pos, head, member)                                                     \
	for ((pos) = list_entry((head)->next, __typeof__(*(pos)), member); &(pos)->member != (head); \
	     (pos) = list_entry((pos)->member.next, __typeof__(*(pos)), member))
#define list_for_each_entry_safe(pos, n, head, member)                                               \
	for ((pos) = list_entry((head)->next, __typeof__(*(pos)), member),                           \
	    (n) = list_entry((pos)->member.next, __typeof__(*(pos)), member);                        \
	     &(pos)->member != (head); (pos) = (n), (n) = list_entry((n)->member.next, __typeof__(*(n)), member))
#define list_for_each_entry_safe_from(pos, n, head, member) \
	for ((n) = list_next_entry(pos, member); &(pos)->member != (head); (pos) = (n), (n) = list_next_entry(n, member))
/* The first node of a list of this kind points back into the head. */
#define HLIST_HEAD_INIT {NULL}
#define HLIST_HEAD(name) struct hlist_head name = HLIST_HEAD_INIT
#define INIT_HLIST_HEAD(head) ((void)((head)->first = NULL))
#define INIT_HLIST_NODE(n) ((void)((n)->next = NULL, (n)->pprev = NULL))
#define hlist_unhashed(n) (!(n)->pprev)
#define hlist_empty(head) (!READ_ONCE((head)->first))
static inline void hlist_add_head(struct hlist_node *n, struct hlist_head *head)
{
	struct hlist_node *first = head->first;

	WRITE_ONCE(n->next, first);
	if (first)
		WRITE_ONCE(first->pprev, &n->next);
	WRITE_ONCE(head->first, n);
	WRITE_ONCE(n->pprev, &head->first);
}
static inline void __hlist_del(struct hlist_node *n)
{
	struct hlist_node *next = n->next, **pprev = n->pprev;

	WRITE_ONCE(*pprev, next);
	if (next)
		WRITE_ONCE(next->pprev, pprev);
}
static inline void hlist_del(struct hlist_node *n)
{
	__hlist_del(n);
	n->next = LIST_POISON1;
	n->pprev = LIST_POISON2;
}
static inline void hlist_del_init(struct hlist_node *n)
{
	if (hlist_unhashed(n))
		return;
	__hlist_del(n);
	INIT_HLIST_NODE(n);
}
#define hlist_entry(p, type, member) container_of(p, type, member)
#define hlist_entry_safe(p, type, member) \
	({ __typeof__(p) __fp_p = (p); __fp_p ? hlist_entry(__fp_p, type, member) : NULL; })
#define hlist_for_each_entry(pos, head, member)                                                    \
	for ((pos) = hlist_entry_safe((head)->first, __typeof__(*(pos)), member); (pos); \
	     (pos) = hlist_entry_safe((pos)->member.next, __typeof__(*(pos)), member))
#define hlist_for_each_entry_safe(pos, n, head, member)                                            \
	for ((pos) = hlist_entry_safe((head)->first, __typeof__(*(pos)), member);                  \
	     (pos) && ((n) = (pos)->member.next, 1); (pos) = hlist_entry_safe((n), __typeof__(*(pos)), member))
#endif
