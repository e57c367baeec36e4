/* once: pthread_once makes a table once.
 *
 * verdict: proved
 * causes: 0
 * fix: none
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int table;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make(void)
{
	table++;
}

static void *run(void *arg)
{
	pthread_once(&once, make);
	assert(table == 1);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, run, 0);
	pthread_create(&b, 0, run, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
