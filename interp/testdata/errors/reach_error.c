/* The error function of verification tasks.
 *
 * all: error reached at @use, in main
 */
extern void reach_error(void);

int main(void)
{
	/*@use*/ reach_error();
	return 0;
}
