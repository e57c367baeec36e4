#ifndef _SCHED_H
#define _SCHED_H
#include <sys/types.h>
int sched_yield(void);

/* Threads run on no processor in particular. */
#define CPU_SETSIZE 1024
typedef struct {
	unsigned long __bits[CPU_SETSIZE / 64];
} cpu_set_t;
#define CPU_ZERO(set) ((void)(*(set) = (cpu_set_t){{0}}))
#define CPU_SET(n, set) ((void)((set)->__bits[(n) / 64] |= 1ul << (n) % 64))
#define CPU_CLR(n, set) ((void)((set)->__bits[(n) / 64] &= ~(1ul << (n) % 64)))
#define CPU_ISSET(n, set) ((int)((set)->__bits[(n) / 64] >> (n) % 64 & 1))
static inline int __fp_cpu_count(const cpu_set_t *__set)
{
	int __n = 0;
	for (int __i = 0; __i < CPU_SETSIZE / 64; __i++)
		__n += __builtin_popcountl(__set->__bits[__i]);
	return __n;
}
static inline int __fp_cpu_equal(const cpu_set_t *__a, const cpu_set_t *__b)
{
	for (int __i = 0; __i < CPU_SETSIZE / 64; __i++)
		if (__a->__bits[__i] != __b->__bits[__i])
			return 0;
	return 1;
}
#define CPU_COUNT(set) __fp_cpu_count(set)
#define CPU_EQUAL(a, b) __fp_cpu_equal(a, b)
static inline int sched_setaffinity(pid_t __who, size_t __size, const cpu_set_t *__set)
{
	__fp_cpu_count(__set);
	return 0;
}
static inline int sched_getaffinity(pid_t __who, size_t __size, cpu_set_t *__set)
{
	*__set = (cpu_set_t){{0xf}}; /* as many as sysconf counts */
	return 0;
}

/* All orders of threads are possible under every policy. */
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5
struct sched_param {
	int sched_priority;
};
static inline int sched_get_priority_min(int __policy) { return __policy == SCHED_FIFO || __policy == SCHED_RR; }
static inline int sched_get_priority_max(int __policy) { return 99 * sched_get_priority_min(__policy); }
#ifdef _GNU_SOURCE
#define CLONE_VM 0x100
#define CLONE_FS 0x200
#define CLONE_FILES 0x400
#define CLONE_SIGHAND 0x800
#define CLONE_VFORK 0x4000
#define CLONE_THREAD 0x10000
#define CLONE_SYSVSEM 0x40000
#define CLONE_SETTLS 0x80000
#define CLONE_PARENT_SETTID 0x100000
#define CLONE_CHILD_CLEARTID 0x200000
int clone(int (*)(void *), void *, int, void *, ...);
#endif
static inline int sched_getcpu(void) { return 0; }
#endif
