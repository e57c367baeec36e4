/* The set of relaxer/harris.c with its fences, for the hardware models. -DBROKEN
 * links nodes by stores.
 *
 * linearizable set sc tso pso: yes
 * linearizable -DBROKEN set sc tso pso: no
 */
#ifdef BROKEN
#define BROKEN_CAS
#endif
#define FIXED
#include "structure.h"
#define contains contains_key
#include "../relaxer/harris.c"
#undef main
#undef contains

#define MARKED(name, f)               \
	static void name(int key)     \
	{                             \
		method_begin(#name, key); \
		int done = f(key);    \
		method_end(done);     \
	}
MARKED(add, insert)
MARKED(delete, remove_key)
MARKED(contains, contains_key)

static void *one(void *p) { add(1); return p; }
static void *two(void *p) { add(2); delete(3); return p; }

int main(void)
{
	tail = calloc(1, sizeof *tail);
	head = malloc(sizeof *head);
	head->next = link_to(tail);
	add(3);
	in_threads(one, two);
	contains(1);
	contains(2);
	return 0;
}
