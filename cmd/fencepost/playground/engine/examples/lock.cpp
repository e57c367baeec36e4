// a spin lock that is given back by a relaxed store
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class Lock {
	std::atomic<bool> taken{false};

public:
	void lock()
	{
		while (taken.exchange(true, std::memory_order_acquire))
			;
	}
	void unlock() { taken.store(false, std::memory_order_relaxed); }
};

Lock lock;
int counter;

void count()
{
	std::lock_guard<Lock> held(lock);
	counter++;
}

int main()
{
	std::thread a(count), b(count);
	a.join();
	b.join();
	assert(counter == 2);
}
