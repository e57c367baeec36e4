/* An endless loop that writes: only the limit ends it.
 *
 * options: steps=500 runs=20
 * all: out of steps
 */
static int x;

int main(void)
{
	for (;;)
		x = !x;
}
