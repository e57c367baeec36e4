/* A conversion of scanf that is not known is refused where it is met: it is no error of the program.
 *
 * all: not supported at @scan, in main
 */
#include <stdio.h>

int main(void)
{
	char word[8];

	if (/*@scan*/ sscanf("ab-c", "%[a-b]", word) != 1)
		return 1;
	return 0;
}
