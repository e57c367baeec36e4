// Inline assembly that is known: scans of bits, exchanges, and what compilers must not look through.
#include <cassert>
#include <thread>

long counter, word = 5;
alignas(16) long pair[2] = {1, 2};

static long add(long *p, long by)
{
	asm volatile("lock; xaddq %0, %1" : "+r"(by), "+m"(*p) : : "memory");
	return by;
}

static bool exchange(long *p, long old, long now)
{
	char same;
	asm volatile("lock cmpxchgq %3, %1\n\tsetz %0" : "=q"(same), "+m"(*p), "+a"(old) : "r"(now) : "memory", "cc");
	return same;
}

static bool exchange_pair(long *p, long low, long high, long new_low, long new_high)
{
	char same;
	asm volatile("lock cmpxchg16b %2; setz %1" : "+d"(high), "=q"(same), "+m"(*(__int128 *)p), "+a"(low) : "b"(new_low), "c"(new_high) : "memory", "cc");
	return same;
}

static int top(unsigned x)
{
	int n;
	asm("bsrl %1, %0" : "=r"(n) : "r"(x));
	return n;
}

static int compute(int v, int by)
{
	asm("addl %1, %0; sub $3, %0; andl $0xff, %0; orl $256, %0" : "+r"(v) : "r"(by));
	return v;
}

static const void *after(const void *p, long read)
{
	const void *r;
	asm("movq %1, %0; xor %2, %0; xor %2, %0" : "=&r"(r) : "r"(p), "r"(read));
	return r;
}

static int load(const int *at)
{
	int v;
	asm volatile("movl %1, %0" : "=r"(v) : "m"(*at) : "memory");
	return v;
}

static void store(short *at, short v)
{
	asm volatile("movw %1, %0" : "=m"(*at) : "ir"(v) : "memory");
}

int cell = -7;
short half;

int main()
{
	std::thread t([] { add(&counter, 2); });
	add(&counter, 3);
	t.join();
	assert(add(&counter, 0) == 5);
	assert(exchange(&word, 5, 6) && !exchange(&word, 5, 7) && word == 6);
	assert(exchange_pair(pair, 1, 2, 3, 4) && !exchange_pair(pair, 1, 2, 5, 6) && pair[0] == 3 && pair[1] == 4);
	assert(top(1) == 0 && top(0x40000000) == 30);
	assert(compute(-9, 4) == 256 + 248 && after(&half, 77) == &half);
	store(&half, -3);
	assert(load(&cell) == -7 && half == -3);
	long hidden = 7;
	asm volatile("" : "+r"(hidden));
	asm volatile("mfence" ::: "memory");
	assert(hidden == 7);
}
