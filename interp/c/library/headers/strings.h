#ifndef _STRINGS_H
#define _STRINGS_H
#include <string.h>
static inline int ffs(int __x) { return __builtin_ffs(__x); }
static inline int ffsl(long __x) { return __builtin_ffsl(__x); }
static inline int ffsll(long long __x) { return __builtin_ffsll(__x); }
static inline void bzero(void *__p, size_t __n) { memset(__p, 0, __n); }
static inline void bcopy(const void *__from, void *__to, size_t __n) { memmove(__to, __from, __n); }
static inline int bcmp(const void *__a, const void *__b, size_t __n) { return memcmp(__a, __b, __n); }
static inline char *index(const char *__s, int __c) { return strchr(__s, __c); }
static inline char *rindex(const char *__s, int __c) { return strrchr(__s, __c); }
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
