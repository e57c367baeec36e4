#ifndef _SYS_RESOURCE_H
#define _SYS_RESOURCE_H
#include <sys/time.h>
#define RUSAGE_SELF 0
#define RUSAGE_CHILDREN (-1)
#define RUSAGE_THREAD 1
#define RLIMIT_CPU 0
#define RLIMIT_DATA 2
#define RLIMIT_STACK 3
#define RLIMIT_NOFILE 7
#define RLIMIT_MEMLOCK 8
#define RLIMIT_AS 9
#define RLIM_INFINITY (-1ul)
typedef unsigned long rlim_t;
struct rlimit {
	rlim_t rlim_cur, rlim_max;
};
struct rusage {
	struct timeval ru_utime, ru_stime;
	long ru_maxrss, ru_minflt, ru_majflt, ru_inblock, ru_oublock, ru_nvcsw, ru_nivcsw;
};
static inline int getrusage(int __who, struct rusage *__usage)
{
	*__usage = (struct rusage){0};
	return 0;
}
static inline int getrlimit(int __what, struct rlimit *__limit)
{
	__limit->rlim_cur = __limit->rlim_max = RLIM_INFINITY;
	return 0;
}
static inline int setrlimit(int __what, const struct rlimit *__limit)
{
	__FP_READ(struct rlimit, __limit);
	return 0;
}
static inline int getpriority(int __which, id_t __who) { return 0; }
static inline int setpriority(int __which, id_t __who, int __priority) { return 0; }
#endif
