#ifndef _LINUX_TYPES_H
#define _LINUX_TYPES_H
#include <lkmm.h>
#include <stddef.h>
#include <linux/bits.h>
#define DECLARE_BITMAP(name, n) unsigned long name[BITS_TO_LONGS(n)]
typedef unsigned gfp_t;
struct list_head {
	struct list_head *next, *prev;
};
struct hlist_node {
	struct hlist_node *next, **pprev;
};
struct hlist_head {
	struct hlist_node *first;
};
struct callback_head {
	struct callback_head *next;
	void (*func)(struct callback_head *);
};
#define rcu_head callback_head
#ifndef __cplusplus
#undef bool
#define bool _Bool
#endif
#define __aligned(n) __attribute__((aligned(n)))
#endif
