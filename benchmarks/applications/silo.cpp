// A client of Silo's spinlock: two transactions commit, in volatile words as Silo has them. The lock is
// made of such a word and of GCC's __sync functions, and relies on more than the language says of them.
#include "spinlock.h"

#include <thread>

static spinlock lock;
static volatile int tid, version;

static void commit()
{
	lock.lock();
	INVARIANT(tid == version);
	tid = tid + 1;
	version = version + 1;
	lock.unlock();
}

int main()
{
	std::thread other(commit);
	commit();
	other.join();
	ALWAYS_ASSERT(tid == 2 && version == 2);
}
