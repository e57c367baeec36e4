/* memset of a constant.
 *
 * all: write to read-only memory of limit at @use, in main
 */
#include <string.h>

static const int limit = 3;

int main(void)
{
	/*@use*/ memset((void *)&limit, 0, sizeof limit);
	return 0;
}
