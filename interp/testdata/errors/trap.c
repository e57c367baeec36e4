/* A trap instruction is an error where it stands, if it is reached.
 *
 * all: error reached at @trap, in main
 */
int main(void)
{
	int fine = 1;

	if (!fine)
		__asm__ volatile("ud2");
	/*@trap*/ __asm__ volatile("ud2");
	return 0;
}
