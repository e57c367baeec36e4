/* malloc does not fail unless asked to. A block of no bytes has an address;
 * what calloc gives is zero, what realloc gives keeps its content.
 *
 * all: completed
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *none = malloc(0), *other = malloc(0);
	assert(none && other && none != other);
	free(none);
	free(other);
	free(NULL);

	long *zero = calloc(3, sizeof *zero);
	for (int i = 0; i < 3; i++)
		assert(zero[i] == 0);
	zero[0] = 4;
	zero = realloc(zero, 5 * sizeof *zero);
	assert(zero[0] == 4 && zero[2] == 0);
	zero = realloc(zero, sizeof *zero);
	assert(zero[0] == 4);
	free(zero);

	char text[8];
	memset(text, 'x', sizeof text);
	memcpy(text, "abcdef", 7);
	memmove(text + 2, text, 4);
	assert(strcmp(text, "ababcd") == 0);
	memmove(text, text + 2, 5);
	assert(strcmp(text, "abcd") == 0 && strlen(text) == 4);
	char *copy = realloc(NULL, 3);
	memcpy(copy, text, 0);
	free(copy);
	return 0;
}
