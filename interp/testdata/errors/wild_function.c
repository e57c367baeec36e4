/* A function is no data.
 *
 * all: wild pointer at @use, in main
 */
int main(void)
{
	return /*@use*/ *(int *)main;
}
