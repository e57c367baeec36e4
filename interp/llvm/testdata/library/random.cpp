// Numbers that come from outside.
#include <cassert>
#include <random>
#include <thread>

static void roll()
{
	std::random_device source;
	std::mt19937 numbers(source());
	std::uniform_int_distribution<> die(1, 6);
	int n = die(numbers);
	assert(n >= 1 && n <= 6 && source() != source());
}

int main()
{
	std::thread other(roll);
	roll();
	other.join();
}
