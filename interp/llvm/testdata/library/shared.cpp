// The free functions that access a shared_ptr atomically.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::shared_ptr<int> first = std::make_shared<int>(1), second;

int main()
{
	std::thread other([] {
		auto seen = std::atomic_load(&first);
		std::atomic_compare_exchange_strong(&first, &seen, std::make_shared<int>(2));
		std::atomic_store(&second, seen);
	});
	auto old = std::atomic_exchange(&first, std::shared_ptr<int>(new int(3)));
	assert(*old == 1 || *old == 2);
	other.join();
	assert(*first == 3 && *second == 1 || *old == 1 && *second == 3);
}
