// Two threads that use the code at the same time. Fencepost runs them in all orders that the
// memory model allows; another compiler makes a test of it.
#include <atomic>
#include <cassert>
#include <thread>
{{headers}}
// An example: a message and a flag. Put the code to be checked in its place.
static int message;
static std::atomic<int> ready;

static void first()
{
	message = 42;
	ready.store(1, std::memory_order_release);
}

static void second()
{
	if (ready.load(std::memory_order_acquire))
		assert(message == 42);
}

int main()
{
	std::thread a(first), b(second);
	a.join();
	b.join();
}
