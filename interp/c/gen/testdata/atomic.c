#include <stdatomic.h>
#include <stdbool.h>

atomic_int x;
_Atomic unsigned char small;
_Atomic(_Bool) flag;
int *_Atomic ptr;
atomic_flag lock = ATOMIC_FLAG_INIT;

int main(void)
{
	x = 1;
	x += 2;
	int old = x++;
	x *= 3;
	flag |= true;
	small--;
	ptr += 2;
	int expected = 4;
	while (!atomic_compare_exchange_weak_explicit(&x, &expected, expected + 1,
						      memory_order_acq_rel, memory_order_relaxed))
		;
	atomic_store_explicit(&x, old, memory_order_release);
	if (atomic_flag_test_and_set(&lock))
		atomic_thread_fence(memory_order_seq_cst);
	atomic_flag_clear_explicit(&lock, memory_order_release);
	return atomic_fetch_add(&x, 1) + atomic_exchange(&x, 2) + atomic_load(&x);
}
