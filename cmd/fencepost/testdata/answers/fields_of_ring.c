// check: buggy (The fix (proved): _Atomic ring.head, ring.tail)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef unsigned u32;
struct ring {
	u32 tail;
	int slot[4], *none;
	u32 size,
	    head;
};
static struct ring *r;

static void *producer(void *p)
{
	for (int i = 1; i <= 3; i++) {
		while (r->head - r->tail == 4)
			;
		r->slot[r->head % 4] = i;
		r->head++;
	}
	return p;
}

static void *consumer(void *p)
{
	for (int i = 1; i <= 3; i++) {
		while (r->tail == r->head)
			;
		assert(r->slot[r->tail % 4] == i);
		r->tail++;
	}
	return p;
}

int main(void)
{
	pthread_t a, b;
	r = calloc(1, sizeof *r);
	pthread_create(&a, 0, producer, 0);
	pthread_create(&b, 0, consumer, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	free(r);
	return 0;
}
