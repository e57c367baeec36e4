/* A section hands a block over and then uses it. Who has read what the section wrote frees
 * the block: it is not used any more, for nobody sees the middle of a section.
 *
 * all: completed
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static atomic_int handed;
static atomic_int *block;

static void *hand(void *unused)
{
	__VERIFIER_atomic_begin();
	atomic_store_explicit(&handed, 1, memory_order_relaxed);
	atomic_store_explicit(block, 1, memory_order_relaxed);
	__VERIFIER_atomic_end();
	return unused;
}

static void *take(void *unused)
{
	if (atomic_load_explicit(&handed, memory_order_acquire))
		free(block);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	block = malloc(sizeof *block);
	pthread_create(&a, NULL, hand, NULL);
	pthread_create(&b, NULL, take, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
