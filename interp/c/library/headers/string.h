#ifndef _STRING_H
#define _STRING_H
#include <sys/cdefs.h>
#include <stddef.h>
void *memcpy(void *restrict, const void *restrict, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);

static inline int memcmp(const void *__a, const void *__b, size_t __n)
{
	const unsigned char *__p = __a, *__q = __b;
	for (size_t __i = 0; __i < __n; __i++)
		if (__p[__i] != __q[__i])
			return __p[__i] - __q[__i];
	return 0;
}

static inline void *memchr(const void *__s, int __c, size_t __n)
{
	const unsigned char *__p = __s;
	for (size_t __i = 0; __i < __n; __i++)
		if (__p[__i] == (unsigned char)__c)
			return (void *)(__p + __i);
	return NULL;
}

static inline size_t strlen(const char *__s)
{
	size_t __n = 0;
	while (__s[__n])
		__n++;
	return __n;
}

static inline size_t strnlen(const char *__s, size_t __max)
{
	size_t __n = 0;
	while (__n < __max && __s[__n])
		__n++;
	return __n;
}

static inline int strcmp(const char *__a, const char *__b)
{
	for (; *__a && *__a == *__b; __a++, __b++)
		;
	return (unsigned char)*__a - (unsigned char)*__b;
}

static inline int strncmp(const char *__a, const char *__b, size_t __n)
{
	for (; __n > 0; __n--, __a++, __b++)
		if (*__a != *__b || !*__a)
			return (unsigned char)*__a - (unsigned char)*__b;
	return 0;
}

static inline char *strcpy(char *restrict __to, const char *restrict __from)
{
	size_t __i = 0;
	do
		__to[__i] = __from[__i];
	while (__from[__i++]);
	return __to;
}

static inline char *strncpy(char *restrict __to, const char *restrict __from, size_t __n)
{
	size_t __i = 0;
	for (; __i < __n && __from[__i]; __i++)
		__to[__i] = __from[__i];
	for (; __i < __n; __i++)
		__to[__i] = 0;
	return __to;
}

static inline char *strcat(char *restrict __to, const char *restrict __from)
{
	strcpy(__to + strlen(__to), __from);
	return __to;
}

static inline char *strncat(char *restrict __to, const char *restrict __from, size_t __n)
{
	char *__p = __to + strlen(__to);
	for (; __n > 0 && *__from; __n--)
		*__p++ = *__from++;
	*__p = 0;
	return __to;
}

static inline char *strchr(const char *__s, int __c)
{
	for (;; __s++) {
		if (*__s == (char)__c)
			return (char *)__s;
		if (!*__s)
			return NULL;
	}
}

static inline char *strchrnul(const char *__s, int __c)
{
	while (*__s && *__s != (char)__c)
		__s++;
	return (char *)__s;
}

static inline void *rawmemchr(const void *__s, int __c) { return memchr(__s, __c, -1ul); }

static inline void *memrchr(const void *__s, int __c, size_t __n)
{
	const unsigned char *__p = __s;
	while (__n-- > 0)
		if (__p[__n] == (unsigned char)__c)
			return (void *)(__p + __n);
	return NULL;
}

static inline void *memmem(const void *__s, size_t __n, const void *__part, size_t __length)
{
	for (const char *__p = __s; __n >= __length; __p++, __n--)
		if (memcmp(__p, __part, __length) == 0)
			return (void *)__p;
	return NULL;
}

static inline void *memccpy(void *restrict __to, const void *restrict __from, int __c, size_t __n)
{
	unsigned char *__p = __to;
	const unsigned char *__q = __from;
	while (__n-- > 0)
		if ((*__p++ = *__q++) == (unsigned char)__c)
			return __p;
	return NULL;
}

static inline char *strrchr(const char *__s, int __c)
{
	const char *__last = NULL;
	for (;; __s++) {
		if (*__s == (char)__c)
			__last = __s;
		if (!*__s)
			return (char *)__last;
	}
}

