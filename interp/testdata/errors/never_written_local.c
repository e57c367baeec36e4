/* A local variable that is written on one path only.
 *
 * all: read of never-written memory of x at @use, allocated at @def, in choose < main
 */
static int choose(int which)
{
	int /*@def*/ x;
	if (which)
		x = 1;
	return /*@use*/ x;
}

int main(void)
{
	return choose(0);
}
