/* memcpy writes past its destination.
 *
 * all: out of bounds of to at @use, allocated at @def, in main
 */
#include <string.h>

static int from[4] = {1, 2, 3, 4};
static int /*@def*/ to[3];

int main(void)
{
	/*@use*/ memcpy(to, from, sizeof from);
	return 0;
}
