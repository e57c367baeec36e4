/* A bounded queue with condition variables, and the threads of C11. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

struct queue {
	pthread_mutex_t m;
	pthread_cond_t not_empty, not_full;
	struct entry {
		struct entry *next;
		int v;
	} *first, **last;
	int length, closed;
};

static struct queue q = {
	.m = PTHREAD_MUTEX_INITIALIZER,
	.not_empty = PTHREAD_COND_INITIALIZER,
	.not_full = PTHREAD_COND_INITIALIZER,
	.last = &q.first,
};
static mtx_t mutex;
static cnd_t changed;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int ready, inits;
static atomic_int destroyed;

static void put(struct queue *q, int v)
{
	struct entry *e = malloc(sizeof(*e));
	if (e == NULL) {
		perror("malloc");
		exit(1);
	}
	e->next = NULL, e->v = v;
	pthread_mutex_lock(&q->m);
	while (q->length >= 2)
		pthread_cond_wait(&q->not_full, &q->m);
	*q->last = e;
	q->last = &e->next;
	q->length++;
	pthread_cond_signal(&q->not_empty);
	pthread_mutex_unlock(&q->m);
}

static int get(struct queue *q, int *v)
{
	int ok = 0;
	pthread_mutex_lock(&q->m);
	while (!q->first && !q->closed)
		pthread_cond_wait(&q->not_empty, &q->m);
	if (!q->first)
		goto out;
	struct entry *e = q->first;
	if (!(q->first = e->next))
		q->last = &q->first;
	*v = e->v;
	q->length--;
	free(e);
	ok = 1;
	pthread_cond_signal(&q->not_full);
out:
	pthread_mutex_unlock(&q->m);
	return ok;
}

static void *producer(void *arg)
{
	for (int i = 1; i <= 3; i++)
		put(&q, i * *(int *)arg);
	return NULL;
}

static void *consumer(void *arg)
{
	int v;
	long sum = 0;
	while (get(&q, &v))
		sum += v;
	return (void *)sum;
}

static void queue(void)
{
	pthread_t p[2], c[2];
	int factor[2] = { 1, 100 };
	void *sum[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&p[i], NULL, producer, &factor[i]), pthread_create(&c[i], NULL, consumer, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(p[i], NULL);
	pthread_mutex_lock(&q.m);
	q.closed = 1;
	pthread_cond_broadcast(&q.not_empty);
	pthread_mutex_unlock(&q.m);
	for (int i = 0; i < 2; i++)
		pthread_join(c[i], &sum[i]);
	assert((long)sum[0] + (long)sum[1] == 606);
}

static void init(void) { inits++; }

static void destroy(void *p)
{
	destroyed++;
	free(p);
}

static int work(void *arg)
{
	call_once(&once, init);
	int *mine = malloc(sizeof(int));
	*mine = *(int *)arg;
	tss_set(key, mine);
	mtx_lock(&mutex);
	ready++;
	cnd_signal(&changed);
	mtx_unlock(&mutex);
	thrd_yield();
	return *(int *)tss_get(key) * 2;
}

static void c11_threads(void)
{
	thrd_t t[2];
	int arg[2] = { 3, 4 }, res, sum = 0;
	assert(mtx_init(&mutex, mtx_plain) == thrd_success && cnd_init(&changed) == thrd_success);
	assert(tss_create(&key, destroy) == thrd_success);
	for (int i = 0; i < 2; i++)
		assert(thrd_create(t + i, work, arg + i) == thrd_success);
	mtx_lock(&mutex);
	while (ready < 2)
		cnd_wait(&changed, &mutex);
	mtx_unlock(&mutex);
	for (int i = 0; i < 2; i++) {
		thrd_join(t[i], &res);
		sum += res;
	}
	thrd_sleep(&(struct timespec){ .tv_nsec = 1000 }, NULL);
	mtx_destroy(&mutex);
	cnd_destroy(&changed);
	tss_delete(key);
	assert(sum == 14 && inits == 1 && destroyed == 2);
}

int main(void)
{
	queue();
	c11_threads();
	return EXIT_SUCCESS;
}
