/* Mutexes in the heap, made with attributes by another thread.
 *
 * all: completed
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
	pthread_mutex_t lock;
	int balance;
};

static void *deposit(void *p)
{
	struct account *a = p;
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&a->lock);
		a->balance += 10;
		pthread_mutex_unlock(&a->lock);
	}
	return NULL;
}

static void *make(void *unused)
{
	struct account *a = malloc(sizeof *a);
	pthread_mutex_init(&a->lock, NULL);
	a->balance = 0;
	return a;
}

int main(void)
{
	pthread_t t, u;
	void *p;

	pthread_create(&t, NULL, make, NULL);
	pthread_join(t, &p);
	pthread_create(&t, NULL, deposit, p);
	pthread_create(&u, NULL, deposit, p);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	struct account *a = p;
	assert(a->balance == 60);
	pthread_mutex_destroy(&a->lock);
	free(a);
	return 0;
}
