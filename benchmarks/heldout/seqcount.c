/* seqcount: a sequence counter around two words, a reader that tries three times.
 *
 * expect sc tso: none
 * expect pso pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 */
#include "heldout.h"

static atomic_int seq, a, b;

static void *writer(void *arg)
{
	for (int i = 1; i <= 2; i++) {
		STORE(seq, 2 * i - 1);
		SS;
		STORE(a, i);
		STORE(b, i);
		SS;
		STORE(seq, 2 * i);
	}
	return arg;
}

static void *reader(void *arg)
{
	for (int i = 0; i < 3; i++) {
		int s = LOAD(seq);
		LL;
		int x = LOAD(a), y = LOAD(b);
		LL;
		if (s % 2 == 0 && LOAD(seq) == s) {
			assert(x == y);
			break;
		}
	}
	return arg;
}

int main(void)
{
	PAIR(writer, reader);
	return 0;
}
