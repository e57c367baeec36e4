#ifndef _FENCEPOST_H
#define _FENCEPOST_H
/* What a program can say to Fencepost. With any other compiler the fences are
   full fences, and assumptions that do not hold end the program. */
#ifdef __FENCEPOST__
void fence_sl();
void fence_ss();
void fence_ll();
void dcas();
void assume(_Bool);
int nondet_range(int, int);
#else
#include <stdlib.h>
#define fence_sl() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define fence_ss() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define fence_ll() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define assume(condition) ((condition) ? (void)0 : exit(0))
static inline int nondet_range(int lo, int hi) { return lo + rand() % (hi - lo + 1); }
/* Both words change, or none; one at a time. */
static int fencepost_dcas_lock;
#define dcas(p1, p2, old1, old2, new1, new2)                                                  \
	({                                                                                    \
		int fencepost_done = 0;                                                       \
		while (__atomic_exchange_n(&fencepost_dcas_lock, 1, __ATOMIC_SEQ_CST))        \
			;                                                                     \
		if (__atomic_load_n((p1), __ATOMIC_SEQ_CST) == (old1) &&                      \
		    __atomic_load_n((p2), __ATOMIC_SEQ_CST) == (old2)) {                      \
			__atomic_store_n((p1), (new1), __ATOMIC_SEQ_CST);                     \
			__atomic_store_n((p2), (new2), __ATOMIC_SEQ_CST);                     \
			fencepost_done = 1;                                                   \
		}                                                                             \
		__atomic_store_n(&fencepost_dcas_lock, 0, __ATOMIC_SEQ_CST);                  \
		fencepost_done;                                                               \
	})
#endif
#endif
