/* Unions, flexible arrays, static initialisers, clean-up by goto. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

union word {
	uint64_t u64;
	uint32_t u32[2];
	uint8_t u8[8];
	struct { uint8_t low, rest[7]; } s;;
};

struct variant {
	enum { INT, STR, PAIR } kind;
	union {
		long i;
		const char *s;
		struct { int a, b; };
	};
};

struct text {
	size_t len;
	char data[];
};

struct list {
	struct list *next;
	const char *name;
	int (*f)(int);
};

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static struct list second = { NULL, "square", square }, first = { &second, "twice", &twice };
static int matrix[][3] = { { 1, 2, 3 }, { 4 }, [3] = { [1] = 7, 8 } };
static int *inner = &matrix[3][1];
static char text[8] = "abc", exact[3] = "xyz", *where = text + 2, (*whole)[3] = &exact;
static const size_t off = offsetof(struct list, f);
enum { A = 5, B, C = A << B / 3, D = sizeof(matrix) / sizeof *matrix };
static unsigned char bytes[] = { 'a', '\n', '\x41', '\101', 0xff, (unsigned char)~0x0f };
static struct { struct { int x, y; } p[2]; long end; } nested = { { { 1, 2 }, { .y = 4 } }, 99L };
_Static_assert(D == 4 && C == 20, "constants");

static int live;

static long weight(const struct variant *v)
{
	switch (v->kind) {
	case INT: return v->i;
	case STR: return (long)strlen(v->s);
	case PAIR: return v->a * 100 + v->b;
	}
	return -1;
}

static void unions(void)
{
	union word w = { .u64 = 0x0102030405060708ULL };
	assert(w.u8[0] == 8 && w.u32[1] == 0x01020304);
	w.u8[7] = 0xff;
	w.s.rest[0] ^= 0x70;
	assert(w.u64 == 0xff02030405067708ULL);
	struct variant v[] = { { INT, .i = 42 }, { .kind = STR, .s = "hello" }, { .kind = PAIR, .a = 7, .b = 8 } };
	long sum = 0;
	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); ++i)
		sum += weight(&v[i]);
	assert(sum == 42 + 5 + 708);
	struct variant copy = v[2];
	assert(!memcmp(&copy.a, &v[2].a, 2 * sizeof(int)));
}

static struct text *append(struct text *t, const char *s)
{
	size_t old = t ? t->len : 0, n = strlen(s);
	t = realloc(t, sizeof *t + old + n + 1);
	memcpy(t->data + old, s, n + 1);
	t->len = old + n;
	return t;
}

static void initialisers(void)
{
	int n = 0;
	for (struct list *l = &first; l; l = l->next)
		n = n * 100 + l->f(9);
	assert(n == 1881 && off == 16 && *inner == 7 && inner[1] == 8 && matrix[1][2] == 0);
	assert(*where == 'c' && (*whole)[2] == 'z' && text[7] == 0 && sizeof exact == 3);
	for (unsigned i = n = 0; i < sizeof bytes; i++)
		n += bytes[i];
	assert(n == 'a' + 10 + 65 + 65 + 255 + 240);
	assert(nested.p[0].y == 2 && nested.p[1].x == 0 && nested.p[1].y == 4 && nested.end == 99);
	assert((short)40000 == -25536 && INT_MIN + 1 == -INT_MAX && -1 >= 0u);
}

static void *get(size_t n)
{
	void *p = malloc(n);
	if (p)
		live++;
	return p;
}

static void drop(void *p)
{
	live--;
	free(p);
}

static int acquire(int fail_at)
{
	char *a;
	int *b, err = -ENOMEM;
	if (fail_at == 1 || !(a = get(8)))
		goto fail;
	if (fail_at == 2 || (b = get(4 * sizeof(int))) == NULL)
		goto free_a;
	for (int i = 0; i < 4; i++)
		b[i] = i * i;
	if (fail_at == 3) {
		err = -EINVAL;
		goto free_b;
	}
	strncpy(a, "ready", 7);
	err = a[0] == 'r' && a[6] == 0 ? b[3] : 0;
free_b:
	drop(b);
free_a:
	drop(a);
fail:
	return err;
}

int main(void)
{
	unions();
	initialisers();
	struct text *t = append(append(NULL, "alpha"), "!");
	assert(t->len == 6 && !strcmp(t->data, "alpha!") && *strchr(t->data, 'p') == 'p');
	free(t);
	for (int i = 0; i < 4; i++)
		assert(((int[]){ 9, -ENOMEM, -ENOMEM, -EINVAL }[i]) == acquire(i) && live == 0);
	return 0;
}
