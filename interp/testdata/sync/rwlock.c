/* Readers share, a writer does not.
 *
 * all: completed
 * all: completed with status 1
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;
static atomic_int readers, together;

static void *reader(void *unused)
{
	pthread_rwlock_rdlock(&l);
	if (atomic_fetch_add(&readers, 1) == 1)
		together = 1;
	assert(a == b);
	atomic_fetch_sub(&readers, 1);
	pthread_rwlock_unlock(&l);
	return unused;
}

static void *writer(void *unused)
{
	pthread_rwlock_wrlock(&l);
	assert(readers == 0);
	a++;
	b++;
	pthread_rwlock_unlock(&l);
	return unused;
}

int main(void)
{
	pthread_t r, s, w;

	pthread_create(&r, NULL, reader, NULL);
	pthread_create(&s, NULL, reader, NULL);
	pthread_create(&w, NULL, writer, NULL);
	writer(NULL);
	pthread_join(r, NULL);
	pthread_join(s, NULL);
	pthread_join(w, NULL);
	assert(a == 2 && b == 2);
	assert(pthread_rwlock_tryrdlock(&l) == 0);
	assert(pthread_rwlock_tryrdlock(&l) == 0);
	assert(pthread_rwlock_trywrlock(&l) == EBUSY);
	pthread_rwlock_unlock(&l);
	pthread_rwlock_unlock(&l);
	assert(pthread_rwlock_trywrlock(&l) == 0);
	assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
	pthread_rwlock_unlock(&l);
	pthread_rwlock_destroy(&l);
	return together;
}
