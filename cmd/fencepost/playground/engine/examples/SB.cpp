// each thread writes one variable and reads the other
#include <atomic>
#include <thread>

std::atomic<int> x, y;
int r1, r2;

int main()
{
	std::thread a([] {
		x.store(1, std::memory_order_relaxed);
		r1 = y.load(std::memory_order_relaxed);
	});
	std::thread b([] {
		y.store(1, std::memory_order_relaxed);
		r2 = x.load(std::memory_order_relaxed);
	});
	a.join();
	b.join();
}
