#ifndef _PTHREAD_H
#define _PTHREAD_H
#include <sys/cdefs.h>
#include <stddef.h>
#include <errno.h>
#include <sched.h>
#include <time.h>

typedef unsigned long pthread_t;
typedef unsigned pthread_key_t;

/* The machine works on the first words; an object of zeros is a free one. */
typedef struct {
	int __word, __kind, __count, __owner;
} pthread_mutex_t;
typedef pthread_mutex_t pthread_spinlock_t;
typedef struct {
	int __word, __readers, __writer, __waiting;
} pthread_rwlock_t;
typedef struct {
	int __word, __waiters, __reserved[2];
} pthread_cond_t;
typedef struct {
	int __word, __count, __arrived, __round;
} pthread_barrier_t;
typedef struct {
	int __word, __state;
} pthread_once_t;

typedef struct {
	int __detached, __policy, __priority, __inherit;
	size_t __stack, __guard;
	void *__at;
} pthread_attr_t;
/* Attributes are no larger than glibc's, whose size a C++ program allocates. */
typedef struct {
	signed char __kind, __shared, __robust, __padding;
} pthread_mutexattr_t;
typedef struct {
	short __shared, __clock;
} pthread_condattr_t;
typedef struct {
	int __shared, __kind;
} pthread_rwlockattr_t;
typedef struct {
	int __shared;
} pthread_barrierattr_t;

#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_TIMED_NP PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_ADAPTIVE_NP PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_FAST_NP PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_RECURSIVE_NP PTHREAD_MUTEX_RECURSIVE
#define PTHREAD_MUTEX_ERRORCHECK_NP PTHREAD_MUTEX_ERRORCHECK
#define PTHREAD_MUTEX_STALLED 0
#define PTHREAD_MUTEX_ROBUST 1
#define PTHREAD_MUTEX_STALLED_NP PTHREAD_MUTEX_STALLED
#define PTHREAD_MUTEX_ROBUST_NP PTHREAD_MUTEX_ROBUST
#define PTHREAD_MUTEX_INITIALIZER {0, PTHREAD_MUTEX_NORMAL, 0, 0}
#define PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP PTHREAD_MUTEX_INITIALIZER
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP {0, PTHREAD_MUTEX_RECURSIVE, 0, 0}
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP {0, PTHREAD_MUTEX_ERRORCHECK, 0, 0}
#define PTHREAD_COND_INITIALIZER {0}
#define PTHREAD_RWLOCK_INITIALIZER {0}
#define PTHREAD_ONCE_INIT {0}
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_BARRIER_SERIAL_THREAD 1
#define PTHREAD_STACK_MIN 16384

int pthread_create(pthread_t *restrict, const pthread_attr_t *restrict, void *(*)(void *), void *restrict);
int pthread_join(pthread_t, void **);
int pthread_detach(pthread_t);
_Noreturn void pthread_exit(void *);
pthread_t pthread_self(void);
int pthread_yield(void);

int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_consistent(pthread_mutex_t *);
#define pthread_mutex_consistent_np(mutex) pthread_mutex_consistent(mutex)
int pthread_spin_init(pthread_spinlock_t *, int);
int pthread_spin_lock(pthread_spinlock_t *);
int pthread_spin_trylock(pthread_spinlock_t *);
int pthread_spin_unlock(pthread_spinlock_t *);
int pthread_spin_destroy(pthread_spinlock_t *);
int pthread_cond_init(pthread_cond_t *restrict, const pthread_condattr_t *restrict);
int pthread_cond_wait(pthread_cond_t *restrict, pthread_mutex_t *restrict);
int pthread_cond_signal(pthread_cond_t *);
int pthread_cond_broadcast(pthread_cond_t *);
int pthread_cond_destroy(pthread_cond_t *);
int pthread_rwlock_init(pthread_rwlock_t *restrict, const pthread_rwlockattr_t *restrict);
int pthread_rwlock_rdlock(pthread_rwlock_t *);
int pthread_rwlock_wrlock(pthread_rwlock_t *);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *);
int pthread_rwlock_trywrlock(pthread_rwlock_t *);
int pthread_rwlock_unlock(pthread_rwlock_t *);
int pthread_rwlock_destroy(pthread_rwlock_t *);
int pthread_barrier_init(pthread_barrier_t *restrict, const pthread_barrierattr_t *restrict, unsigned);
int pthread_barrier_wait(pthread_barrier_t *);
int pthread_barrier_destroy(pthread_barrier_t *);
int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_key_delete(pthread_key_t);
void *pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *);

