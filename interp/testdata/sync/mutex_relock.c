/* A normal mutex is locked again by its holder.
 *
 * all: misuse of a lock at @again, in inner < outer < main
 */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void inner(void)
{
	/*@again*/ pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
}

static void outer(void)
{
	pthread_mutex_lock(&m);
	inner();
	pthread_mutex_unlock(&m);
}

int main(void)
{
	outer();
	return 0;
}
