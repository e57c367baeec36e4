/* A string literal is read-only.
 *
 * all: write to read-only memory at @use, in main
 */
int main(void)
{
	char *s = "abc";
	/*@use*/ s[1] = 'x';
	return 0;
}
