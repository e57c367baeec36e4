/* Functions that run when main has returned, the last first. Threads may add some at the same
   time. */
#include <pthread.h>
#include <stdlib.h>

struct at_exit {
	void (*f)(void *);
	void (*plain)(void);
	void *p;
	struct at_exit *next;
};

static struct at_exit *last_at_exit;

static int add_at_exit(void (*f)(void *), void (*plain)(void), void *p)
{
	struct at_exit *e = malloc(sizeof *e);
	e->f = f;
	e->plain = plain;
	e->p = p;
	e->next = __atomic_load_n(&last_at_exit, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&last_at_exit, &e->next, e, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
	return 0;
}

int __cxa_atexit(void (*f)(void *), void *p, void *library)
{
	return add_at_exit(f, 0, p);
}

int __fp_atexit(void (*f)(void))
{
	return add_at_exit(0, f, 0);
}

void __fp_at_exit(void)
{
	struct at_exit *e;
	while ((e = __atomic_load_n(&last_at_exit, __ATOMIC_ACQUIRE))) {
		if (!__atomic_compare_exchange_n(&last_at_exit, &e, e->next, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
			continue;
		if (e->f)
			e->f(e->p);
		else
			e->plain();
		free(e);
	}
}

/* What runs when a thread has ended, the last first. */
struct at_thread_exit {
	void (*f)(void *);
	void *p;
	struct at_thread_exit *next;
};

static pthread_key_t thread_exits;

static void run_thread_exits(void *first)
{
	struct at_thread_exit *e;
	for (pthread_setspecific(thread_exits, first); (e = pthread_getspecific(thread_exits)); free(e)) {
		pthread_setspecific(thread_exits, e->next);
		e->f(e->p);
	}
}

void __fp_begin_thread_exits(void)
{
	pthread_key_create(&thread_exits, run_thread_exits);
}

int __cxa_thread_atexit(void (*f)(void *), void *p, void *library)
{
	struct at_thread_exit *e = malloc(sizeof *e);
	e->f = f;
	e->p = p;
	e->next = pthread_getspecific(thread_exits);
	return pthread_setspecific(thread_exits, e);
}

/* Of the thread of main. */
void __fp_main_thread_exit(void)
{
	run_thread_exits(pthread_getspecific(thread_exits));
}
