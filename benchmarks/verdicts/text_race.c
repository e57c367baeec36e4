/* text_race: puts reads a text that another thread writes.
 *
 * verdict: buggy
 * causes: 1
 * fix: none
 */
#include <pthread.h>
#include <stdio.h>

static char text[] = "abc";

static void *writer(void *arg)
{
	text[1] = 'X';
	return arg;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, writer, 0);
	puts(text);
	pthread_join(a, 0);
	return 0;
}
