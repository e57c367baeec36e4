/* One thread may access the same bytes at different sizes: pending stores of
 * its own are seen through all of them.
 *
 * all: completed
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

union word {
	uint32_t whole;
	uint16_t half[2];
	uint8_t byte[4];
};

static union word shared;

static void *worker(void *unused)
{
	shared.whole = 0x11223344;
	assert(shared.byte[0] == 0x44 && shared.half[1] == 0x1122);
	shared.byte[1] = 0x55;
	assert(shared.whole == 0x11225544);
	shared.half[1] = 0;
	assert(shared.whole == 0x5544 && shared.byte[3] == 0);
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, NULL, worker, NULL);
	pthread_join(a, NULL);
	assert(shared.half[0] == 0x5544);
	return 0;
}
