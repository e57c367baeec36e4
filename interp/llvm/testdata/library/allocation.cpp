/* A program that replaces operator new and delete: the other forms call these. */
#include <cassert>
#include <cstdlib>
#include <new>
#include <thread>

int live;

void *operator new(std::size_t size)
{
	live++;
	return std::malloc(size);
}

void operator delete(void *at) noexcept
{
	live -= at != nullptr;
	std::free(at);
}

struct pair {
	int first, second;
	~pair() { first = 0; }
};

int main()
{
	delete new int;
	assert(live == 0);
	pair *list = new pair[3];
	assert(live == 1);
	delete[] list;
	assert(live == 0);
	int *one = new (std::nothrow) int, *several = new (std::nothrow) int[4];
	assert(live == 2);
	operator delete(one, std::nothrow);
	delete[] several;
	assert(live == 0);
	std::thread([] {}).join();
	assert(live == 0);
}
