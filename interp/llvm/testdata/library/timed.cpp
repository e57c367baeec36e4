/* Waits with a time limit. */
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <thread>

using namespace std::chrono_literals;

std::timed_mutex m;
std::mutex n;
std::condition_variable changed;
std::shared_timed_mutex shared;
std::counting_semaphore<2> permits(1);
bool ready;

int main()
{
	std::thread t([] {
		if (m.try_lock_for(1ms))
			m.unlock();
		{
			std::lock_guard guard(n);
			ready = true;
		}
		changed.notify_all();
		if (shared.try_lock_for(1ms))
			shared.unlock();
	});
	{
		std::unique_lock lock(n);
		changed.wait_for(lock, 1ms, [] { return ready; });
	}
	if (permits.try_acquire_for(1ms))
		permits.release();
	if (n.try_lock())
		n.unlock();
	t.join();
	std::promise<void> promise;
	auto future = promise.get_future();
	future.wait_for(1ms);
	promise.set_value();
	future.wait();
}
