/* An address that lies in no object.
 *
 * all: wild pointer at @use, in main
 */
int main(void)
{
	int *p = (int *)0x123456789abcL;
	/*@use*/ *p = 1;
	return 0;
}