int pthread_cancel(pthread_t);
int pthread_kill(pthread_t, int);
int pthread_atfork(void (*)(void), void (*)(void), void (*)(void));

static inline int pthread_equal(pthread_t __a, pthread_t __b) { return __a == __b; }

static inline int pthread_mutex_init(pthread_mutex_t *restrict __m, const pthread_mutexattr_t *restrict __a)
{
	return __fp_mutex_init(__m, __a ? __a->__kind + 4 * __a->__robust : PTHREAD_MUTEX_DEFAULT);
}

/*
 * Whether a time limit passes is a choice of the scheduler; it passes at the latest
 * when nothing else can happen.
 */
static inline int pthread_mutex_timedlock(pthread_mutex_t *restrict __m, const struct timespec *restrict __limit)
{
	int __result = pthread_mutex_trylock(__m);
	if (__result != EBUSY)
		return __result;
	__FP_READ(struct timespec, __limit);
	return __fp_waited(__limit, __fp_nondet(0, 1) ? ETIMEDOUT : __fp_mutex_await(__m));
}
static inline int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict __l, const struct timespec *restrict __limit)
{
	if (pthread_rwlock_tryrdlock(__l) == 0)
		return 0;
	__FP_READ(struct timespec, __limit);
	return __fp_waited(__limit, __fp_nondet(0, 1) ? ETIMEDOUT : __fp_rwlock_await_read(__l));
}
static inline int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict __l, const struct timespec *restrict __limit)
{
	if (pthread_rwlock_trywrlock(__l) == 0)
		return 0;
	__FP_READ(struct timespec, __limit);
	return __fp_waited(__limit, __fp_nondet(0, 1) ? ETIMEDOUT : __fp_rwlock_await_write(__l));
}
static inline int pthread_cond_timedwait(pthread_cond_t *restrict __c, pthread_mutex_t *restrict __m,
					 const struct timespec *restrict __limit)
{
	__FP_READ(struct timespec, __limit);
	if (!__fp_nondet(0, 1))
		return __fp_waited(__limit, __fp_cond_await(__c, __m));
	pthread_mutex_unlock(__m);
	int __result = pthread_mutex_lock(__m);
	return __fp_waited(__limit, __result ? __result : ETIMEDOUT);
}

static inline int pthread_once(pthread_once_t *__once, void (*__initialise)(void))
{
	if (__fp_once_begin(__once)) {
		__initialise();
		__fp_once_end(__once, 0);
	}
	return 0;
}

static inline int pthread_attr_init(pthread_attr_t *__a)
{
	*__a = (pthread_attr_t){ .__stack = 1 << 20, .__guard = 4096 };
	return 0;
}
static inline int pthread_attr_destroy(pthread_attr_t *__a) { return 0; }
static inline int pthread_attr_setdetachstate(pthread_attr_t *__a, int __state)
{
	__a->__detached = __state;
	return 0;
}
static inline int pthread_attr_getdetachstate(const pthread_attr_t *__a, int *__state)
{
	*__state = __a->__detached;
	return 0;
}
static inline int pthread_attr_setstacksize(pthread_attr_t *__a, size_t __size)
{
	__a->__stack = __size;
	return 0;
}
static inline int pthread_attr_getstacksize(const pthread_attr_t *__a, size_t *__size)
{
	*__size = __a->__stack;
	return 0;
}

