/* Waiting loops do not keep an exhaustive search from its end.
 *
 * options: exhaustive=sc,tso,pso runs=1000
 * all: completed
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int ping, pong;

static void *player(void *unused)
{
	while (!ping)
		;
	pong = 1;
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, player, NULL);
	ping = 1;
	while (!pong)
		;
	pthread_join(a, NULL);
	return 0;
}
