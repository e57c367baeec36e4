#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = %d, LOCATIONS = %d, OBSERVED = %d, TIMES = %d, PROCESSORS = %d, BATCH = %d, LINE = 64 };

%s
static void (*const threads[THREADS])(long **, long *) = { %s };
static const long initial[] = { %s 0 };
static char *memory;
static long *place[BATCH * LOCATIONS], shown[BATCH * OBSERVED];
static int batch;
static pthread_barrier_t barrier;
static atomic_int arrived[BATCH];
static unsigned long seed = 88172645463325252ul;

static unsigned long number(void)
{
	seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
	return seed;
}

static void *run(void *arg)
{
	int self = (int)(long)arg;
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(self %% PROCESSORS, &set);
	pthread_setaffinity_np(pthread_self(), sizeof set, &set);
	for (;;) {
		pthread_barrier_wait(&barrier);
		if (batch == 0)
			return NULL;
		for (int i = 0; i < batch; i++) {
			if (THREADS <= PROCESSORS) {
				atomic_fetch_add(&arrived[i], 1);
				for (int n = 0; atomic_load_explicit(&arrived[i], memory_order_relaxed) < THREADS; n++)
					if (n > 2000)
						sched_yield();
			}
			threads[self](place + i * LOCATIONS, shown + i * OBSERVED);
		}
		pthread_barrier_wait(&barrier);
	}
}

static struct { long v[OBSERVED], count; } states[4096];
static int known;

static void count(const long *v)
{
	int i = 0;
	while (i < known && memcmp(states[i].v, v, sizeof states[i].v) != 0)
		i++;
	if (i == 4096)
		exit(2);
	if (i == known)
		memcpy(states[known++].v, v, sizeof states[i].v);
	states[i].count++;
}

static void prepare(void)
{
	static int order[BATCH * LOCATIONS];
	for (int i = 0; i < BATCH * LOCATIONS; i++)
		order[i] = i;
	for (int i = BATCH * LOCATIONS - 1; i > 0; i--) {
		int j = (int)(number() %% (unsigned long)(i + 1)), o = order[i];
		order[i] = order[j], order[j] = o;
	}
	for (int i = 0; i < BATCH * LOCATIONS; i++) {
		place[i] = (long *)(memory + order[i] * LINE);
		*place[i] = initial[i %% LOCATIONS];
	}
	memset(arrived, 0, sizeof arrived);
%s}

static void collect(void)
{
	for (int i = 0; i < batch; i++) {
		long v[OBSERVED] = { 0 };
%s		count(v);
	}
}

int main(void)
{
	pthread_t t[THREADS];
	memory = aligned_alloc(LINE, (size_t)BATCH * LOCATIONS * LINE);
	pthread_barrier_init(&barrier, NULL, THREADS + 1);
	for (long i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, run, (void *)i);
	for (int left = TIMES; left > 0; left -= batch) {
		batch = left < BATCH ? left : BATCH;
		prepare();
		pthread_barrier_wait(&barrier);
		pthread_barrier_wait(&barrier);
		collect();
	}
	batch = 0;
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < known; i++) {
		printf("%%ld", states[i].count);
		for (int j = 0; j < OBSERVED; j++)
			printf(" %%ld", states[i].v[j]);
		printf("\n");
	}
	return 0;
}
