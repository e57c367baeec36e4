// A slot of a ring whose halves are read one by one and changed together.
#include <pthread.h>
#include <stdint.h>

struct slot { uint64_t value, turn; };
union both { struct slot s; unsigned __int128 v; };
static struct slot slot __attribute__((aligned(16)));
int r0, r1, r2;

static int change(struct slot *at, struct slot *expected, struct slot next)
{
	union both old = {.s = *expected}, new = {.s = next};
	char done;
	__asm__ __volatile__("lock cmpxchg16b %1\n\tsetz %0"
	                     : "=q"(done), "+m"(*(unsigned __int128 *)at), "+d"(old.s.turn), "+a"(old.s.value)
	                     : "c"(new.s.turn), "b"(new.s.value)
	                     : "cc", "memory");
	*expected = old.s;
	return done;
}
static void *put(void *p)
{
	struct slot old = {0, 0};
	r2 = change(&slot, &old, (struct slot){7, 1});
	return p;
}
static void *get(void *p)
{
#ifdef TURN_FIRST
	r0 = (int)__atomic_load_n(&slot.turn, ORDER);
	r1 = (int)__atomic_load_n(&slot.value, ORDER);
#else
	r1 = (int)__atomic_load_n(&slot.value, ORDER);
	r0 = (int)__atomic_load_n(&slot.turn, ORDER);
#endif
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
