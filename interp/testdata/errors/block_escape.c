/* Each pass of a loop has a variable of its own; the old one is dead.
 *
 * all: use after free of x at @use, allocated at @def, in main
 */
int main(void)
{
	int *last = 0, sum = 0;
	for (int i = 0; i < 2; i++) {
		int /*@def*/ x = i;
		if (last)
			sum += /*@use*/ *last;
		last = &x;
	}
	return sum;
}
