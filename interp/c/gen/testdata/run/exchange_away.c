// What an exchange takes away may be content that was never written, as long as nobody
// uses it.
#include <stdio.h>
#include <stdlib.h>

static long drain(volatile long *cell, long *into)
{
	*into = __atomic_exchange_n(cell, *into, __ATOMIC_RELAXED);
	return 0;
}

int main(void)
{
	volatile long cell;
	long *heap = malloc(2 * sizeof *heap), value = 3;
	drain(&cell, &value);
	heap[0] = __atomic_exchange_n(&heap[1], 5, __ATOMIC_SEQ_CST);
	printf("%ld %ld\n", cell, heap[1]);
	free(heap);
	return 0;
}
