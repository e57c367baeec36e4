/* refcount_fence: the last user frees behind a fence.
 *
 * verdict: proved
 * causes: 0
 * fix: none
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
	atomic_int count;
	int value;
};
static struct object *shared;

static void *user(void *arg)
{
	assert(shared->value == 9);
	if (atomic_fetch_sub_explicit(&shared->count, 1, memory_order_release) == 1) {
		atomic_thread_fence(memory_order_acquire);
		free(shared);
	}
	return arg;
}

int main(void)
{
	shared = malloc(sizeof *shared);
	atomic_init(&shared->count, 2);
	shared->value = 9;
	pthread_t a, b;
	pthread_create(&a, 0, user, 0);
	pthread_create(&b, 0, user, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
