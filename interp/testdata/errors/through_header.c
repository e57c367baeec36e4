/* A function of the program that is called by one of a header: the stack shows
 * the program's functions.
 *
 * all: division by zero at @use, in compare < sort < main
 */
#include <stdlib.h>

static int zero;

static int compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (x - y) /*@use*/ / zero;
}

static void sort(int *a, int n)
{
	qsort(a, n, sizeof *a, compare);
}

int main(void)
{
	int a[3] = {3, 1, 2};
	sort(a, 3);
	return 0;
}
