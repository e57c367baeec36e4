/* Functions that run when main has returned, the last first. Threads may add some at the same
   time. */
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
