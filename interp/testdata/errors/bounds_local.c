/* Past a local array that no other thread can see.
 *
 * all: out of bounds of a at @use, allocated at @def, in main
 */
int main(void)
{
	int /*@def*/ a[3] = {1, 2, 3};
	int s = 0;
	for (int i = 0; i <= 3; i++)
		s += /*@use*/ a[i];
	return s;
}
