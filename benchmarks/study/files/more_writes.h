#include <stdatomic.h>
static atomic_int more_writes_to;
static void more_writes(void)
{
	for (int i = 0; i < WRITES; i++)
		atomic_store_explicit(&more_writes_to, i, memory_order_relaxed);
}
#define atomic_store(...) (more_writes(), atomic_store(__VA_ARGS__))
#define atomic_store_explicit(...) (more_writes(), atomic_store_explicit(__VA_ARGS__))
#define atomic_exchange_explicit(...) (more_writes(), atomic_exchange_explicit(__VA_ARGS__))
#define atomic_fetch_add(...) (more_writes(), atomic_fetch_add(__VA_ARGS__))
#define atomic_fetch_add_explicit(...) (more_writes(), atomic_fetch_add_explicit(__VA_ARGS__))
#define atomic_fetch_sub_explicit(...) (more_writes(), atomic_fetch_sub_explicit(__VA_ARGS__))
#define atomic_compare_exchange_strong_explicit(...) (more_writes(), atomic_compare_exchange_strong_explicit(__VA_ARGS__))
#define atomic_compare_exchange_weak_explicit(...) (more_writes(), atomic_compare_exchange_weak_explicit(__VA_ARGS__))
