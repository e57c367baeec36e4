#include <assert.h>
#include <fencepost.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

struct box { int size; long content[20]; };

static int count;
static long left = 1, right = 2;
static _Thread_local int mine = 5;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct box store;
static pthread_key_t key;
static sem_t sem;

static void setup(void) { count += 100; }

/* Running off the end is fine while nobody uses the result. */
static void *idle(void *arg)
{
	mine++;
	count += mine;
	pthread_once(&once, setup);
	sem_post(&sem);
}

static void *leave(void *arg)
{
	pthread_exit((char *)arg + 1);
}

static int seven(void *arg) { return arg == NULL ? 7 : 8; }

static void stop(void) { exit(sched_yield()); }

static struct box fill(struct box b, int with)
{
	for (int i = 0; i < b.size; i++)
		b.content[i] = with;
	return b;
}

static struct box (*filler)(struct box, int) = fill;

int main(void)
{
	pthread_t *t = malloc(sizeof *t);
	void *result, **where = &result;
	assert(sem_init(&sem, 0, 0) == 0);
	assert(pthread_create(t, NULL, idle, NULL) == 0 && pthread_join(*t, NULL) == 0);
	assert(count == 106 && mine == 5 && sem_wait(&sem) == 0);
	pthread_once(&once, setup);
	assert(count == 106);
	pthread_create(t, NULL, leave, "text");
	pthread_join(*t, where);
	assert(strcmp(result, "ext") == 0);
	free(t);
	int code;
	thrd_t u;
	thrd_create(&u, seven, NULL);
	thrd_join(u, &code);
	assert(code == 7);
	pthread_key_create(&key, NULL);
	assert(pthread_getspecific(key) == NULL);
	pthread_setspecific(key, &code);
	assert(pthread_getspecific(key) == &code);
	int value;
	sem_post(&sem);
	sem_getvalue(&sem, &value);
	assert(value == 1);

	store.size = 3;
	struct box b = fill(store, 4), c = filler(fill(b, 5), 6);
	assert(b.content[2] == 4 && b.content[3] == 0 && c.content[0] == 6 && c.size == 3);
	store = c;
	b = store;
	assert(b.content[1] == 6 && filler(b, 9).content[2] == 9 && b.content[2] == 6);

	assert(dcas(&left, &right, 1, 2, 3, 4) && left == 3 && right == 4);
	assert(!dcas(&left, &right, 3, 5, 6, 7) && left == 3 && right == 4);
	fence_sl();
	fence_ss();
	fence_ll();
	int n = nondet_range(3, 5);
	assert(n >= 3 && n <= 5);
	assume(n > 2);
	assert(printf("%d %s\n", 12, "ab") == 6);
	assert(printf("%d%d\n", nondet_range(2, 2), printf("%s", "")) == 3);
	assert(((char *)memset(malloc(strlen("abcd")), nondet_range('a', 'a'), 4))[3] == 'a');
	if (__builtin_expect(n == 0, 0))
		__builtin_unreachable();
	switch (n) {
	case 100:
		abort();
	}
	stop();
}
