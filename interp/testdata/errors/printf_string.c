/* printf reads a string that is freed.
 *
 * all: use after free at @use, allocated at @new, freed at @gone, in main
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *s = /*@new*/ malloc(4);
	memcpy(s, "abc", 4);
	printf("%s %d\n", s, 1);
	/*@gone*/ free(s);
	/*@use*/ printf("%s\n", s);
	return 0;
}
