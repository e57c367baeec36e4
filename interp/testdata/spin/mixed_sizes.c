/* A waiting loop reads a word of which another thread writes a byte: the loop
 * sees it, or the race is refused because the byte is still pending.
 *
 * options: runs=1000
 * all: completed
 * tso pso pslo: not supported at @use, in waiter
 */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static union {
	uint32_t whole;
	uint8_t byte[4];
} u;
static int other;

static void *waiter(void *unused)
{
	while (!(u./*@use*/ whole | other))
		;
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, waiter, NULL);
	u.byte[1] = 1;
	pthread_join(a, NULL);
	return 0;
}
