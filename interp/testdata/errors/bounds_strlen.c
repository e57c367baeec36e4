/* A string without its end: the error is at the call of strlen.
 *
 * all: out of bounds at @use, allocated at @new, in length < main
 */
#include <stdlib.h>
#include <string.h>

static int length(const char *s)
{
	return (int)/*@use*/ strlen(s);
}

int main(void)
{
	char *s = /*@new*/ malloc(3);
	memset(s, 'a', 3);
	return length(s);
}
