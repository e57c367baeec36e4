// A stack with a tagged top: two words that change together, a half being HALF, with
// MORE beside them, or two
// words under a lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef MORE
#define MORE
#endif

typedef struct { HALF top; MORE HALF tag; } head;
static int next[3];
int r0, r1, r2;

#ifdef LOCKED
static head stack;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void push(int n) {
	pthread_mutex_lock(&m);
	next[n] = (int)stack.top;
	stack = (head){.top = n, .tag = stack.tag + 1};
	pthread_mutex_unlock(&m);
}
static int pop(void) {
	pthread_mutex_lock(&m);
	int n = (int)stack.top;
	if (n)
		stack = (head){.top = next[n], .tag = stack.tag + 1};
	pthread_mutex_unlock(&m);
	return n;
}
static int tag(void) { return (int)stack.tag; }
#else
static _Atomic head stack;
static _Atomic int *link(int n) { return (_Atomic int *)&next[n]; }
static void push(int n) {
	head old = atomic_load(&stack), new;
	do {
		atomic_store_explicit(link(n), (int)old.top, memory_order_relaxed);
		new = (head){.top = n, .tag = old.tag + 1};
	} while (!atomic_compare_exchange_strong(&stack, &old, new));
}
static int pop(void) {
	head old = atomic_load(&stack), new;
	do {
		if (!old.top)
			return 0;
		new = (head){.top = atomic_load_explicit(link((int)old.top), memory_order_relaxed), .tag = old.tag + 1};
	} while (!atomic_compare_exchange_strong(&stack, &old, new));
	return (int)old.top;
}
static int tag(void) { return (int)atomic_load(&stack).tag; }
#endif

static void *a(void *p) { push(1); r0 = pop(); return p; }
static void *b(void *p) { push(2); r1 = pop(); return p; }

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, a, 0);
	pthread_create(&u, 0, b, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	assert(r0 != r1 && r0 && r1 && !pop());
	r2 = tag();
	return 0;
}
