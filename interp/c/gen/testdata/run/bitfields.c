#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct flags {
	unsigned ready : 1, mode : 3;
	int delta : 5;
	unsigned : 0;
	unsigned long wide : 40;
	_Bool set : 1;
	int tail;
};
union word {
	unsigned raw;
	struct {
		unsigned low : 16, high : 16;
	};
};
enum color { RED, GREEN };
struct small {
	enum color color : 4;
	unsigned char rest : 4;
};
static struct flags global = {1, 5, -3, 1ul << 39, 1, 7};
static struct small table[] = {{GREEN, 9}, {.rest = 3}};

static struct flags *next(struct flags *f, int *calls)
{
	++*calls;
	return f;
}

int main(void)
{
	struct flags f = {.mode = 2}, *p = malloc(sizeof *p);
	union word w = {.raw = 0x12345678};
	int calls = 0;
	printf("%zu %zu %zu\n", sizeof(struct flags), sizeof(union word), sizeof(struct small));
	printf("%d %d %d %lx %d %d\n", global.ready, global.mode, global.delta, (unsigned long)global.wide, global.set, global.tail);
	printf("%d %d %d\n", table[0].color, table[0].rest, table[1].rest);
	f.mode += 7;
	f.delta = 17;
	f.ready = 2;
	f.set = 4;
	f.wide = -1;
	printf("%d %d %d %d %lx\n", f.mode, f.delta, f.ready, f.set, (unsigned long)f.wide);
	p->delta = -1;
	p->mode = 7;
	p->mode++;
	int was = p->delta--;
	int now = ++p->mode;
	printf("%d %d %d %d\n", was, p->delta, now, p->mode);
	next(p, &calls)->mode |= 6;
	int value = next(p, &calls)->delta = 40;
	printf("%d %d %d\n", p->mode, calls, value);
	printf("%x %x\n", w.low, w.high);
	w.high = 0xabcd;
	printf("%x %d\n", w.raw, f.mode - 7 < 0);
	global = f;
	printf("%d %d\n", global.delta, memcmp(&w, &w.raw, sizeof w));
	free(p);
	return 0;
}
