// A client of Silo's spinlock: two transactions commit. The lock is made of a volatile word and of
// GCC's __sync functions, and relies on more than the language says of them.
#include "spinlock.h"

#include <thread>

static spinlock lock;
static int tid, version;

static void commit()
{
	lock.lock();
	INVARIANT(tid == version);
	tid++;
	version++;
	lock.unlock();
}

int main()
{
	std::thread other(commit);
	commit();
	other.join();
	ALWAYS_ASSERT(tid == 2 && version == 2);
}
