#ifndef _SYS_SYSCALL_H
#define _SYS_SYSCALL_H
#include <errno.h>
#include <linux/futex.h>
#define SYS_write 1
#define SYS_sched_yield 24
#define SYS_getpid 39
#define SYS_exit 60
#define SYS_gettid 186
#define SYS_futex 202
#define SYS_set_robust_list 273
#define SYS_getcpu 309
#define SYS_membarrier 324
#define SYS_rseq 334
#define __NR_futex SYS_futex
#define __NR_gettid SYS_gettid
#define __NR_sched_yield SYS_sched_yield
#define __NR_membarrier SYS_membarrier
#define __NR_getcpu SYS_getcpu

/* Threads that wait at a futex stand in a list, in order of their arrival. As in the
   kernel a list has a lock, and the word is compared under it: no wake is lost, and
   calls on the same list are ordered. Each call begins with a full barrier (barriers A and
   B of the comment at the head of kernel/futex): what a waker stored before it looks for
   waiters, and what a thread did before it waits, are in order. */
struct __fp_waiter {
	int __condition[4];
	int *__word;
	int __woken;
	unsigned __bits;  /* 0: it waits to own the word */
	unsigned __number;
	struct __fp_waiter *__next;
};
__attribute__((weak)) struct __fp_waiters {
	int __lock[4];
	struct __fp_waiter *__first;
	unsigned __beside; /* lists of which threads were moved to words of this one */
} __fp_futexes[8];
#define __fp_futex_list(word) ((long)(word) >> 2 & 7)

static inline unsigned __fp_thread_number(void) { return 1 + (__VERIFIER_tid() & 0xffffff); }

/* The calling thread, which has the list's lock, waits in it until it is woken. */
static inline long __fp_futex_await(struct __fp_waiters *__list, int *__word, unsigned __bits, int __limited)
{
	struct __fp_waiter __this = {{0}, __word, 0, __bits, __fp_thread_number(), 0}, **__last = &__list->__first;
	int __late = 0;
	while (*__last)
		__last = &(*__last)->__next;
	*__last = &__this;
	while (!__this.__woken && !__late)
		if (__limited)
			__late = __fp_cond_await(__this.__condition, __list->__lock);
		else
			__fp_wait(__this.__condition, __list->__lock);
	if (!__this.__woken) {
		for (__last = &__list->__first; *__last != &__this; __last = &(*__last)->__next)
			;
		*__last = __this.__next;
		errno = ETIMEDOUT;
	}
	__fp_unlock(__list->__lock);
	return __this.__woken ? 0 : -1;
}
static inline long __fp_futex_fails(struct __fp_waiters *__list, int __error)
{
	__fp_unlock(__list->__lock);
	errno = __error;
	return -1;
}
static inline long __fp_futex_wait(struct __fp_waiters *__list, int *__word, int __value, unsigned __bits, int __limited)
{
	int __late = __limited && __fp_nondet(0, 1);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	__fp_lock(__list->__lock);
	if (__atomic_load_n(__word, __ATOMIC_RELAXED) != __value || __late)
		return __fp_futex_fails(__list, __late ? ETIMEDOUT : EAGAIN);
	return __fp_futex_await(__list, __word, __bits, __limited);
}
/* A word that says which thread owns it, 0 if none does. Threads change it themselves
   unless another has to wait or waits. */
