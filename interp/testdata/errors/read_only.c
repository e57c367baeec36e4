/* A string literal is read-only.
 *
 * all: write to read-only memory of "abc" at @use, in main
 */
int main(void)
{
	char *s = "abc";
	s/*@use*/ [1] = 'x';
	return 0;
}
