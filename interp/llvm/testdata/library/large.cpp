/* Atomic structures that are too large for a processor: calls of libatomic. */
#include <atomic>
#include <cassert>
#include <thread>

struct Large {
	long a, b, c;
};

std::atomic<Large> x;

int main()
{
	std::thread t([] { x.store(Large{1, 1, 1}, std::memory_order_release); });
	Large seen = x.load(std::memory_order_acquire);
	assert(seen.a == seen.b && seen.b == seen.c);
	Large expected{0, 0, 0};
	bool mine = x.compare_exchange_strong(expected, Large{2, 2, 2});
	assert(mine || expected.a == 1 && expected.c == 1);
	t.join();
	Large last = x.exchange(Large{3, 3, 3});
	assert(last.a == last.c && (last.a == 1 || last.a == 2));
}
