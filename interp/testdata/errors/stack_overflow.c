/* Recursion without end.
 *
 * options: runs=2
 * all: stack overflow at @use, in down < down < down < ...
 */
static int down(int n) { return /*@use*/ down(n + 1) + 1; }

int main(void)
{
	return down(0);
}
