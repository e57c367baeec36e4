/* An endless loop of calls.
 *
 * options: steps=500 runs=5
 * all: out of steps
 */
static unsigned next(unsigned x) { return x + 2; }

int main(void)
{
	unsigned i = 0;
again:
	i = next(i);
	if (i != 1)
		goto again;
	return 0;
}
