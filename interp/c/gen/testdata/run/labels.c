// GNU C's addresses of labels, and labels of a block.
#include <stdio.h>

#define find(list, n, x)                           \
	({                                         \
		__label__ found;                   \
		int i = 0;                         \
		for (; i < (n); i++)               \
			if ((list)[i] == (x))      \
				goto found;        \
		i = -1;                            \
	found:                                     \
		i;                                 \
	})

static int run(const unsigned char *program)
{
	static void *const table[] = {&&push, &&add, &&print, &&stop};
	int stack[8], n = 0;
#define next goto *table[*program++]
	next;
push:
	stack[n++] = *program++;
	next;
add:
	n--;
	stack[n - 1] += stack[n];
	next;
print:
	printf("%d\n", stack[n - 1]);
	next;
stop:
	return n;
}

int main(void)
{
	static const int list[] = {4, 5, 6};
	void *to = &&after;
	printf("%d\n", run((const unsigned char[]){0, 2, 0, 3, 1, 2, 3}));
	printf("%d %d\n", find(list, 3, 5), find(list, 3, 9));
	goto *to;
	printf("not reached\n");
after:
	return 0;
}
