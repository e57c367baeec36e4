// Allocations that cannot be, and ordered updates, which GCC does not have.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>

int main(void)
{
	void *p = NULL;
	int invalid = posix_memalign(&p, 3, 8);
	char *none = malloc((size_t)-2);
	printf("%d %d\n", invalid == EINVAL, none == NULL);
#ifdef __FENCEPOST__
	int x = -1;
	__sync_fetch_and_umax(&x, 42);
	int a = x;
	__sync_fetch_and_max(&x, 42);
	printf("%d %d\n", a, x);
#else
	printf("-1 42\n");
#endif
	return 0;
}
