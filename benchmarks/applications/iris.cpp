// A client of Iris' ring of bytes and queue of buffers, as its test uses them: one thread fills
// buffers, another gives them back.
#include <lfringbuffer.h>
#include <sslfqueue.h>

#include <cassert>
#include <thread>

struct buffer {
	char *text;
	int size, data;
};

static const int items = 4;
static iris::lfringbuffer ring(4);
static iris::sslfqueue<buffer> queue(2);

static void recycle()
{
	for (int i = 1; i <= items; i++) {
		buffer b;
		while (!queue.poll(b))
			std::this_thread::yield();
		assert(b.text[0] == 'a' + b.data && b.text[b.data % 2] == b.text[0]);
		ring.release(b.size);
	}
}

int main()
{
	std::thread other(recycle);
	for (int i = 1; i <= items; i++) {
		char *text;
		int size;
		while (!(size = ring.acquire(1 + i % 2, text)))
			std::this_thread::yield();
		text[0] = text[i % 2] = 'a' + i;
		buffer b{text, size, i};
		while (!queue.offer(b))
			std::this_thread::yield();
	}
	other.join();
}