static inline int pthread_mutexattr_init(pthread_mutexattr_t *__a)
{
	__a->__kind = PTHREAD_MUTEX_DEFAULT;
	__a->__shared = PTHREAD_PROCESS_PRIVATE;
	__a->__robust = PTHREAD_MUTEX_STALLED;
	return 0;
}
static inline int pthread_mutexattr_destroy(pthread_mutexattr_t *__a) { return 0; }
static inline int pthread_mutexattr_settype(pthread_mutexattr_t *__a, int __kind)
{
	if (__kind < PTHREAD_MUTEX_NORMAL || __kind > PTHREAD_MUTEX_ERRORCHECK)
		return EINVAL;
	__a->__kind = __kind;
	return 0;
}
static inline int pthread_mutexattr_gettype(const pthread_mutexattr_t *__a, int *__kind)
{
	*__kind = __a->__kind;
	return 0;
}
static inline int pthread_mutexattr_setpshared(pthread_mutexattr_t *__a, int __shared)
{
	__a->__shared = __shared;
	return 0;
}
static inline int pthread_condattr_init(pthread_condattr_t *__a)
{
	__a->__shared = PTHREAD_PROCESS_PRIVATE;
	__a->__clock = CLOCK_REALTIME;
	return 0;
}
static inline int pthread_condattr_destroy(pthread_condattr_t *__a) { return 0; }
static inline int pthread_condattr_setclock(pthread_condattr_t *__a, clockid_t __clock)
{
	if (__clock != CLOCK_REALTIME && __clock != CLOCK_MONOTONIC)
		return EINVAL;
	__a->__clock = __clock;
	return 0;
}
static inline int pthread_condattr_getclock(const pthread_condattr_t *__a, clockid_t *__clock)
{
	*__clock = __a->__clock;
	return 0;
}
static inline int pthread_rwlockattr_init(pthread_rwlockattr_t *__a)
{
	*__a = (pthread_rwlockattr_t){0};
	return 0;
}
enum { PTHREAD_RWLOCK_PREFER_READER_NP, PTHREAD_RWLOCK_PREFER_WRITER_NP, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP, PTHREAD_RWLOCK_DEFAULT_NP = 0 };
static inline int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *__a, int __kind)
{
	__a->__kind = __kind;
	return 0;
}
static inline int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *restrict __a, int *restrict __kind)
{
	*__kind = __a->__kind;
	return 0;
}
static inline int pthread_rwlockattr_destroy(pthread_rwlockattr_t *__a) { return 0; }
static inline int pthread_barrierattr_init(pthread_barrierattr_t *__a)
{
	__a->__shared = PTHREAD_PROCESS_PRIVATE;
	return 0;
}
static inline int pthread_barrierattr_destroy(pthread_barrierattr_t *__a) { return 0; }

/* Handlers of a thread that ends, in programs that have any. */
#ifdef __FENCEPOST_CLEANUP__
struct __fp_cleanup {
	void (*__function)(void *);
	void *__argument;
	struct __fp_cleanup *__next;
};
__attribute__((weak)) _Thread_local struct __fp_cleanup *__fp_handlers;
static inline void __fp_clean_up(void)
{
	while (__fp_handlers) {
		struct __fp_cleanup *__h = __fp_handlers;
		__fp_handlers = __h->__next;
		__h->__function(__h->__argument);
	}
}
#define pthread_exit(result) (__fp_clean_up(), pthread_exit(result))
#define pthread_cleanup_push(function, argument)                                        \
	{                                                                               \
		struct __fp_cleanup __fp_this = {(function), (argument), __fp_handlers}; \
		__fp_handlers = &__fp_this;
#define pthread_cleanup_pop(execute)                                      \
		__fp_handlers = __fp_this.__next;                         \
		if (execute)                                              \
			__fp_this.__function(__fp_this.__argument);       \
	}
#else
void pthread_cleanup_push();
void pthread_cleanup_pop();
#endif

