/* Two threads that use the code at the same time. Fencepost runs them in all orders
   that the memory model allows; another compiler makes a test of it. */
#include <assert.h>
#include <pthread.h>
{{headers}}
{{shared}}
static void *first(void *arg)
{
{{first}}	return arg;
}

static void *second(void *arg)
{
{{second}}	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
