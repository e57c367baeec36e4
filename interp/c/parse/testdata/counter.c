#include <stdatomic.h>
#define TIMES(n, x) for (int i_ = 0; i_ < (n); i_++) { x; }

static atomic_int counter;
static int plain[2] = {[1] = 3};

static void *work(void *arg)
{
	TIMES(2, atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed));
	plain[*(int *)arg]++; /* each its own */
	return 0;
}
