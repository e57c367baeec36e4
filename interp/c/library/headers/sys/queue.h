#ifndef _SYS_QUEUE_H
#define _SYS_QUEUE_H
/* Singly linked lists and tail queues, doubly linked lists and tail queues. */
#define SLIST_HEAD(name, type) struct name { struct type *slh_first; }
#define SLIST_HEAD_INITIALIZER(head) {0}
#define SLIST_ENTRY(type) struct { struct type *sle_next; }
#define SLIST_INIT(head) ((void)((head)->slh_first = 0))
#define SLIST_EMPTY(head) ((head)->slh_first == 0)
#define SLIST_FIRST(head) ((head)->slh_first)
#define SLIST_NEXT(x, field) ((x)->field.sle_next)
#define SLIST_FOREACH(x, head, field) for ((x) = (head)->slh_first; (x); (x) = (x)->field.sle_next)
#define SLIST_INSERT_HEAD(head, x, field) ((x)->field.sle_next = (head)->slh_first, (void)((head)->slh_first = (x)))
#define SLIST_INSERT_AFTER(at, x, field) ((x)->field.sle_next = (at)->field.sle_next, (void)((at)->field.sle_next = (x)))
#define SLIST_REMOVE_HEAD(head, field) ((void)((head)->slh_first = (head)->slh_first->field.sle_next))

#define LIST_HEAD(name, type) struct name { struct type *lh_first; }
#define LIST_HEAD_INITIALIZER(head) {0}
#define LIST_ENTRY(type) struct { struct type *le_next, **le_prev; }
#define LIST_INIT(head) ((void)((head)->lh_first = 0))
#define LIST_EMPTY(head) ((head)->lh_first == 0)
#define LIST_FIRST(head) ((head)->lh_first)
#define LIST_NEXT(x, field) ((x)->field.le_next)
#define LIST_FOREACH(x, head, field) for ((x) = (head)->lh_first; (x); (x) = (x)->field.le_next)
#define LIST_INSERT_HEAD(head, x, field)                                        \
	do {                                                                    \
		if (((x)->field.le_next = (head)->lh_first))                    \
			(head)->lh_first->field.le_prev = &(x)->field.le_next;  \
		(head)->lh_first = (x);                                         \
		(x)->field.le_prev = &(head)->lh_first;                         \
	} while (0)
#define LIST_REMOVE(x, field)                                                   \
	do {                                                                    \
		if ((x)->field.le_next)                                         \
			(x)->field.le_next->field.le_prev = (x)->field.le_prev; \
		*(x)->field.le_prev = (x)->field.le_next;                       \
	} while (0)

#define STAILQ_HEAD(name, type) struct name { struct type *stqh_first, **stqh_last; }
#define STAILQ_HEAD_INITIALIZER(head) {0, &(head).stqh_first}
#define STAILQ_ENTRY(type) struct { struct type *stqe_next; }
#define STAILQ_INIT(head) ((head)->stqh_first = 0, (void)((head)->stqh_last = &(head)->stqh_first))
#define STAILQ_EMPTY(head) ((head)->stqh_first == 0)
#define STAILQ_FIRST(head) ((head)->stqh_first)
#define STAILQ_NEXT(x, field) ((x)->field.stqe_next)
#define STAILQ_FOREACH(x, head, field) for ((x) = (head)->stqh_first; (x); (x) = (x)->field.stqe_next)
#define STAILQ_INSERT_TAIL(head, x, field)                 \
	do {                                               \
		(x)->field.stqe_next = 0;                  \
		*(head)->stqh_last = (x);                  \
		(head)->stqh_last = &(x)->field.stqe_next; \
	} while (0)
#define STAILQ_INSERT_HEAD(head, x, field)                             \
	do {                                                           \
		if (((x)->field.stqe_next = (head)->stqh_first) == 0)  \
			(head)->stqh_last = &(x)->field.stqe_next;     \
		(head)->stqh_first = (x);                              \
	} while (0)
#define STAILQ_REMOVE_HEAD(head, field)                                              \
	do {                                                                         \
		if (((head)->stqh_first = (head)->stqh_first->field.stqe_next) == 0) \
			(head)->stqh_last = &(head)->stqh_first;                     \
	} while (0)
#define SIMPLEQ_HEAD STAILQ_HEAD
#define SIMPLEQ_ENTRY STAILQ_ENTRY
#define SIMPLEQ_INIT STAILQ_INIT
#define SIMPLEQ_EMPTY STAILQ_EMPTY
#define SIMPLEQ_FIRST STAILQ_FIRST
#define SIMPLEQ_INSERT_TAIL STAILQ_INSERT_TAIL
#define SIMPLEQ_REMOVE_HEAD STAILQ_REMOVE_HEAD

#define TAILQ_HEAD(name, type) struct name { struct type *tqh_first, **tqh_last; }
#define TAILQ_HEAD_INITIALIZER(head) {0, &(head).tqh_first}
#define TAILQ_ENTRY(type) struct { struct type *tqe_next, **tqe_prev; }
#define TAILQ_INIT(head) ((head)->tqh_first = 0, (void)((head)->tqh_last = &(head)->tqh_first))
#define TAILQ_EMPTY(head) ((head)->tqh_first == 0)
#define TAILQ_FIRST(head) ((head)->tqh_first)
#define TAILQ_NEXT(x, field) ((x)->field.tqe_next)
#define TAILQ_LAST(head, name) (*(((struct name *)((head)->tqh_last))->tqh_last))
#define TAILQ_PREV(x, name, field) (*(((struct name *)((x)->field.tqe_prev))->tqh_last))
#define TAILQ_FOREACH(x, head, field) for ((x) = (head)->tqh_first; (x); (x) = (x)->field.tqe_next)
#define TAILQ_FOREACH_SAFE(x, head, field, next) \
	for ((x) = (head)->tqh_first; (x) && ((next) = (x)->field.tqe_next, 1); (x) = (next))
#define TAILQ_INSERT_TAIL(head, x, field)                \
	do {                                             \
		(x)->field.tqe_next = 0;                 \
		(x)->field.tqe_prev = (head)->tqh_last;  \
		*(head)->tqh_last = (x);                 \
		(head)->tqh_last = &(x)->field.tqe_next; \
	} while (0)
#define TAILQ_INSERT_HEAD(head, x, field)                                                \
	do {                                                                             \
		if (((x)->field.tqe_next = (head)->tqh_first))                           \
			(head)->tqh_first->field.tqe_prev = &(x)->field.tqe_next;        \
		else                                                                     \
			(head)->tqh_last = &(x)->field.tqe_next;                         \
		(head)->tqh_first = (x);                                                 \
		(x)->field.tqe_prev = &(head)->tqh_first;                                \
	} while (0)
#define TAILQ_REMOVE(head, x, field)                                                     \
	do {                                                                             \
		if ((x)->field.tqe_next)                                                 \
			(x)->field.tqe_next->field.tqe_prev = (x)->field.tqe_prev;       \
		else                                                                     \
			(head)->tqh_last = (x)->field.tqe_prev;                          \
		*(x)->field.tqe_prev = (x)->field.tqe_next;                              \
	} while (0)
#endif
