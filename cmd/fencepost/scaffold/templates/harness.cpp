// Two threads that use the code at the same time. Fencepost runs them in all orders that the
// memory model allows; another compiler makes a test of it.
#include <atomic>
#include <cassert>
#include <thread>
{{headers}}
{{shared}}
static void first()
{
{{first}}}

static void second()
{
{{second}}}

int main()
{
	std::thread a(first), b(second);
	a.join();
	b.join();
}