static inline long __fp_futex_own(struct __fp_waiters *__list, int *__word, int __try, int __limited)
{
	int __late = __limited && __fp_nondet(0, 1);
	__fp_lock(__list->__lock);
	for (int __was = __atomic_load_n(__word, __ATOMIC_RELAXED);;) {
		unsigned __owner = __was & FUTEX_TID_MASK;
		if (__owner == __fp_thread_number())
			return __fp_futex_fails(__list, EDEADLK);
		if (__owner && (__try || __late))
			return __fp_futex_fails(__list, __try ? EAGAIN : ETIMEDOUT);
		int __next = __owner ? __was | FUTEX_WAITERS : __was | __fp_thread_number();
		if (__was != __next && !__atomic_compare_exchange_n(__word, &__was, __next, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
			continue;
		if (__owner)
			return __fp_futex_await(__list, __word, 0, __limited);
		__fp_unlock(__list->__lock);
		return 0;
	}
}
static inline long __fp_futex_disown(struct __fp_waiters *__list, int *__word)
{
	struct __fp_waiter **__w = &__list->__first, *__heir;
	__fp_lock(__list->__lock);
	int __was = __atomic_load_n(__word, __ATOMIC_RELAXED);
	if ((__was & FUTEX_TID_MASK) != __fp_thread_number())
		return __fp_futex_fails(__list, EPERM);
	while ((__heir = *__w) && (__heir->__word != __word || __heir->__bits))
		__w = &__heir->__next;
	while (!__atomic_compare_exchange_n(__word, &__was, __heir ? (int)(__heir->__number | FUTEX_WAITERS) : 0, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
		;
	if (__heir) {
		*__w = __heir->__next;
		__heir->__woken = 1;
		__fp_signal(__heir->__condition);
	}
	__fp_unlock(__list->__lock);
	return 0;
}
/* Of the threads that wait for a word, the first __most are woken and the next __more
   wait for another word. They stay in the list: its lock is the one they wait with. */
static inline long __fp_futex_pass(struct __fp_waiters *__list, int *__word, long __most, unsigned __bits, long __more, int *__other)
{
	long __n = 0;
	struct __fp_waiter **__w = &__list->__first;
	while (*__w && __n < __most + __more) {
		struct __fp_waiter *__this = *__w;
		if (__this->__word != __word || !(__this->__bits & __bits)) {
			__w = &__this->__next;
			continue;
		}
		if (__n++ >= __most) {
			__this->__word = __other;
			continue;
		}
		*__w = __this->__next;
		__this->__woken = 1;
		__fp_signal(__this->__condition);
	}
	return __n;
}
static inline long __fp_futex_wake(struct __fp_waiters *__list, int *__word, int __most, unsigned __bits)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	__fp_lock(__list->__lock);
	long __n = __fp_futex_pass(__list, __word, __most, __bits, 0, 0);
	unsigned __beside = __list->__beside;
	__fp_unlock(__list->__lock);
	for (__list = __fp_futexes; __beside && __n < __most; __list++, __beside >>= 1)
		if (__beside & 1) {
			__fp_lock(__list->__lock);
			__n += __fp_futex_pass(__list, __word, __most - __n, __bits, 0, 0);
			__fp_unlock(__list->__lock);
		}
	return __n;
}
/* A list is said to be beside the other word's before its threads are moved, so that no
   two locks are held at once; who wakes that word meanwhile came before. */
static inline long __fp_futex_requeue(int *__word, int __most, int __more, int *__other, int __compare, int __value)
{
	struct __fp_waiters *__list = &__fp_futexes[__fp_futex_list(__word)], *__to = &__fp_futexes[__fp_futex_list(__other)];
	__fp_lock(__list->__lock);
	unsigned __from = __list->__beside | 1u << (__list - __fp_futexes);
	__fp_unlock(__list->__lock);
	__fp_lock(__to->__lock);
	__to->__beside |= __from & ~(1u << (__to - __fp_futexes));
	__fp_unlock(__to->__lock);
	__fp_lock(__list->__lock);
	if (__compare && __atomic_load_n(__word, __ATOMIC_RELAXED) != __value)
		return __fp_futex_fails(__list, EAGAIN);
	long __n = __fp_futex_pass(__list, __word, __most, -1u, __more, __other);
	__fp_unlock(__list->__lock);
	__from &= ~(1u << (__list - __fp_futexes));
	for (__list = __fp_futexes; __from && __n < (long)__most + __more; __list++, __from >>= 1)
		if (__from & 1) {
			long __left = __n < __most ? __most - __n : 0;
			__fp_lock(__list->__lock);
			__n += __fp_futex_pass(__list, __word, __left, -1u, (long)__most + __more - __n - __left, __other);
			__fp_unlock(__list->__lock);
		}
	return __compare || __n < __most ? __n : __most;
}
static inline long __fp_futex(int *__word, int __operation, int __value, long __limit, int *__other, int __third)
{
	struct __fp_waiters *__list = &__fp_futexes[__fp_futex_list(__word)];
	switch (__operation & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)) {
	case FUTEX_WAIT:
		return __fp_futex_wait(__list, __word, __value, -1u, __limit != 0);
	case FUTEX_WAIT_BITSET:
		return __fp_futex_wait(__list, __word, __value, (unsigned)__third, __limit != 0);
	case FUTEX_WAKE:
		return __fp_futex_wake(__list, __word, __value, -1u);
	case FUTEX_WAKE_BITSET:
		return __fp_futex_wake(__list, __word, __value, (unsigned)__third);
	case FUTEX_REQUEUE:
	case FUTEX_CMP_REQUEUE:
		return __fp_futex_requeue(__word, __value, (int)__limit, __other, (__operation & 4) != 0, __third);
	case FUTEX_LOCK_PI:
	case FUTEX_LOCK_PI2:
		return __fp_futex_own(__list, __word, 0, __limit != 0);
	case FUTEX_TRYLOCK_PI:
		return __fp_futex_own(__list, __word, 1, 0);
	case FUTEX_UNLOCK_PI:
		return __fp_futex_disown(__list, __word);
	}
	return __fp_futex_operation();
}
static inline long __fp_syscall(long __number, long __a, long __b, long __c, long __d, long __e, long __f)
{
	switch (__number) {
	case SYS_futex: {
		long __result = __fp_futex((int *)__a, (int)__b, (int)__c, __d, (int *)__e, (int)__f), *__limit = (long *)__d;
		if (__result < 0 && errno == ETIMEDOUT) {
			if ((__b & ~FUTEX_PRIVATE_FLAG) == FUTEX_WAIT) { /* its limit counts from now */
				__fp_sleep_seconds(__limit[0]);
				__fp_sleep(__limit[1]);
			} else
				__fp_sleep_until(__limit[0], __limit[1]);
		}
		return __result;
	}
	case SYS_write:
		return __fp_write_to((int)__a, (const void *)__b, (unsigned long)__c);
	case SYS_gettid:
		return __fp_thread_number();
	case SYS_getpid:
		return 1;
	case SYS_sched_yield:
		__builtin_ia32_pause();
		return 0;
	case SYS_getcpu:
	case SYS_membarrier:
	case SYS_rseq:
		errno = ENOSYS;
		return -1;
	}
	return __fp_system_call();
}
static inline long syscall(long __number, ...)
{
	__builtin_va_list __l;
	__builtin_va_start(__l, __number);
	if (__number != SYS_futex)
		return __fp_syscall(__number, 0, 0, 0, 0, 0, 0);
	int *__word = __builtin_va_arg(__l, int *);
	int __operation = __builtin_va_arg(__l, int), __value = __builtin_va_arg(__l, int), __kind = __operation & 127, __third = 0;
	long __limit = 0;
	int *__other = 0;
	if (__kind == FUTEX_REQUEUE || __kind == FUTEX_CMP_REQUEUE)
		__limit = __builtin_va_arg(__l, int);
	else if (__kind != FUTEX_WAKE)
		__limit = (long)__builtin_va_arg(__l, void *);
	if (__kind > FUTEX_WAKE)
		__other = __builtin_va_arg(__l, int *);
	if (__kind > FUTEX_REQUEUE)
		__third = __builtin_va_arg(__l, int);
	return __fp_syscall(SYS_futex, (long)__word, __operation, __value, __limit, (long)__other, __third);
}
#define __fp_syscall_of(number, a, b, c, d, e, f, ...) \
	__fp_syscall((number), (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))
#define syscall(...) __fp_syscall_of(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)
#endif