static inline char *strstr(const char *__s, const char *__part)
{
	size_t __n = strlen(__part);
	for (;; __s++) {
		if (strncmp(__s, __part, __n) == 0)
			return (char *)__s;
		if (!*__s)
			return NULL;
	}
}

static inline char *strerror(int __error) { return __error ? "error" : "success"; }

static inline char *strerror_r(int __error, char *__to, size_t __n) { return strerror(__error); }
char *strsignal(int);

void *malloc(size_t);
static inline char *strdup(const char *__s)
{
	size_t __n = strlen(__s) + 1;
	char *__copy = malloc(__n);
	return __copy ? memcpy(__copy, __s, __n) : NULL;
}

static inline char *strndup(const char *__s, size_t __n)
{
	size_t __length = strnlen(__s, __n);
	char *__copy = malloc(__length + 1);
	if (__copy) {
		memcpy(__copy, __s, __length);
		__copy[__length] = 0;
	}
	return __copy;
}
static inline size_t strlcpy(char *__to, const char *__from, size_t __n)
{
	size_t __i = 0;
	for (; __i + 1 < __n && __from[__i]; __i++)
		__to[__i] = __from[__i];
	if (__n > 0)
		__to[__i] = 0;
	return strlen(__from);
}
static inline size_t strxfrm(char *restrict __to, const char *restrict __from, size_t __n) { return strlcpy(__to, __from, __n); }
static inline int strcoll(const char *__a, const char *__b) { return strcmp(__a, __b); }

static inline size_t strspn(const char *__s, const char *__set)
{
	size_t __n = 0;
	while (__s[__n] && strchr(__set, __s[__n]))
		__n++;
	return __n;
}

static inline size_t strcspn(const char *__s, const char *__set)
{
	size_t __n = 0;
	while (__s[__n] && !strchr(__set, __s[__n]))
		__n++;
	return __n;
}

static inline char *strpbrk(const char *__s, const char *__set)
{
	__s += strcspn(__s, __set);
	return *__s ? (char *)__s : NULL;
}

static inline char *strtok_r(char *restrict __s, const char *restrict __set, char **restrict __rest)
{
	if (!__s)
		__s = *__rest;
	__s += strspn(__s, __set);
	if (!*__s) {
		*__rest = __s;
		return NULL;
	}
	char *__end = __s + strcspn(__s, __set);
	if (*__end)
		*__end++ = 0;
	*__rest = __end;
	return __s;
}
__attribute__((weak)) char *__fp_token;
static inline char *strtok(char *restrict __s, const char *restrict __set) { return strtok_r(__s, __set, &__fp_token); }

static inline char *strsep(char **__s, const char *__set)
{
	char *__start = *__s;
	if (!__start)
		return NULL;
	char *__end = __start + strcspn(__start, __set);
	*__s = *__end ? __end + 1 : NULL;
	*__end = 0;
	return __start;
}

static inline char *stpcpy(char *restrict __to, const char *restrict __from)
{
	while ((*__to = *__from++))
		__to++;
	return __to;
}

static inline void *mempcpy(void *restrict __to, const void *restrict __from, size_t __n) { return (char *)memcpy(__to, __from, __n) + __n; }

/* Of <strings.h>, which GNU's header includes. */
static inline int __fp_lower(int __c) { return __c >= 'A' && __c <= 'Z' ? __c + 32 : __c; }
static inline int strncasecmp(const char *__a, const char *__b, size_t __n)
{
	for (; __n > 0; __n--, __a++, __b++)
		if (__fp_lower(*__a) != __fp_lower(*__b) || !*__a)
			return __fp_lower((unsigned char)*__a) - __fp_lower((unsigned char)*__b);
	return 0;
}
static inline int strcasecmp(const char *__a, const char *__b) { return strncasecmp(__a, __b, -1ul); }
#endif
