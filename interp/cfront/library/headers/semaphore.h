#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H
#include <errno.h>
#include <time.h>
typedef struct {
	int __word, __waiters;
} sem_t;
#define SEM_VALUE_MAX 2147483647
#define SEM_FAILED ((sem_t *)0)

int sem_init(sem_t *, int, unsigned);
int sem_wait(sem_t *);
int sem_post(sem_t *);
int sem_destroy(sem_t *);
int sem_getvalue(sem_t *restrict, int *restrict);

static inline int sem_trywait(sem_t *__s)
{
	if (__fp_sem_trywait(__s) == 0)
		return 0;
	errno = EAGAIN;
	return -1;
}
/*
 * Whether a time limit passes is a choice of the scheduler; it passes at the latest
 * when nothing else can happen.
 */
static inline int sem_timedwait(sem_t *restrict __s, const struct timespec *restrict __limit)
{
	if (sem_trywait(__s) == 0)
		return 0;
	if (!__fp_nondet(0, 1) && __fp_sem_await(__s) == 0)
		return 0;
	errno = ETIMEDOUT;
	return -1;
}
#endif
