/* A null pointer, read in a helper that is called by a helper.
 *
 * all: null pointer at @use, in value < sum < main
 */
#include <stddef.h>

struct node {
	int key;
	struct node *next;
};

static struct node last = {1, NULL};

static int value(struct node *n)
{
	return n->/*@use*/ key;
}

static int sum(struct node *n)
{
	int s = 0;
	for (int i = 0; i < 2; i++, n = n->next)
		s += value(n);
	return s;
}

int main(void)
{
	return sum(&last);
}
