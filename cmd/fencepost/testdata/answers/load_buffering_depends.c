// check: proved (its assertions for imm, too, if the compiler keeps dependencies)
// What each thread stores depends on what it has loaded, through calls and memory.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int r[2];
static int get(atomic_int *p) { return atomic_load_explicit(p, memory_order_relaxed); }
static void put(atomic_int *p, int v) { atomic_store_explicit(p, v, memory_order_relaxed); }
static int id(int v) { int w = v; int *p = &w; return *p; }
static void *one(void *a) { int v = id(get(&x)); put(&y, id(v)); r[0] = v; return a; }
static void *two(void *a) { int v = get(&y); put(&x, id(v - v + 1)); r[1] = v; return a; }
int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, i ? two : one, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	assert(!(r[0] == 1 && r[1] == 1));
	return 0;
}
