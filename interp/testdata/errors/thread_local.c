/* Every thread has its own instance, with the initial values; it dies with the
 * thread.
 *
 * all: use after free of mine at @use, allocated at @def, in main
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static _Thread_local int counter = 7;
static _Thread_local int /*@def*/ mine[2] = {0, 5};
static int *theirs;

static void *worker(void *unused)
{
	assert(counter == 7 && mine[0] == 0 && mine[1] == 5);
	counter++;
	mine[1] = counter;
	assert(mine[1] == 8);
	theirs = mine;
	return unused;
}

int main(void)
{
	pthread_t a;

	counter = 100;
	mine[1] = 50;
	for (int i = 0; i < 2; i++) {
		pthread_create(&a, NULL, worker, NULL);
		pthread_join(a, NULL);
		assert(counter == 100 && mine[1] == 50);
	}
	return theirs/*@use*/ [1];
}
