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
static inline int sched_setaffinity(pid_t __who, size_t __size, const cpu_set_t *__set) { return 0; }
static inline int sched_getcpu(void) { return 0; }
#endif
