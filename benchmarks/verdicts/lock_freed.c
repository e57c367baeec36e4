/* lock_freed: who drops the last reference frees the object with its lock, which it holds.
 *
 * verdict: buggy
 * causes: 1
 * fix: none
 * sc-bug: yes
 */
#include <pthread.h>
#include <stdlib.h>

static struct object {
	pthread_mutex_t lock;
	int references;
} *object;

static void *drop(void *arg)
{
	pthread_mutex_lock(&object->lock);
	if (--object->references == 0)
		free(object);
	else
		pthread_mutex_unlock(&object->lock);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	object = malloc(sizeof *object);
	pthread_mutex_init(&object->lock, 0);
	object->references = 2;
	pthread_create(&a, 0, drop, 0);
	pthread_create(&b, 0, drop, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
