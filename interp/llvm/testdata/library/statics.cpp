/* Local statics, variables of threads, constructors of globals, clocks, threads that stop. */
#include <atomic>
#include <cassert>
#include <chrono>
#include <stop_token>
#include <thread>

struct Value {
	int v;
	Value() : v(3) {}
	~Value() {}
};

Value global;
thread_local Value own;

Value &local()
{
	static Value value;
	return value;
}

int main()
{
	auto begin = std::chrono::steady_clock::now();
	std::jthread t([](std::stop_token stop) {
		assert(local().v == 3 && own.v == 3);
		own.v = 4;
		std::this_thread::sleep_for(std::chrono::milliseconds(1));
		while (!stop.stop_requested())
			std::this_thread::yield();
	});
	assert(local().v == 3 && own.v == 3 && global.v == 3);
	assert(std::chrono::steady_clock::now() >= begin);
	t.request_stop();
}
