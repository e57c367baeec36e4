#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct tagged { int index; int tag; };
struct odd { char c; short s; };

atomic_int x;
_Atomic unsigned char byte;
_Atomic signed char sbyte = -1;
_Atomic(_Bool) flag;
int cells[4] = { 1, 2, 3, 4 };
int *_Atomic cursor = cells;
_Atomic(struct tagged) head = { 3, 4 };
_Atomic(struct odd) odd;
atomic_flag latch = ATOMIC_FLAG_INIT;

static void *bump(void *arg)
{
	for (int i = 0; i < *(int *)arg; i++) {
		x += 1;
		byte *= 3;
	}
	return (void *)(long)x;
}

int main(void)
{
	assert((x = 5) == 5 && x == 5);
	assert((x += 3) == 8 && (x -= 1) == 7 && x++ == 7 && ++x == 9 && x-- == 9);
	assert((x *= 3) == 24 && (x /= 5) == 4 && (x <<= 2) == 16 && (x ^= 3) == 19 && (x |= 4) == 23 && (x &= 6) == 6);
	byte = 250;
	assert((byte += 10) == 4 && byte-- == 4 && (byte -= 10) == 249);
	assert(sbyte == -1 && (sbyte += 1) == 0 && --sbyte == -1 && (sbyte *= 100) == -100);
	flag = 7;
	assert(flag == 1 && (flag ^= 1) == 0 && (flag |= 4) == 1 && (flag &= 2) == 0 && ++flag == 1 && flag++ == 1);
	assert(*cursor++ == 1 && *cursor == 2 && *(cursor += 2) == 4 && *--cursor == 3);

	assert(atomic_load(&x) == 6 && atomic_exchange(&x, 9) == 6 && atomic_fetch_sub(&x, 1) == 9);
	assert(atomic_fetch_or(&x, 3) == 8 && atomic_fetch_and(&x, 10) == 11 && atomic_fetch_xor(&x, 1) == 10);
	int expected = 5;
	assert(!atomic_compare_exchange_strong(&x, &expected, 1) && expected == 11);
	assert(atomic_compare_exchange_strong(&x, &expected, 1) && expected == 11 && x == 1);
	unsigned char want[2] = { 0, 249 };
	assert(!atomic_compare_exchange_strong(&byte, &want[0], 8) && want[0] == 249);
	assert(atomic_compare_exchange_strong(&byte, &want[1], 8) && byte == 8);
	assert(!atomic_flag_test_and_set(&latch) && atomic_flag_test_and_set(&latch));
	atomic_flag_clear(&latch);
	assert(!atomic_flag_test_and_set(&latch));

	struct tagged now = head;
	assert(now.index == 3 && now.tag == 4);
	struct tagged next = { 7, now.tag + 1 };
	assert(atomic_compare_exchange_strong(&head, &now, next));
	assert(!atomic_compare_exchange_strong(&head, &now, next) && now.index == 7 && now.tag == 5);
	head = (struct tagged){ 1, 2 };
	assert(atomic_exchange(&head, now).tag == 2 && atomic_load(&head).tag == 5);
	struct odd o = { 1, 2 }, seen = { 0, 0 };
	odd = o;
	assert(!atomic_compare_exchange_strong(&odd, &seen, o) && seen.s == 2);

	int plain = 3;
	assert(__atomic_add_fetch(&plain, 4, __ATOMIC_RELAXED) == 7 && __sync_fetch_and_add(&plain, 1) == 7);
	assert(__sync_val_compare_and_swap(&plain, 8, 2) == 8 && __sync_bool_compare_and_swap(&plain, 8, 3) == 0);
	assert(__atomic_exchange_n(&plain, -1, __ATOMIC_ACQ_REL) == 2 && __atomic_nand_fetch(&plain, 6, __ATOMIC_SEQ_CST) == ~6);

	pthread_t t[2];
	int rounds = 3;
	void *result;
	x = 0;
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, bump, &rounds);
	pthread_join(t[0], 0);
	pthread_join(t[1], &result);
	assert(x == 6 && byte == (unsigned char)(8 * 729) && (long)result >= 3);
	return 0;
}
