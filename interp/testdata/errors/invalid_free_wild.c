/* free of no object's address.
 *
 * all: invalid free at @gone, in main
 */
#include <stdlib.h>

int main(void)
{
	/*@gone*/ free((void *)0x123456789000);
	return 0;
}
