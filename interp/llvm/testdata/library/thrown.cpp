// What the library throws is caught; an exception goes to another thread; variables of threads are
// destroyed; a thread that slept sees that time passed.
#include <cassert>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

int destroyed;
struct counted {
	int n = 1;
	~counted() { destroyed += n; }
};
thread_local counted mine;

template <class E, class F> bool throws(F f)
{
	try {
		f();
	} catch (const E &) {
		return true;
	}
	return false;
}

int main()
{
	std::promise<int> promise;
	std::thread t([&] {
		mine.n = 2;
		try {
			throw std::runtime_error("lost");
		} catch (...) {
			promise.set_exception(std::current_exception());
		}
	});
	assert(throws<std::runtime_error>([&] { promise.get_future().get(); }));
	t.join();
	assert(destroyed == 2);
	std::vector<int> v(2);
	assert(throws<std::out_of_range>([&] { v.at(5) = 1; }));
	assert(throws<std::invalid_argument>([] { (void)std::stoi("x"); }));
	assert(throws<std::bad_function_call>([] { std::function<void()>()(); }));
	assert(throws<std::bad_weak_ptr>([] { std::shared_ptr<int>(std::weak_ptr<int>()); }));
	assert(throws<std::future_error>([&] { promise.set_value(1); }));
	try {
		std::unique_lock<std::mutex> none;
		none.lock();
		assert(false);
	} catch (const std::system_error &e) {
		assert(e.code() == std::errc::operation_not_permitted);
	}
	auto start = std::chrono::steady_clock::now();
	std::this_thread::sleep_until(start + std::chrono::milliseconds(10));
	assert(std::chrono::steady_clock::now() - start >= std::chrono::milliseconds(10));
}
