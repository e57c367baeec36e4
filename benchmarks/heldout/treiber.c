/* treiber: Treiber's stack, two pushers and a thread that pops.
 *
 * A node's fields may reach memory after the exchange that publishes it (PSO), or
 * be read from before (PSLO).
 *
 * expect sc tso: none
 * expect pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

struct node {
	int value;
	struct node *next;
};
static _Atomic(struct node *) top;

static void *pusher(void *arg)
{
	struct node *n = malloc(sizeof *n);
	n->value = (int)(intptr_t)arg + 1;
	struct node *t = LOAD(top);
	do {
		n->next = t;
		SS;
	} while (!CAS(top, &t, n));
	return NULL;
}

static void *popper(void *arg)
{
	(void)arg;
	for (int i = 0; i < 2; i++) {
		struct node *t = LOAD(top);
		LL;
		if (t && CAS(top, &t, t->next))
			assert(t->value == 1 || t->value == 2);
	}
	return NULL;
}

int main(void)
{
	pthread_t p[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&p[i], NULL, i < 2 ? pusher : popper, (void *)(intptr_t)i);
	for (int i = 0; i < 3; i++)
		pthread_join(p[i], NULL);
	return 0;
}
