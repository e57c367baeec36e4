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
#endif
