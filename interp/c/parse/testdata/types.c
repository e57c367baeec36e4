typedef struct node { struct node *next; union { int i; char c[4]; }; } node_t;
enum color { RED, GREEN = 3, BLUE };
_Static_assert(sizeof(int) == 4, "int");
int (*table[2])(int, char), x = 'a' + 0x1f, *p = &(int){5};
_Atomic(node_t *) head;
_Thread_local long t;
_Alignas(64) unsigned char line[64];
static inline __attribute__((noinline)) int f(const volatile int *q)
{
	__typeof__(x) k = ({ int u = *q << 2; u | ~1; });
	return _Generic(k, int: 1, default: 2) ? (int)sizeof(node_t) : -k;
}
