#ifndef _LINUX_STRING_H
#define _LINUX_STRING_H
#include <string.h>
#include <linux/errno.h>
#include <linux/slab.h>
#define __fp_size_of(to, n, ...) (n)
#define strscpy(to, from, ...) __fp_strscpy((to), (from), __fp_size_of(to, ##__VA_ARGS__, sizeof(to)))
#define strscpy_pad(to, from, ...) __fp_strscpy_pad((to), (from), __fp_size_of(to, ##__VA_ARGS__, sizeof(to)))
/* What is cut off ends, too. */
static inline ssize_t __fp_strscpy(char *to, const char *from, size_t n)
{
	size_t k;

	if (n == 0)
		return -E2BIG;
	for (k = 0; k < n - 1 && from[k]; k++)
		to[k] = from[k];
	to[k] = 0;
	return from[k] ? -E2BIG : (ssize_t)k;
}
static inline ssize_t __fp_strscpy_pad(char *to, const char *from, size_t n)
{
	ssize_t length = __fp_strscpy(to, from, n);

	for (size_t k = length + 1; length >= 0 && k < n; k++)
		to[k] = 0;
	return length;
}
#endif
