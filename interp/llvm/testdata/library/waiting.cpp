/* What waits for atomic variables. */
#include <atomic>
#include <barrier>
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>

#ifndef NOTIFY
#define NOTIFY flag.notify_one()
#endif

std::atomic<int> flag;
std::counting_semaphore<4> permits(0);
int x;

int main()
{
	std::thread t([] {
		x = 1;
		flag.store(1, std::memory_order_release);
		NOTIFY;
		permits.acquire();
		assert(x == 2);
	});
	flag.wait(0, std::memory_order_acquire);
	assert(x == 1);
	x = 2;
	permits.release();
	t.join();
}
