/* Latches and barriers. */
#include <barrier>
#include <cassert>
#include <latch>
#include <thread>

std::latch latch(2);
int x, y;

int main()
{
	std::thread t([] {
		x = 1;
		latch.arrive_and_wait();
		assert(y == 1);
	});
	y = 1;
	latch.arrive_and_wait();
	assert(x == 1);
	t.join();
}
