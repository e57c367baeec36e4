/* The lock of c11/rwlock.c, taken for writing. -DBROKEN takes it for reading.
 *
 * linearizable lock: yes
 * linearizable -DBROKEN lock: no
 */
#define FIXED
#include "structure.h"
#include "../c11/rwlock.c"
#undef main

#ifdef BROKEN
#define write_lock read_lock
#define write_unlock read_unlock
#endif

static void *one(void *p) { section(1, write_lock, write_unlock); return p; }
static void *two(void *p) { section(2, write_lock, write_unlock); return p; }

int main(void)
{
	in_threads(one, two);
	return 0;
}
