/* A racing access of another size while a store is pending is not supported.
 *
 * sc: completed
 * tso pso pslo: completed
 * tso pso pslo: not supported at @use, in main
 */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static union {
	uint32_t whole;
	uint8_t byte[4];
} u;

static void *writer(void *unused)
{
	u.whole = 1;
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, writer, NULL);
	int b = u./*@use*/ byte[0];
	pthread_join(a, NULL);
	return b & 0;
}
