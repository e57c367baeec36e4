/* A function called through a pointer of another type.
 *
 * all: bad call at @use, in main
 */
static int twice(int x) { return 2 * x; }

int main(void)
{
	int (*f)(int, int) = (int (*)(int, int))twice;
	return /*@use*/ f(1, 2);
}
