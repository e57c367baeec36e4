// check: buggy (a double fetch; read it once)
// The pointer that is checked is not the pointer that is used.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct conf { int size; };
static struct conf one = { 1 };
static _Atomic(struct conf *) current = &one;

static void *reader(void *arg)
{
	if (atomic_load(&current) != NULL)
		return (void *)(long)atomic_load(&current)->size;
	return arg;
}

static void *reload(void *arg)
{
	atomic_store(&current, NULL);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, reader, NULL);
	pthread_create(&b, NULL, reload, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
