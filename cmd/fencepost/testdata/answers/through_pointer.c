// check: buggy (return __atomic_load_n(p, __ATOMIC_ACQUIRE);)
// What a pointer leads to that functions are given: the accesses become atomic, not the member.
#include <assert.h>
#include <pthread.h>

struct ring {
	unsigned head, tail;
	int slot[2];
};
static struct ring ring;

static unsigned load(const unsigned *p)
{
	return *p;
}

static void store(unsigned *p, unsigned v)
{
	*p = v;
}

static void *producer(void *arg)
{
	ring.slot[0] = 1;
	store(&ring.head, 1);
	return arg;
}

static void *consumer(void *arg)
{
	if (load(&ring.head) == 1)
		assert(ring.slot[0] == 1);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, producer, NULL);
	pthread_create(&b, NULL, consumer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
