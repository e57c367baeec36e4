// check: buggy (a check and an act that are not one step)
// Two buyers see the last ticket.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int tickets = 1;
static atomic_int sold;

static void *buyer(void *arg)
{
	if (atomic_load(&tickets) > 0) {
		atomic_fetch_sub(&tickets, 1);
		atomic_fetch_add(&sold, 1);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, buyer, NULL);
	pthread_create(&b, NULL, buyer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(atomic_load(&sold) == 1);
	return 0;
}
