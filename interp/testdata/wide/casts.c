// The halves of a pair, which one store writes, are read in the order opposite to theirs, by
// the expressions that WAY says.
#include <pthread.h>
#include <stdint.h>

struct stack { struct node *head; char *tag; } __attribute__((aligned(16)));
static struct stack s;
int r0, r1;

static inline int tag(struct stack *p)
{
#if WAY == 0
	return (int)(uintptr_t)__atomic_load_n(&p->tag, __ATOMIC_RELAXED);
#elif WAY == 1
	return (int)__atomic_load_n((uint64_t *)&p->tag, __ATOMIC_RELAXED);
#elif WAY == 2
	return (int)__atomic_load_n((uint64_t *)p + 1, __ATOMIC_RELAXED);
#else
	return (int)__atomic_load_n(&((uint64_t *)&s)[1], __ATOMIC_RELAXED);
#endif
}
static void *put(void *p)
{
	struct stack next = {(struct node *)&s, (char *)1};
	__atomic_store((unsigned __int128 *)&s, (unsigned __int128 *)&next, __ATOMIC_RELAXED);
	return p;
}
static void *get(void *p)
{
	r0 = tag(&s);
	r1 = __atomic_load_n((struct node *volatile *)&s, __ATOMIC_RELAXED) != 0;
	return p;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, put, 0);
	pthread_create(&u, 0, get, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
