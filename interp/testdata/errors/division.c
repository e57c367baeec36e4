/* Division by what another thread may not have set yet.
 *
 * all: completed
 * all: division by zero at @use, in ratio < main
 */
#include <pthread.h>
#include <stddef.h>

static int n;

static void *set(void *unused)
{
	n = 2;
	return unused;
}

static int ratio(int a, int b) { return a /*@use*/ / b; }

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, set, NULL);
	int r = ratio(6, n);
	pthread_join(a, NULL);
	return r - 3;
}
