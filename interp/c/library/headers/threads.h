#ifndef _THREADS_H
#define _THREADS_H
#include <time.h>
#define thread_local _Thread_local
#define ONCE_FLAG_INIT {0}
#define TSS_DTOR_ITERATIONS 4

/* Results are what the machine returns: 0 or an errno value. */
enum {
	thrd_success = 0,
	thrd_error = 2,
	thrd_nomem = 12,
	thrd_busy = 16,
	thrd_timedout = 110
};
enum {
	mtx_plain = 0,
	mtx_recursive = 1,
	mtx_timed = 2
};

typedef unsigned long thrd_t;
typedef unsigned tss_t;
typedef int (*thrd_start_t)(void *);
typedef void (*tss_dtor_t)(void *);
typedef struct {
	int __word, __kind, __count, __owner;
} mtx_t;
typedef struct {
	int __word, __waiters, __reserved[2];
} cnd_t;
typedef struct {
	int __word, __state;
} once_flag;

int thrd_create(thrd_t *, thrd_start_t, void *);
int thrd_join(thrd_t, int *);
int thrd_detach(thrd_t);
_Noreturn void thrd_exit(int);
thrd_t thrd_current(void);
void thrd_yield(void);
int mtx_lock(mtx_t *);
int mtx_trylock(mtx_t *);
int mtx_unlock(mtx_t *);
void mtx_destroy(mtx_t *);
int cnd_init(cnd_t *);
int cnd_wait(cnd_t *, mtx_t *);
int cnd_signal(cnd_t *);
int cnd_broadcast(cnd_t *);
void cnd_destroy(cnd_t *);
int tss_create(tss_t *, tss_dtor_t);
void tss_delete(tss_t);
void *tss_get(tss_t);
int tss_set(tss_t, void *);

static inline int thrd_sleep(const struct timespec *__t, struct timespec *__rest) { return nanosleep(__t, __rest) ? -2 : 0; }
static inline int thrd_equal(thrd_t __a, thrd_t __b) { return __a == __b; }
static inline int mtx_init(mtx_t *__m, int __type) { return __fp_mutex_init(__m, __type & mtx_recursive); }

/*
 * Whether a time limit passes is a choice of the scheduler; it passes at the latest
 * when nothing else can happen.
 */
static inline int mtx_timedlock(mtx_t *restrict __m, const struct timespec *restrict __limit)
{
	if (mtx_trylock(__m) == thrd_success)
		return thrd_success;
	__FP_READ(struct timespec, __limit);
	return __fp_waited(__limit, __fp_nondet(0, 1) ? ETIMEDOUT : __fp_mutex_await(__m));
}
static inline int cnd_timedwait(cnd_t *restrict __c, mtx_t *restrict __m, const struct timespec *restrict __limit)
{
	__FP_READ(struct timespec, __limit);
	if (!__fp_nondet(0, 1))
		return __fp_waited(__limit, __fp_cond_await(__c, __m));
	mtx_unlock(__m);
	mtx_lock(__m);
	return __fp_waited(__limit, ETIMEDOUT);
}
static inline void call_once(once_flag *__once, void (*__initialise)(void))
{
	if (__fp_once_begin(__once)) {
		__initialise();
		__fp_once_end(__once, 0);
	}
}
#endif
