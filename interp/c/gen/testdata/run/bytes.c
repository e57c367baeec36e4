// Never written is a property of bytes: unions, padding and halves of words.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

union u {
	int i;
	char c;
	long l;
};

struct s {
	char a;
	int b;
};

static int zero(const void *p, size_t n)
{
	const unsigned char *b = p;
	while (n > 0 && b[n - 1] == 0)
		n--;
	return n == 0;
}

int main(void)
{
	union u a, b;
	a.i = 5;
	b = a;
	assert(b.i == 5);
	union u c;
	c.c = 3;
	union u d = c;
	assert(d.c == 3);

	struct s x;
	memset(&x, 0, sizeof x);
	struct s y = x;
	assert(zero(&x, sizeof x) && memcmp(&x, &y, sizeof x) == 0);
	struct s *h = malloc(sizeof *h);
	memset(h, 0, sizeof *h);
	assert(zero(h, sizeof *h));
	free(h);

	char *p = malloc(8);
	memset(p + 4, 7, 4);
	p = realloc(p, 16);
	assert(p[4] == 7 && p[7] == 7);
	free(p);
	puts("all bytes");
	return 0;
}
