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
#define list_entry(p, type, member) container_of(p, type, member)
#define list_first_entry(head, type, member) list_entry((head)->next, type, member)
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
#endif
