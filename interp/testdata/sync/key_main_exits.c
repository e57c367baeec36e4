/* pthread_exit in main destroys its thread-specific data.
 *
 * all: assertion failed at @called, in destroy
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_key_t key;

static void destroy(void *p)
{
	/*@called*/ assert(p == NULL);
}

int main(void)
{
	pthread_key_create(&key, destroy);
	pthread_setspecific(key, &key);
	pthread_exit(NULL);
}
