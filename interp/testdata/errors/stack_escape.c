/* The address of a local variable outlives it.
 *
 * all: use after free of local at @use, allocated at @def, in main
 */
static int *escaped;

static void leak(void)
{
	int /*@def*/ local = 1;
	escaped = &local;
}

static int noise(int x)
{
	int other = x;
	int *p = &other;
	return *p;
}

int main(void)
{
	leak();
	noise(3);
	return /*@use*/ *escaped;
}
