/* A queue of one producer and one consumer: templates, constructors, members that take the
   memory order as an argument, and a class for threads. */
#include <assert.h>
#include <pthread.h>

enum order { relaxed = __ATOMIC_RELAXED, acquire = __ATOMIC_ACQUIRE, release = __ATOMIC_RELEASE };

namespace box {
template <typename T> class atomic {
	T value;

public:
	atomic(T v = T()) : value(v) {}
	T load(order o) const { return __atomic_load_n(&value, o); }
	void store(T v, order o) { __atomic_store_n(&value, v, o); }
	bool swap(T &expected, T v, order well, order ill)
	{
		return __atomic_compare_exchange_n(&value, &expected, v, true, well, ill);
	}
};

template <typename T, int N> class queue {
	T slots[N];
	atomic<unsigned> head, tail;

public:
	bool push(const T &v)
	{
		unsigned t = tail.load(relaxed);
		if (t - head.load(acquire) == N)
			return false;
		slots[t % N] = v;
		tail.store(t + 1, PUBLISH);
		return true;
	}
	bool pop(T &v)
	{
		unsigned h = head.load(relaxed);
		if (h == tail.load(acquire))
			return false;
		v = slots[h % N];
		head.store(h + 1, release);
		return true;
	}
};
}

struct item { int id; long weight; };

class thread {
	pthread_t id;

public:
	thread(void *(*f)(void *)) { pthread_create(&id, nullptr, f, nullptr); }
	~thread() { pthread_join(id, nullptr); }
};

static box::queue<item, 2> items;
static box::atomic<int> taken(0);

static void *producer(void *)
{
	items.push({1, 10});
	items.push({2, 20});
	return nullptr;
}

static void *consumer(void *)
{
	item i;
	if (items.pop(i)) {
		assert(i.weight == i.id * 10);
		int was = taken.load(relaxed);
		while (!taken.swap(was, was + i.id, relaxed, relaxed))
			;
	}
	return nullptr;
}

int main()
{
	{
		thread p(producer), c(consumer);
	}
	int sum = taken.load(relaxed);
	assert(sum == 0 || sum == 1);
}
