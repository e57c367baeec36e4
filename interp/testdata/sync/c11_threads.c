/* C11's threads, mutexes, condition variables, thread-specific storage and
 * call_once.
 *
 * all: completed
 */
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static tss_t key;
static once_flag once = ONCE_FLAG_INIT;
static int turn, made;
static _Atomic int destroyed;
static thread_local int mine = 3;

static void make(void) { made++; }

static void destroy(void *p) { destroyed += *(int *)p; }

static int player(void *p)
{
	int me = *(int *)p;

	call_once(&once, make);
	assert(made == 1);
	tss_set(key, p);
	mine += me;
	for (int i = 0; i < 2; i++) {
		mtx_lock(&m);
		while (turn != me)
			cnd_wait(&c, &m);
		turn = 1 - me;
		cnd_broadcast(&c);
		mtx_unlock(&m);
	}
	assert(tss_get(key) == p);
	if (me == 1)
		thrd_exit(10 + mine);
	return mine;
}

int main(void)
{
	thrd_t a, b;
	static int id[2] = {0, 1};
	int r, s;

	assert(mtx_init(&m, mtx_plain | mtx_recursive) == thrd_success);
	mtx_lock(&m);
	assert(mtx_trylock(&m) == thrd_success);
	mtx_unlock(&m);
	mtx_unlock(&m);
	cnd_init(&c);
	tss_create(&key, destroy);
	thrd_create(&a, player, &id[0]);
	assert(thrd_create(&b, player, &id[1]) == thrd_success);
	thrd_yield();
	thrd_join(a, &r);
	thrd_join(b, &s);
	assert(r == 3 && s == 14 && mine == 3);
	assert(destroyed == 1);
	assert(thrd_equal(thrd_current(), thrd_current()) && !thrd_equal(a, b));
	mtx_destroy(&m);
	cnd_destroy(&c);
	return 0;
}
