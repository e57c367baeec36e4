/* One element past a heap block, in a function called in a loop.
 *
 * all: out of bounds at @use, allocated at @new, in put < fill < main
 */
#include <stdlib.h>

static void put(int *p, int i)
{
	p/*@use*/ [i] = i;
}

static void fill(int *p)
{
	for (int i = 0; i <= 4; i++)
		put(p, i);
}

int main(void)
{
	int *p = /*@new*/ malloc(4 * sizeof(int));
	fill(p);
	free(p);
	return 0;
}
