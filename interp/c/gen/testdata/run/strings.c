// Strings: formatted into memory, read back, split.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int message(char *to, size_t size, const char *format, ...)
{
	va_list list, again;
	va_start(list, format);
	va_copy(again, list);
	vprintf(format, again);
	int n = vsnprintf(to, size, format, list);
	va_end(again);
	va_end(list);
	return n;
}

int main(void)
{
	char b[40], small[6];
	int n = snprintf(small, sizeof small, "%d-%s", 12, "abcdef");
	printf("%d %s\n", n, small);
	printf("%d\n", snprintf(NULL, 0, "%5.2f|%-4d|%c|%lu", 3.14159, 7, 'x', 1ul << 40));
	printf("%d %s\n", sprintf(b, "%x %05d %+.1e %*d", 255u, -42, 12345.0, 4, 9), b);
	printf("%d", message(b, sizeof b, "%s:%d:%ld:%g\n", "name", -1, -5L, 0.5));
	printf(" %s", b);
	int x = 0, y = 0;
	long z = 0;
	char word[9], c = 0;
	n = sscanf("  12 word -0x1f,7z", "%d %8s %li,%i%c", &x, word, &z, &y, &c);
	printf("%d %d %s %ld %d %c\n", n, x, word, z, y, c);
	printf("%d %d\n", sscanf("", "%d", &x), sscanf("ab", "%d", &x));
	n = sscanf("10:20", "%2d:%*d%n", &x, &y);
	printf("%d %d %d\n", n, x, y);
	char text[] = "a, b;;c", *rest, *p = text;
	for (char *t = strtok_r(text, ",; ", &rest); t; t = strtok_r(NULL, ",; ", &rest))
		printf("[%s]", t);
	char list[] = "x::y";
	p = list;
	for (char *t; (t = strsep(&p, ":"));)
		printf("<%s>", t);
	printf(" %zu %zu %s\n", strspn("aab", "a"), strcspn("xyz", "z"), strpbrk("key=v", "="));
	printf("%ld %lu %ld\n", strtol("-77x", &p, 10), strtoul("0x1F", NULL, 0), strtol("z", NULL, 36));
	x = strtol("0xzz", &p, 16);
	printf("%d %d\n", x, *p);
	const char *large[] = {"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616"};
	for (unsigned i = 0; i < sizeof large / sizeof *large; i++) {
		errno = 0;
		long l = strtol(large[i], NULL, 10);
		int out = errno;
		errno = 0;
		unsigned long u = strtoul(large[i], NULL, 10);
		printf("%ld %d %lu %d\n", l, out == ERANGE, u, errno == ERANGE);
	}
	srand48(7);
	printf("%ld ", lrand48());
	printf("%ld ", mrand48());
	printf("%.9f\n", drand48());
	printf("%ld %d %d\n", (long)((char *)memrchr(b, b[0], 1) - b), *strchrnul("abc", 'x'), memmem("abcd", 4, "cd", 2) != NULL);
	printf("%d %d\n", memmem("abcd", 4, "x", 1) == NULL, memccpy(b, "abcd", 'c', 4) == b + 3);
	assert(*p == 'x' && *(char *)mempcpy(b, "abc", 4) != 1 && stpcpy(b, "hello") == b + 5);
	return 0;
}
