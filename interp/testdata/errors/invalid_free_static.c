/* free of what malloc did not make.
 *
 * all: invalid free of x at @gone, allocated at @def, in main
 */
#include <stdlib.h>

static int /*@def*/ x;

int main(void)
{
	/*@gone*/ free(&x);
	return 0;
}