#define PTHREAD_CANCEL_ENABLE 0
#define PTHREAD_CANCEL_DISABLE 1
static inline void pthread_testcancel(void) {}
static inline int __fp_set_one(int *__at, int __to, int *__old)
{
	if (__to != 0 && __to != 1)
		return 22; /* EINVAL */
	if (__old)
		*__old = *__at;
	*__at = __to;
	return 0;
}
static inline int pthread_setcancelstate(int __state, int *__old)
{
	static _Thread_local int __now;
	return __fp_set_one(&__now, __state, __old);
}
static inline int pthread_setcanceltype(int __type, int *__old)
{
	static _Thread_local int __now;
	return __fp_set_one(&__now, __type, __old);
}
static inline int pthread_mutexattr_setprotocol(pthread_mutexattr_t *__a, int __protocol) { return 0; }
static inline int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *__a, int *__protocol)
{
	*__protocol = 0;
	return 0;
}
static inline int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *__a, int __ceiling) { return 0; }
static inline int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *__a, int *__ceiling)
{
	*__ceiling = 1;
	return 0;
}
static inline int pthread_mutexattr_setrobust(pthread_mutexattr_t *__a, int __robust)
{
	if (__robust != PTHREAD_MUTEX_STALLED && __robust != PTHREAD_MUTEX_ROBUST)
		return EINVAL;
	__a->__robust = __robust;
	return 0;
}
static inline int pthread_mutexattr_getrobust(const pthread_mutexattr_t *__a, int *__robust)
{
	*__robust = __a->__robust;
	return 0;
}
#define pthread_mutexattr_setrobust_np(attributes, robust) pthread_mutexattr_setrobust(attributes, robust)
#define pthread_mutexattr_getrobust_np(attributes, robust) pthread_mutexattr_getrobust(attributes, robust)
static inline int pthread_mutexattr_getpshared(const pthread_mutexattr_t *__a, int *__shared)
{
	*__shared = __a->__shared;
	return 0;
}
/* The prototypes name the functions, which C++ and Rust find by their names. */
static int pthread_barrierattr_setpshared(pthread_barrierattr_t *, int);
static int pthread_barrierattr_getpshared(const pthread_barrierattr_t *, int *);
static int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *, int);
static int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *, int *);
static int pthread_condattr_setpshared(pthread_condattr_t *, int);
static int pthread_condattr_getpshared(const pthread_condattr_t *, int *);
#define __FP_SHARED(kind)                                                                                    \
	static inline int pthread_##kind##attr_setpshared(pthread_##kind##attr_t *__a, int __shared)          \
	{                                                                                                     \
		int __now;                                                                                    \
		int __result = __fp_set_one(&__now, __shared, NULL);                                          \
		if (!__result)                                                                                \
			__a->__shared = __now;                                                                \
		return __result;                                                                              \
	}                                                                                                     \
	static inline int pthread_##kind##attr_getpshared(const pthread_##kind##attr_t *__a, int *__shared)  \
	{                                                                                                     \
		*__shared = __a->__shared;                                                                    \
		return 0;                                                                                     \
	}
__FP_SHARED(barrier)
__FP_SHARED(rwlock)
__FP_SHARED(cond)
#define PTHREAD_PRIO_NONE 0
#define PTHREAD_PRIO_INHERIT 1
#define PTHREAD_PRIO_PROTECT 2
#define PTHREAD_SCOPE_SYSTEM 0
#define PTHREAD_SCOPE_PROCESS 1
#define PTHREAD_INHERIT_SCHED 0
#define PTHREAD_EXPLICIT_SCHED 1
#define PTHREAD_CANCEL_DEFERRED 0
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_CANCELED ((void *)-1)
static inline int pthread_attr_setscope(pthread_attr_t *__a, int __scope)
{
	return __scope == PTHREAD_SCOPE_SYSTEM ? 0 : __scope == PTHREAD_SCOPE_PROCESS ? ENOTSUP : EINVAL;
}
static inline int pthread_attr_getscope(const pthread_attr_t *__a, int *__scope)
{
	*__scope = PTHREAD_SCOPE_SYSTEM;
	return 0;
}
static int pthread_attr_setschedpolicy(pthread_attr_t *, int);
static int pthread_attr_getschedpolicy(const pthread_attr_t *, int *);
static int pthread_attr_setinheritsched(pthread_attr_t *, int);
static int pthread_attr_getinheritsched(const pthread_attr_t *, int *);
static int pthread_attr_setguardsize(pthread_attr_t *, size_t);
static int pthread_attr_getguardsize(const pthread_attr_t *, size_t *);
#define __FP_ATTRIBUTE(name, type, field)                                                  \
	static inline int pthread_attr_set##name(pthread_attr_t *__a, type __value)         \
	{                                                                                   \
		__a->field = __value;                                                       \
		return 0;                                                                   \
	}                                                                                   \
	static inline int pthread_attr_get##name(const pthread_attr_t *__a, type *__value) \
	{                                                                                   \
		*__value = __a->field;                                                      \
		return 0;                                                                   \
	}
