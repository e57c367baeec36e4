#ifndef _SYS_SYSCALL_H
#define _SYS_SYSCALL_H
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
long syscall(long, ...);
#endif
