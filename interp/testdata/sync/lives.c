/* Synchronisation objects and threads have lives: one misuse in each execution.
 *
 * options: runs=2000
 * all: completed
 * all: misuse of a lock at @lock_destroyed, in main
 * all: misuse of a lock at @destroy_twice, in main
 * all: misuse of a lock at @init_twice, in main
 * all: misuse of a lock at @init_held, in main
 * all: misuse of a lock at @destroy_held, in main
 * all: misuse of a lock at @cond_destroyed, in main
 * all: misuse of a lock at @cond_never, in main
 * all: misuse of a lock at @barrier_destroyed, in main
 * all: misuse of a lock at @barrier_twice, in main
 * all: misuse of a lock at @sem_destroyed, in main
 * all: misuse of a lock at @rw_destroyed, in main
 * all: misuse of a lock at @rw_held, in main
 * all: misuse of a lock at @spin_destroyed, in main
 * all: bad call at @detach_joined, in main
 * all: bad call at @join_detached, in main
 * all: bad call at @join_twice, in main
 * all: bad call at @detach_twice, in main
 * all: bad call at @detach_none, in main
 * all: bad call at @join_created_detached, in main
 */
#include <fencepost.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m; /* of zeros: what Linux programs take for initialised */
static pthread_cond_t c;
static pthread_barrier_t b;
static pthread_rwlock_t rw;
static pthread_spinlock_t s;
static sem_t sem;

static void *nothing(void *unused) { return unused; }

int main(void)
{
	pthread_t a;
	pthread_attr_t attr;
	pthread_cond_t never;

	switch (nondet_range(0, 20)) {
	case 0:
		pthread_mutex_destroy(&m);
		/*@lock_destroyed*/ pthread_mutex_lock(&m);
		break;
	case 1:
		pthread_mutex_destroy(&m);
		/*@destroy_twice*/ pthread_mutex_destroy(&m);
		break;
	case 2:
		pthread_mutex_init(&m, 0);
		/*@init_twice*/ pthread_mutex_init(&m, 0);
		break;
	case 3:
		pthread_mutex_lock(&m);
		/*@init_held*/ pthread_mutex_init(&m, 0);
		break;
	case 4:
		pthread_mutex_lock(&m);
		/*@destroy_held*/ pthread_mutex_destroy(&m);
		break;
	case 5:
		pthread_cond_destroy(&c);
		/*@cond_destroyed*/ pthread_cond_signal(&c);
		break;
	case 6:
		/*@cond_never*/ pthread_cond_signal(&never);
		break;
	case 7:
		pthread_barrier_init(&b, 0, 1);
		pthread_barrier_wait(&b);
		pthread_barrier_destroy(&b);
		/*@barrier_destroyed*/ pthread_barrier_wait(&b);
		break;
	case 8:
		pthread_barrier_init(&b, 0, 1);
		/*@barrier_twice*/ pthread_barrier_init(&b, 0, 1);
		break;
	case 9:
		sem_init(&sem, 0, 1);
		sem_destroy(&sem);
		/*@sem_destroyed*/ sem_post(&sem);
		break;
	case 10:
		pthread_rwlock_destroy(&rw);
		/*@rw_destroyed*/ pthread_rwlock_rdlock(&rw);
		break;
	case 11:
		pthread_rwlock_rdlock(&rw);
		/*@rw_held*/ pthread_rwlock_destroy(&rw);
		break;
	case 12:
		pthread_spin_init(&s, 0);
		pthread_spin_destroy(&s);
		/*@spin_destroyed*/ pthread_spin_trylock(&s);
		break;
	case 13:
		pthread_create(&a, 0, nothing, 0);
		pthread_join(a, 0);
		/*@detach_joined*/ pthread_detach(a);
		break;
	case 14:
		pthread_create(&a, 0, nothing, 0);
		pthread_detach(a);
		/*@join_detached*/ pthread_join(a, 0);
		break;
	case 15:
		pthread_create(&a, 0, nothing, 0);
		pthread_join(a, 0);
		/*@join_twice*/ pthread_join(a, 0);
		break;
	case 16:
		pthread_create(&a, 0, nothing, 0);
		pthread_detach(a);
		/*@detach_twice*/ pthread_detach(a);
		break;
	case 17:
		/*@detach_none*/ pthread_detach(5);
		break;
	case 18:
		pthread_attr_init(&attr);
		pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
		pthread_create(&a, &attr, nothing, 0);
		/*@join_created_detached*/ pthread_join(a, 0);
		break;
	default: /* what is well */
		pthread_mutex_init(&m, 0);
		pthread_mutex_lock(&m);
		pthread_mutex_unlock(&m);
		pthread_mutex_destroy(&m);
		pthread_mutex_init(&m, 0);
		pthread_mutex_destroy(&m);
		m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
		pthread_mutex_lock(&m);
		pthread_mutex_unlock(&m);
		pthread_cond_init(&c, 0);
		pthread_cond_broadcast(&c);
		pthread_cond_destroy(&c);
		sem_init(&sem, 0, 3);
		sem_wait(&sem);
		sem_destroy(&sem);
	}
	return 0;
}
