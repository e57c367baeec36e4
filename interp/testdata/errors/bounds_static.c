/* Past a static array.
 *
 * all: out of bounds of table at @use, allocated at @def, in main
 */
static int /*@def*/ table[3];

static int three(void) { return 3; }

int main(void)
{
	/*@use*/ table[three()] = 1;
	return 0;
}
