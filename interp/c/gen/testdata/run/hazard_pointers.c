/* Replaced items are freed once no thread announces that it uses them. */
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>

#define THREADS 2

struct item {
	int value;
	struct item *next;
};

static _Atomic(struct item *) head;
static _Atomic(struct item *) hazard[THREADS];
static thread_local int me;
static thread_local struct item *retired;

static struct item *protect(void)
{
	struct item *p;
	do {
		p = atomic_load(&head);
		atomic_store(&hazard[me], p);
	} while (p != atomic_load(&head));
	return p;
}

static void scan(void)
{
	struct item **link = &retired;
	while (*link) {
		struct item *p = *link;
		int used = 0;
		for (int i = 0; i < THREADS; i++)
			used |= atomic_load(&hazard[i]) == p;
		if (used) {
			link = &p->next;
			continue;
		}
		*link = p->next;
		free(p);
	}
}

static int replace(void *arg)
{
	me = *(int *)arg;
	for (int i = 0; i < 2; i++) {
		struct item *fresh = malloc(sizeof *fresh), *old = protect();
		*fresh = (struct item){ .value = 10 * me + i };
		assert(old->value >= 0);
		_Bool done = atomic_compare_exchange_strong(&head, &old, fresh);
		atomic_store(&hazard[me], NULL);
		if (!done) {
			free(fresh);
			continue;
		}
		old->next = retired;
		retired = old;
		scan();
	}
	return retired == NULL ? thrd_success : thrd_error;
}

int main(void)
{
	thrd_t t[THREADS];
	int id[THREADS], result;
	head = calloc(1, sizeof(struct item));
	for (int i = 0; i < THREADS; i++) {
		id[i] = i;
		assert(thrd_create(&t[i], replace, &id[i]) == thrd_success);
	}
	for (int i = 0; i < THREADS; i++)
		thrd_join(t[i], &result);
	free(head);
	return 0;
}
