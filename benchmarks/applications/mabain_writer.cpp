// The bug of Mabain's test driver, told again: workers hand jobs to a writer by a queue with a lock,
// and the writer is stopped though jobs may be left.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex lock;
static std::condition_variable more;
static std::queue<int> jobs;
static bool stopped;
static int inserted;

static void writer()
{
	for (;;) {
		std::unique_lock<std::mutex> held(lock);
		more.wait(held, [] { return stopped || !jobs.empty(); });
		if (stopped) // and no look whether jobs are left
			return;
		inserted += jobs.front();
		jobs.pop();
	}
}

static void submit(int job)
{
	std::lock_guard<std::mutex> held(lock);
	jobs.push(job);
	more.notify_one();
}

int main()
{
	std::thread w(writer);
	std::thread worker(submit, 1);
	worker.join();
	{
		std::lock_guard<std::mutex> held(lock);
		stopped = true;
		more.notify_one();
	}
	w.join();
	assert(inserted == 1);
}
