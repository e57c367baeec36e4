/* What throws has not been called once: the next caller, or one that waits, calls it again. */
#include <cassert>
#include <mutex>
#include <thread>

std::once_flag once;
int tries, calls, caught;

void first()
{
	try {
		std::call_once(once, [] {
			if (++tries == 1)
				throw 1;
			calls++;
		});
	} catch (int) {
		caught++;
	}
}

int main()
{
	std::thread t(first);
	std::thread u(first);
	t.join();
	u.join();
	assert(tries == 2 && calls == 1 && caught == 1);
}
