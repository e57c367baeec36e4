#include <assert.h>
#include <pthread.h>

static int data, ready;

static void *writer(void *p)
{
	data = 1;
	ready = 1;
	return p;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	if (ready) {
		int seen = data;
		assert(seen == 1);
	}
	pthread_join(t, 0);
	return 0;
}
