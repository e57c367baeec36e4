/* Static objects begin with their initial values, in every execution, and zero
 * where there are none; addresses in them point where they should.
 *
 * all: completed
 */
#include <assert.h>
#include <string.h>

struct node {
	int key;
	struct node *next;
	const char *name;
	int tail[3];
};

static struct node second = {2, 0, "two", {[1] = 9}};
static struct node first = {.key = 1, .next = &second, .name = "one"};
static int zero[4], *middle = &zero[2];
static int (*compare)(const char *, const char *) = strcmp;

static int next(void)
{
	static int n = 41;
	return ++n;
}

int main(void)
{
	assert(first.key == 1 && first.next == &second && first.next->key == 2);
	assert(compare(first.name, "one") == 0 && second.name[2] == 'o');
	assert(second.tail[0] == 0 && second.tail[1] == 9 && first.tail[2] == 0);
	assert(*middle == 0);
	*middle = 4;
	assert(zero[2] == 4);
	assert(next() == 42 && next() == 43);
	first.key = second.tail[1] = 0;
	return 0;
}
