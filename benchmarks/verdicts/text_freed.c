/* text_freed: a thread prints a text that may be freed already.
 *
 * verdict: buggy
 * causes: 1
 * fix: none
 * sc-bug: yes
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *printer(void *arg)
{
	printf("%s\n", (char *)arg);
	return 0;
}

int main(void)
{
	char *text = malloc(2);
	text[0] = 'a';
	text[1] = 0;
	pthread_t a;
	pthread_create(&a, 0, printer, text);
	free(text);
	pthread_join(a, 0);
	return 0;
}
