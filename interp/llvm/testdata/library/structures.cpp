/* Atomic structures, with bytes between members that nobody writes, and of 16 bytes. */
#include <atomic>
#include <cassert>
#include <thread>

struct Small {
	int a;
	char b;
};
struct Wide {
	void *p;
	long tag;
};

std::atomic<Small> x;
std::atomic<Wide> w;
std::atomic<double> sum{0.5};

int main()
{
	std::thread t([] {
		Small s;
		s.a = 1;
		s.b = 2;
		x.store(s);
		w.store(Wide{&x, 3});
		sum.fetch_add(1);
	});
	Small s = x.load(), next;
	next.a = 5;
	next.b = 6;
	x.compare_exchange_strong(s, next);
	Wide v = w.load();
	assert(v.p == nullptr || v.tag == 3);
	w.compare_exchange_strong(v, Wide{nullptr, 9});
	t.join();
	s = x.exchange(next);
	assert((s.a == 1 || s.a == 5) && sum == 1.5);
}
