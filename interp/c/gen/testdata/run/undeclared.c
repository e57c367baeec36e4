// Library functions without their headers, beside names of these headers that are the program's own.
typedef unsigned int size_t;
struct tm { int value; };
struct list { struct list *next; int value; };
static int remove(struct list *l) { return l->value; }
struct list *index(struct list *l, int i) { while (i--) l = l->next; return l; }
int clone(struct list *l) { return l->value + 1; }
unsigned alarm(void) { return 4; }
void read(struct list *l, int v) { l->value = v; }
long write(int v, struct list *l) { return l->value + v; }
static int send(int a) { return a; }
enum { kill = 3 };

int main(void)
{
	struct list *a = malloc(sizeof *a), *b = calloc(1, sizeof *b);
	struct tm tm = {time(0) >= 0};
	a->next = b;
	read(a, 5);
	read(b, 6);
	printf("%d %d %d %u %ld %d %d\n", remove(a), index(a, 1)->value, clone(b), alarm(), write(1, a), send(2), kill);
	printf("%d %d %d\n", (int)strlen("abc"), (int)sizeof(size_t), tm.value);
	free(a);
	free(b);
	return abs(-1) - 1;
}