__FP_ATTRIBUTE(schedpolicy, int, __policy)
__FP_ATTRIBUTE(inheritsched, int, __inherit)
__FP_ATTRIBUTE(guardsize, size_t, __guard)
static inline int pthread_attr_setschedparam(pthread_attr_t *__a, const struct sched_param *__p)
{
	__a->__priority = __p->sched_priority;
	return 0;
}
static inline int pthread_attr_getschedparam(const pthread_attr_t *__a, struct sched_param *__p)
{
	__p->sched_priority = __a->__priority;
	return 0;
}
static inline int pthread_attr_setstack(pthread_attr_t *__a, void *__at, size_t __size)
{
	__a->__at = __at;
	__a->__stack = __size;
	return 0;
}
static inline int pthread_attr_getstack(const pthread_attr_t *__a, void **__at, size_t *__size)
{
	*__at = __a->__at;
	*__size = __a->__stack;
	return 0;
}
static inline int pthread_setschedparam(pthread_t __t, int __policy, const struct sched_param *__p)
{
	__FP_READ(struct sched_param, __p);
	return 0;
}
static inline int pthread_getschedparam(pthread_t __t, int *__policy, struct sched_param *__p)
{
	*__policy = SCHED_OTHER;
	__p->sched_priority = 0;
	return 0;
}
static inline int pthread_setschedprio(pthread_t __t, int __priority) { return 0; }
static inline int pthread_setaffinity_np(pthread_t __t, size_t __size, const cpu_set_t *__set) { return sched_setaffinity(0, __size, __set); }
static inline int pthread_getaffinity_np(pthread_t __t, size_t __size, cpu_set_t *__set) { return sched_getaffinity(0, __size, __set); }
static inline int pthread_attr_setaffinity_np(pthread_attr_t *__a, size_t __size, const cpu_set_t *__set) { return sched_setaffinity(0, __size, __set); }
static inline int pthread_setname_np(pthread_t __t, const char *__name)
{
	__fp_read_string(__name);
	return 0;
}
static inline int pthread_getname_np(pthread_t __t, char *__to, size_t __size)
{
	if (__size == 0)
		return ERANGE;
	*__to = 0;
	return 0;
}
static inline int pthread_setconcurrency(int __level) { return 0; }
static inline int pthread_getconcurrency(void) { return 0; }
static inline int pthread_getcpuclockid(pthread_t __t, clockid_t *__clock)
{
	*__clock = CLOCK_THREAD_CPUTIME_ID;
	return 0;
}
static inline int pthread_tryjoin_np(pthread_t __t, void **__result)
{
	return __fp_nondet(0, 1) || __fp_thread_await(__t) ? EBUSY : pthread_join(__t, __result);
}
static inline int pthread_timedjoin_np(pthread_t __t, void **__result, const struct timespec *__limit)
{
	__FP_READ(struct timespec, __limit);
	return __fp_waited(__limit, pthread_tryjoin_np(__t, __result) == 0 ? 0 : ETIMEDOUT);
}
static inline int pthread_clockjoin_np(pthread_t __t, void **__result, clockid_t __clock, const struct timespec *__limit)
{
	return pthread_timedjoin_np(__t, __result, __limit);
}
static inline int pthread_mutex_clocklock(pthread_mutex_t *restrict __m, clockid_t __clock, const struct timespec *restrict __limit)
{
	return pthread_mutex_timedlock(__m, __limit);
}
static inline int pthread_cond_clockwait(pthread_cond_t *restrict __c, pthread_mutex_t *restrict __m, clockid_t __clock,
					 const struct timespec *restrict __limit)
{
	return pthread_cond_timedwait(__c, __m, __limit);
}
#endif
