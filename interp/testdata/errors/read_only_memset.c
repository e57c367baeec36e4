/* memset of a string literal.
 *
 * all: write to read-only memory of "abc" at @use, in main
 */
#include <string.h>

int main(void)
{
	/*@use*/ memset("abc", 0, 2);
	return 0;
}
