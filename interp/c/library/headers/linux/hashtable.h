#ifndef _LINUX_HASHTABLE_H
#define _LINUX_HASHTABLE_H
#include <linux/rculist.h>
/* The key is its own hash. */
#define DECLARE_HASHTABLE(name, bits) struct hlist_head name[1 << (bits)]
#define DEFINE_HASHTABLE(name, bits) DECLARE_HASHTABLE(name, bits) = {{NULL}}
#define HASH_SIZE(table) ARRAY_SIZE(table)
#define __fp_bucket(table, key) (&(table)[(unsigned long)(key) % HASH_SIZE(table)])
#define hash_init(table)                                             \
	do {                                                         \
		for (unsigned __fp_i = 0; __fp_i < HASH_SIZE(table); __fp_i++) \
			INIT_HLIST_HEAD(&(table)[__fp_i]);           \
	} while (0)
#define hash_add(table, node, key) hlist_add_head((node), __fp_bucket((table), (key)))
#define hash_add_rcu(table, node, key) hlist_add_head_rcu((node), __fp_bucket((table), (key)))
#define hash_del(node) hlist_del_init(node)
#define hash_del_rcu(node) hlist_del_init_rcu(node)
#define hash_hashed(node) (!hlist_unhashed(node))
#define hash_for_each_possible(table, pos, member, key) \
	hlist_for_each_entry(pos, __fp_bucket((table), (key)), member)
#define hash_for_each_possible_safe(table, pos, n, member, key) \
	hlist_for_each_entry_safe(pos, n, __fp_bucket((table), (key)), member)
#define hash_for_each_possible_rcu(table, pos, member, key, ...) \
	hlist_for_each_entry_rcu(pos, __fp_bucket((table), (key)), member)
#define hash_for_each(table, bucket, pos, member)                                               \
	for ((bucket) = 0, (pos) = NULL; (pos) == NULL && (bucket) < (int)HASH_SIZE(table); (bucket)++) \
		hlist_for_each_entry(pos, &(table)[bucket], member)
#define hash_for_each_rcu(table, bucket, pos, member)                                           \
	for ((bucket) = 0, (pos) = NULL; (pos) == NULL && (bucket) < (int)HASH_SIZE(table); (bucket)++) \
		hlist_for_each_entry_rcu(pos, &(table)[bucket], member)
#endif
