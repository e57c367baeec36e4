/* Futures, with values and with exceptions. */
#include <cassert>
#include <future>
#include <stdexcept>

int main()
{
	std::promise<int> promise;
	auto value = promise.get_future();
	std::thread t([&] { promise.set_value(5); });
	assert(value.get() == 5);
	t.join();
	auto fails = std::async(std::launch::async, []() -> int { throw std::runtime_error("no"); });
	try {
		fails.get();
		assert(false);
	} catch (std::runtime_error &e) {
		assert(e.what()[0] == 'n');
	}
}
