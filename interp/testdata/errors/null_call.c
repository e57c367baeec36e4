/* A call through a null pointer.
 *
 * all: null pointer at @use, in main
 */
static int (*f)(int);

int main(void)
{
	return /*@use*/ f(1);
}
