/* Mutexes of all kinds, condition variables, and once. */
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::mutex m;
std::recursive_mutex nested;
std::shared_mutex shared;
std::condition_variable changed;
std::once_flag once;
int x, calls;
bool ready;

void first()
{
	std::call_once(once, [] { calls++; });
	assert(calls == 1);
	{
		std::lock_guard<std::mutex> guard(m);
		x = 1;
		ready = true;
	}
	changed.notify_one();
	std::unique_lock<std::shared_mutex> write(shared);
	x = 2;
}

int main()
{
	std::thread t(first);
	std::call_once(once, [] { calls++; });
	{
		std::unique_lock<std::mutex> lock(m);
		changed.wait(lock, [] { return ready; });
	}
	{
		std::shared_lock<std::shared_mutex> read(shared);
		assert(x == 1 || x == 2);
	}
	std::scoped_lock outer(nested);
	std::scoped_lock inner(nested);
	t.join();
	assert(x == 2 && calls == 1);
}
