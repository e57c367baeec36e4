/* An endless loop that counts in a register.
 *
 * options: steps=500 runs=5
 * all: out of steps
 */
int main(void)
{
	for (unsigned i = 0;; i += 2)
		if (i == 1)
			break;
	return 0;
}
