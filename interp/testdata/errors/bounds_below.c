/* Just before a heap block, which lies behind another one.
 *
 * all: out of bounds at @use, allocated at @new, in main
 */
#include <stdlib.h>

int main(void)
{
	char *a = malloc(8);
	char *b = /*@new*/ malloc(8);
	a[7] = 1;
	return b/*@use*/ [-1];
}
