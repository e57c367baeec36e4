#include <assert.h>

static int calls;
static int tick(void) { return ++calls; }

static int classify(long x)
{
	switch (x) {
	case 0:
		return 10;
	case 1:
	case 2:
		x += 20;
		break;
	case -5 ... -2:
		return 40;
	case 1000000000000:
		return 50;
	case 7: case 8: case 9: case 11: case 13:
		return 60;
	default:
		x = 70;
	}
	return x;
}

static int duff(int n)
{
	int done = 0, rounds = (n + 3) / 4;
	switch (n % 4) {
	case 0: do { done++;
	case 3:      done++;
	case 2:      done++;
	case 1:      done++;
		} while (--rounds > 0);
	}
	return done;
}

static int skipped(int x)
{
	switch (x) {
		int y;
	case 1:
		y = 5;
		return y;
	default:
		y = 6;
		int *p = &y;
		return *p + 1;
	}
}

static int jumps(int n)
{
	int s = 0, i = 0;
again:
	if (i < n) {
		s += i++;
		goto again;
	}
	if (s > 100)
		goto inner;
	{
		int fresh = 3;
		s += fresh;
inner:
		s += 1000;
	}
	return s;
}

static int nested(void)
{
	int found = 0;
	for (int i = 0; i < 5; i++) {
		for (int j = 0;; j++) {
			if (j > i)
				break;
			if (j == 2)
				continue;
			if (i * j == 12)
				goto out;
			found++;
		}
	}
out:
	return found;
}

static int early(int x)
{
	int v;
	if (x > 3)
		v = 1;
	else if (x > 2)
		v = 2;
	else
		return 0;
	for (;;) {
		int w;
		if (v++ > 5) {
			w = v;
			return w;
		}
	}
}

static unsigned wide(unsigned x)
{
	switch (x) {
	case 0xffffffffu:
		return 1;
	case 0x80000000u ... 0x80000005u:
		return 2;
	case 3:
		return 3;
	case 4:
		return 4;
	case 5:
		return 5;
	}
	return 0;
}

int main(void)
{
	assert(classify(0) == 10 && classify(1) == 21 && classify(2) == 22 && classify(-3) == 40);
	assert(classify(-6) == 70 && classify(1000000000000) == 50 && classify(11) == 60 && classify(10) == 70);
	for (int n = 1; n < 20; n++)
		assert(duff(n) == n);
	assert(skipped(1) == 5 && skipped(2) == 7);
	assert(jumps(4) == 6 + 3 + 1000 && jumps(20) == 190 + 1000);
	assert(nested() == 10);
	assert(early(4) == 7 && early(3) == 7 && early(1) == 0);
	assert(wide(0xffffffffu) == 1 && wide(0x80000003u) == 2 && wide(4) == 4 && wide(6) == 0);

	int n = 0;
	do {
		if (n == 3)
			continue;
		n++;
	} while (n < 3);
	assert(n == 3);
	do
		n++;
	while (0);
	assert(n == 4);
	while (0)
		n = 100;
	for (; n < 10; n += 2)
		if (n == 8)
			break;
	assert(n == 8);
	if (tick() == 1 || tick() == 2)
		n = 1;
	assert(calls == 1 && n == 1);
	if (!(tick() == 2 && tick() == 4) && n)
		n = 2;
	assert(calls == 3 && n == 2);
	int v = ({ int t = n; t += 5; t * 2; });
	assert(v == 14);
	v = ({ for (int i = 0; i < 3; i++) v += i; v; }) + 1;
	assert(v == 18);
	int fib[20] = { 0, 1 };
	for (int i = 2; i < 20; i++)
		fib[i] = fib[i - 1] + fib[i - 2];
	assert(fib[19] == 4181);
	int sieve[50] = { 0 }, primes = 0;
	for (int i = 2; i < 50; i++) {
		if (sieve[i])
			continue;
		primes++;
		for (int j = i * i; j < 50; j += i)
			sieve[j] = 1;
	}
	assert(primes == 15);
	return 0;
}
