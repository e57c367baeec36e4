#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct pair { char c; long v; };
struct node { struct node *next; struct pair p[3]; short tail; };
union mix { unsigned u; unsigned char b[4]; short h[2]; };

static struct node list[4] = { [1] = { .next = &list[3], .p[1].v = -5, .tail = 9 }, [3].tail = 4 };
static int table[] = { 1, 2, [5] = 6, 7 };
static const char *const words[] = { "one", "three" };
static int *inside = &table[2] + 1;
static char text[] = "hi";
static char room[8] = "abc";
static int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static int (*const both[2])(int, int) = { add, mul };

static struct pair make(char c, long v)
{
	struct pair p = { c, v };
	return p;
}

static struct pair twice(struct pair p)
{
	p.v *= 2;
	return p;
}

static long total(struct pair p, struct pair q, int k)
{
	struct pair *at = &p;
	at->v += k;
	return p.v + q.v + p.c;
}

static struct node big(struct node n)
{
	n.p[2] = make('z', 77);
	return n;
}

static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }

static int ack(int m, int n)
{
	if (m == 0)
		return n + 1;
	if (n == 0)
		return ack(m - 1, 1);
	return ack(m - 1, ack(m, n - 1));
}

int main(void)
{
	/* Static initialisers. */
	assert(list[1].next == list + 3 && list[1].p[1].v == -5 && list[1].next->tail == 4);
	assert(sizeof table / sizeof *table == 7 && table[1] == 2 && table[3] == 0 && table[6] == 7);
	assert(inside == table + 3 && *inside == 0);
	assert(words[1][2] == 'r' && strlen(words[1]) == 5 && sizeof text == 3 && text[2] == 0);
	assert(room[2] == 'c' && room[3] == 0 && room[7] == 0);
	assert("xyz"[1] == 'y');

	/* Pointers. */
	int *p = table, *q = &table[5];
	assert(q - p == 5 && p < q && *(p + 5) == 6 && p[6] == 7 && q[-4] == 2);
	assert(*p++ == 1 && *p == 2 && *++p == 0 && *--p == 2);
	p += 4;
	assert(p == q);
	*p += 10;
	assert(table[5] == 16 && (*p)++ == 16 && table[5] == 17);
	struct node *n = &list[1];
	n->p[2].c = 'x';
	n->next->p[0] = n->p[2];
	assert(list[3].p[0].c == 'x');
	assert((char *)&list[1].p[1].v - (char *)&list[1] == (long)(offsetof(struct node, p) + sizeof(struct pair) + offsetof(struct pair, v)));
	char *bytes = (char *)&table[1];
	assert(bytes[0] == 2 && bytes[1] == 0);

	/* Structures by value. */
	struct pair a = make('a', 10), b;
	b = a;
	b.v++;
	assert(a.v == 10 && b.v == 11 && b.c == 'a');
	assert(twice(a).v == 20 && a.v == 10);
	assert(twice(twice(make('q', 3))).v == 12 && twice(make('q', 3)).c == 'q');
	assert(total(a, b, 5) == 10 + 5 + 11 + 'a' && a.v == 10);
	b = a.v > 5 ? make('t', 1) : a;
	assert(b.c == 't');
	struct pair c;
	a = c = make('m', 2);
	assert(a.v == 2 && c.c == 'm');
	struct node m = big(list[1]);
	assert(m.p[2].v == 77 && m.p[1].v == -5 && m.next == &list[3] && list[1].p[2].v == 0);
	m = (struct node){ .tail = 3 };
	assert(m.next == NULL && m.p[1].v == 0 && m.tail == 3);
	struct pair *lit = &(struct pair){ 'l', 6 };
	lit->v += 1;
	assert(lit->v == 7 && lit->c == 'l');

	/* Unions, arrays. */
	union mix x = { .u = 0x01020304 };
	assert(x.b[0] == 4 && x.b[3] == 1 && x.h[1] == 0x0102);
	x.b[1] = 0xff;
	assert(x.u == 0x0102ff04);
	union mix y = x;
	assert(y.u == x.u);
	int grid[3][4] = { { 1, 2 }, [2] = { [3] = 9 } };
	assert(grid[0][1] == 2 && grid[1][1] == 0 && grid[2][3] == 9);
	int sum = 0;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 4; j++)
			grid[i][j] += i * 4 + j, sum += grid[i][j];
	assert(sum == 66 + 12);
	int (*row)[4] = grid + 1;
	assert((*row)[2] == 6 && row[1][0] == 8);
	char local[] = "local";
	local[0] = 'L';
	assert(sizeof local == 6 && local[5] == 0 && local[0] == 'L');

	/* Functions. */
	operation = both[1];
	assert(operation(6, 7) == 42 && (*both[0])(6, 7) == 13 && (operation == mul));
	assert(fact(10) == 3628800 && ack(2, 3) == 9);

	/* The heap and the mem functions. */
	long *h = malloc(4 * sizeof *h);
	for (int i = 0; i < 4; i++)
		h[i] = i * i;
	h = realloc(h, 8 * sizeof *h);
	assert(h[3] == 9);
	long *z = calloc(4, sizeof *z);
	assert(z[3] == 0);
	memcpy(z, h, 4 * sizeof *h);
	assert(z[2] == 4 && memcmp(z, h, 32) == 0);
	memset(z, 0xff, 16);
	assert(z[1] == -1 && z[2] == 4);
	free(h);
	free(z);
	return 0;
}
