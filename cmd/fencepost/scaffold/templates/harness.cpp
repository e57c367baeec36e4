// Two threads that use the code at the same time. Fencepost runs them in all orders that the
// memory model allows; another compiler makes a test of it.
#include <atomic>
#include <cassert>
#include <thread>
{{range .Headers}}#include "{{.}}"
{{end}}
{{if .Calls}}{{range .Shared}}static {{.}};
{{end}}
{{else}}// An example: a message and a flag. Put the code to be checked in its place.
static int message;
static std::atomic<int> ready;

{{end}}static void first()
{
{{if .Calls}}{{range .First.Locals}}	{{.}};
{{end}}	{{.First.Call}};
{{else}}	message = 42;
	ready.store(1, std::memory_order_release);
{{end}}}

static void second()
{
{{if .Calls}}{{range .Second.Locals}}	{{.}};
{{end}}	{{.Second.Call}};
	// What must hold: assert(...);
{{else}}	if (ready.load(std::memory_order_acquire))
		assert(message == 42);
{{end}}}

int main()
{
	std::thread a(first), b(second);
	a.join();
	b.join();
}
