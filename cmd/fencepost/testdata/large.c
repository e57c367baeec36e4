#include <stdlib.h>
#include <string.h>

/* It takes gigabytes. */
int main(void)
{
	for (int i = 0; i < 400; i++) {
		char *p = malloc(1 << 24);
		if (!p)
			return 0;
		memset(p, i, 1 << 24);
	}
	return 0;
}
