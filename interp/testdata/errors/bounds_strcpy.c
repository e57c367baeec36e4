/* A copy that is too long, through an error in a header's function.
 *
 * all: out of bounds of name at @use, allocated at @def, in set < main
 */
#include <string.h>

static char /*@def*/ name[4];

static void set(const char *s)
{
	/*@use*/ strcpy(name, s);
}

int main(void)
{
	set("abc");
	set("abcd");
	return 0;
}
