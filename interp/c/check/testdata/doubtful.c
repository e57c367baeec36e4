// What compilers only warn about runs.
#include <stdio.h>
struct empty {};
static struct empty nothing;
static int none[0];
int many[2] = {1, 2, 3};                 // WARNING "too many values in the initialiser"
int scalar = {1, 2};                     // WARNING "too many values for a scalar"

int main(void)
{
	int x = later(1);                    // WARNING "function 'later' is not declared, taken to return int"
	struct empty e = nothing;
	printf(1);                           // WARNING "argument 1 of function 'printf'"
	printf("%d");                        // WARNING "too few arguments for the format"
	printf("%d %s\n", 1, 2);             // WARNING "the format wants a string"
	printf("%d\n", "x");                 // WARNING "the format wants an integer"
	printf("%p\n", 1);                   // WARNING "the format wants a pointer"
	printf("x\n", 1);                    // WARNING "too many arguments for the format"
	printf("%", 1);                      // WARNING "invalid conversion"
	return x + sizeof none + sizeof e;
}

int later(int x) { return x; }
