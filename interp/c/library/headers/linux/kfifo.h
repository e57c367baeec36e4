#ifndef _LINUX_KFIFO_H
#define _LINUX_KFIFO_H
#include <linux/kernel.h>
#include <linux/atomic.h>
/* A ring of one that puts and one that takes: each writes its own index. The size is a
   power of two. */
#define DECLARE_KFIFO(name, type, size) \
	struct {                        \
		unsigned in, out;       \
		type data[size];        \
	} name
#define DEFINE_KFIFO(name, type, size) DECLARE_KFIFO(name, type, size) = {0}
#define INIT_KFIFO(f) ((void)((f).in = (f).out = 0))
#define kfifo_size(f) ARRAY_SIZE((f)->data)
#define kfifo_len(f) (READ_ONCE((f)->in) - READ_ONCE((f)->out))
#define kfifo_is_empty(f) (READ_ONCE((f)->in) == READ_ONCE((f)->out))
#define kfifo_is_full(f) (kfifo_len(f) == kfifo_size(f))
#define kfifo_avail(f) (kfifo_size(f) - kfifo_len(f))
#define kfifo_reset(f) ((void)((f)->in = (f)->out = 0))
/* Several are put, or taken, and then made known at once. */
#define kfifo_in(f, from, n)                                                                    \
	({                                                                                      \
		unsigned __fp_room = kfifo_size(f) - ((f)->in - smp_load_acquire(&(f)->out));   \
		unsigned __fp_n = min((unsigned)(n), __fp_room);                                \
		for (unsigned __fp_i = 0; __fp_i < __fp_n; __fp_i++)                            \
			(f)->data[((f)->in + __fp_i) & (kfifo_size(f) - 1)] = (from)[__fp_i];   \
		smp_wmb();                                                                      \
		WRITE_ONCE((f)->in, (f)->in + __fp_n);                                          \
		__fp_n;                                                                         \
	})
#define kfifo_out(f, to, n)                                                                     \
	({                                                                                      \
		unsigned __fp_some = smp_load_acquire(&(f)->in) - (f)->out;                     \
		unsigned __fp_n = min((unsigned)(n), __fp_some);                                \
		for (unsigned __fp_i = 0; __fp_i < __fp_n; __fp_i++)                            \
			(to)[__fp_i] = (f)->data[((f)->out + __fp_i) & (kfifo_size(f) - 1)];    \
		smp_mb();                                                                       \
		WRITE_ONCE((f)->out, (f)->out + __fp_n);                                        \
		__fp_n;                                                                         \
	})
#define kfifo_in_spinlocked(f, from, n, lock) \
	({ spin_lock(lock); unsigned __fp_put = kfifo_in((f), (from), (n)); spin_unlock(lock); __fp_put; })
#define kfifo_out_spinlocked(f, to, n, lock) \
	({ spin_lock(lock); unsigned __fp_got = kfifo_out((f), (to), (n)); spin_unlock(lock); __fp_got; })
#define kfifo_put(f, value)                                                    \
	({                                                                     \
		int __fp_room = (f)->in - smp_load_acquire(&(f)->out) < kfifo_size(f); \
		if (__fp_room) {                                               \
			(f)->data[(f)->in & (kfifo_size(f) - 1)] = (value);    \
			smp_wmb();                                             \
			WRITE_ONCE((f)->in, (f)->in + 1);                      \
		}                                                              \
		__fp_room;                                                     \
	})
#define kfifo_get(f, p)                                                        \
	({                                                                     \
		int __fp_some = smp_load_acquire(&(f)->in) != (f)->out;        \
		if (__fp_some) {                                               \
			*(p) = (f)->data[(f)->out & (kfifo_size(f) - 1)];      \
			smp_mb();                                              \
			WRITE_ONCE((f)->out, (f)->out + 1);                    \
		}                                                              \
		__fp_some;                                                     \
	})
#endif
