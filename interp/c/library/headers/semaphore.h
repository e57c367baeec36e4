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
	__FP_READ(struct timespec, __limit);
	if (!__fp_nondet(0, 1) && __fp_sem_await(__s) == 0)
		return 0;
	errno = __fp_waited(__limit, ETIMEDOUT);
	return -1;
}
static inline int sem_clockwait(sem_t *restrict __s, clockid_t __clock, const struct timespec *restrict __limit) { return sem_timedwait(__s, __limit); }

/* Named semaphores are in a list that has a lock. One that is unlinked stays for those who have it. */
struct __fp_named_semaphore {
	sem_t __s;
	struct __fp_named_semaphore *__next;
	char __name[];
};
__attribute__((weak)) struct __fp_named_semaphores {
	int __lock[4];
	struct __fp_named_semaphore *__first;
} __fp_semaphores;

static inline struct __fp_named_semaphore **__fp_semaphore(const char *__name)
{
	struct __fp_named_semaphore **__at = &__fp_semaphores.__first;
	__fp_read_string(__name);
	for (; *__at; __at = &(*__at)->__next) {
		size_t __i = 0;
		while (__name[__i] && (*__at)->__name[__i] == __name[__i])
			__i++;
		if ((*__at)->__name[__i] == __name[__i])
			break;
	}
	return __at;
}
static inline sem_t *sem_open(const char *__name, int __flags, ...)
{
	__fp_lock(__fp_semaphores.__lock);
	struct __fp_named_semaphore **__at = __fp_semaphore(__name), *__found = *__at;
	int __error = 0;
	if (__found && (__flags & 0300) == 0300) /* O_CREAT | O_EXCL */
		__error = EEXIST;
	else if (!__found && !(__flags & 0100))
		__error = ENOENT;
	else if (!__found) {
		size_t __n = 0;
		while (__name[__n])
			__n++;
		__found = __builtin_malloc(sizeof *__found + __n + 1);
		if (__found) {
			__builtin_va_list __list;
			__builtin_va_start(__list, __flags);
			(void)__builtin_va_arg(__list, unsigned);
			sem_init(&__found->__s, 0, __builtin_va_arg(__list, unsigned));
			for (size_t __i = 0; __i <= __n; __i++)
				__found->__name[__i] = __name[__i];
			__found->__next = (struct __fp_named_semaphore *)0;
			*__at = __found;
		} else
			__error = ENOMEM;
	}
	__fp_unlock(__fp_semaphores.__lock);
	if (__error) {
		errno = __error;
		return SEM_FAILED;
	}
	return &__found->__s;
}
static inline int sem_close(sem_t *__s) { return 0; }
static inline int sem_unlink(const char *__name)
{
	__fp_lock(__fp_semaphores.__lock);
	struct __fp_named_semaphore **__at = __fp_semaphore(__name), *__found = *__at;
	if (__found)
		*__at = __found->__next;
	__fp_unlock(__fp_semaphores.__lock);
	if (!__found) {
		errno = ENOENT;
		return -1;
	}
	return 0;
}
#endif
