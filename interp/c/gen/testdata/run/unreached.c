// What no one reaches may use what no one defines.
#include <stdio.h>
extern int nowhere(int);
extern int absent;
static inline int unused(int x) { return nowhere(x) + absent; }
int main(void)
{
	printf("reached\n");
	return 0;
}
