#ifndef _WCHAR_H
#define _WCHAR_H
#include <stddef.h>
#include <stdio.h>
typedef unsigned wint_t;
typedef struct {
	int __state;
} mbstate_t;
#define WEOF (-1u)
int wprintf(const wchar_t *restrict, ...);
int fwprintf(FILE *restrict, const wchar_t *restrict, ...);
int swprintf(wchar_t *restrict, size_t, const wchar_t *restrict, ...);
wint_t fgetwc(FILE *);
wint_t fputwc(wchar_t, FILE *);
size_t mbrtowc(wchar_t *restrict, const char *restrict, size_t, mbstate_t *restrict);
size_t wcrtomb(char *restrict, wchar_t, mbstate_t *restrict);
static inline size_t wcslen(const wchar_t *__s)
{
	size_t __n = 0;
	while (__s[__n])
		__n++;
	return __n;
}
static inline wchar_t *wcscpy(wchar_t *restrict __to, const wchar_t *restrict __from)
{
	for (size_t __i = 0; (__to[__i] = __from[__i]); __i++)
		;
	return __to;
}
static inline int wcscmp(const wchar_t *__a, const wchar_t *__b)
{
	for (; *__a && *__a == *__b; __a++, __b++)
		;
	return *__a < *__b ? -1 : *__a > *__b;
}
#endif
