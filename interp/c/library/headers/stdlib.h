#ifndef _STDLIB_H
#define _STDLIB_H
#include <sys/cdefs.h>
#include <alloca.h>
#include <stddef.h>
#include <errno.h>
#include <sys/types.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647

void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *aligned_alloc(size_t, size_t);
void free(void *);
_Noreturn void exit(int);
_Noreturn void _Exit(int);
_Noreturn void quick_exit(int);
_Noreturn void abort(void);

__attribute__((weak)) void (*_Atomic __fp_exits[64])(void);
__attribute__((weak)) _Atomic int __fp_exit_count;
static inline void __fp_run_exits(void)
{
	while (__fp_exit_count > 0)
		__fp_exits[--__fp_exit_count]();
}
static inline int atexit(void (*__f)(void))
{
	int __n = __fp_exit_count++;
	(void)__fp_run_exits;
	if (__n >= 64) {
		__fp_exit_count--;
		return -1;
	}
	__fp_exits[__n] = __f;
	return 0;
}
int system(const char *);
int mkstemp(char *);
char *mkdtemp(char *);
char *realpath(const char *restrict, char *restrict);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
int putenv(char *);

static inline int posix_memalign(void **__result, size_t __align, size_t __size)
{
	if (__align < sizeof(void *) || __align & (__align - 1))
		return EINVAL;
	void *__p = aligned_alloc(__align, __size);
	if (!__p)
		return ENOMEM;
	*__result = __p;
	return 0;
}

static inline char *getenv(const char *__name)
{
	__fp_read_string(__name);
	return NULL;
}

static inline int abs(int __x) { return __x < 0 ? -__x : __x; }
static inline long labs(long __x) { return __x < 0 ? -__x : __x; }
static inline long long llabs(long long __x) { return __x < 0 ? -__x : __x; }

typedef struct {
	int quot, rem;
} div_t;
typedef struct {
	long quot, rem;
} ldiv_t;
static inline div_t div(int __x, int __y) { return (div_t){__x / __y, __x % __y}; }
typedef struct {
	long long quot, rem;
} lldiv_t;
static inline lldiv_t lldiv(long long __x, long long __y) { return (lldiv_t){__x / __y, __x % __y}; }
static inline ldiv_t ldiv(long __x, long __y) { return (ldiv_t){__x / __y, __x % __y}; }

static inline int __fp_digit(char __c)
{
	return __c >= '0' && __c <= '9'	  ? __c - '0'
	       : __c >= 'a' && __c <= 'z' ? __c - 'a' + 10
	       : __c >= 'A' && __c <= 'Z' ? __c - 'A' + 10
					  : 99;
}
static inline unsigned long __fp_parse(const char *__s, char **__end, int __base, _Bool __below)
{
	const char *__p = __s;
	unsigned long __x = 0, __limit = -1;
	int __negative = 0, __digits = 0, __large = 0;
	while (*__p == ' ' || *__p >= '\t' && *__p <= '\r')
		__p++;
	if (*__p == '+' || *__p == '-')
		__negative = *__p++ == '-';
	if (__below)
		__limit = __limit / 2 + __negative;
	if ((__base == 0 || __base == 16) && *__p == '0' && (__p[1] == 'x' || __p[1] == 'X') && __fp_digit(__p[2]) < 16) {
		__p += 2;
		__base = 16;
	}
	if (__base == 0)
		__base = *__p == '0' ? 8 : 10;
	for (int __d; (__d = __fp_digit(*__p)) < __base; __p++) {
		__large |= __x > (__limit - __d) / __base;
		__x = __x * __base + __d;
		__digits = 1;
	}
	if (__end)
		*__end = (char *)(__digits ? __p : __s);
	if (__large) {
		errno = ERANGE;
		return __limit;
	}
	return __negative ? -__x : __x;
}
static inline long strtol(const char *__s, char **__end, int __base) { return (long)__fp_parse(__s, __end, __base, 1); }
static inline long long strtoll(const char *__s, char **__end, int __base) { return (long long)__fp_parse(__s, __end, __base, 1); }
static inline unsigned long strtoul(const char *__s, char **__end, int __base) { return __fp_parse(__s, __end, __base, 0); }
static inline unsigned long long strtoull(const char *__s, char **__end, int __base) { return __fp_parse(__s, __end, __base, 0); }
/* A decimal number, to the last bit if it has at most 15 digits and a small exponent. */
static inline double strtod(const char *__s, char **__end)
{
	const char *__p = __s;
	double __x = 0, __scale = 1;
	int __negative = 0, __digits = 0, __point = 0, __exponent = 0;
	while (*__p == ' ' || *__p >= '\t' && *__p <= '\r')
		__p++;
	if (*__p == '+' || *__p == '-')
		__negative = *__p++ == '-';
	for (; *__p >= '0' && *__p <= '9' || *__p == '.' && !__point; __p++) {
		if (*__p == '.') {
			__point = 1;
			continue;
		}
		__x = __x * 10 + (*__p - '0');
		__exponent -= __point;
		__digits++;
	}
	if (__digits && (*__p == 'e' || *__p == 'E')) {
		const char *__q = __p + 1;
		int __minus = 0, __n = 0;
		if (*__q == '+' || *__q == '-')
			__minus = *__q++ == '-';
		if (*__q >= '0' && *__q <= '9') {
			for (; *__q >= '0' && *__q <= '9'; __q++)
				__n = __n < 1000 ? 10 * __n + *__q - '0' : __n;
			__exponent += __minus ? -__n : __n;
			__p = __q;
		}
	}
	for (int __n = __exponent < 0 ? -__exponent : __exponent; __n > 0 && __scale < 1e300; __n--)
		__scale *= 10;
	if (__end)
		*__end = (char *)(__digits ? __p : __s);
	__x = __exponent < 0 ? __x / __scale : __x * __scale;
	return __negative ? -__x : __x;
}
static inline float strtof(const char *__s, char **__end) { return (float)strtod(__s, __end); }
static inline long double strtold(const char *__s, char **__end) { return strtod(__s, __end); }
static inline double atof(const char *__s) { return strtod(__s, NULL); }
static inline void *reallocarray(void *__p, size_t __n, size_t __size)
{
	return __size && __n > (size_t)-1 / __size ? NULL : realloc(__p, __n * __size);
}
static inline int atoi(const char *__s) { return (int)__fp_parse(__s, NULL, 10, 1); }
static inline long atol(const char *__s) { return (long)__fp_parse(__s, NULL, 10, 1); }
static inline long long atoll(const char *__s) { return (long long)__fp_parse(__s, NULL, 10, 1); }

/* Each thread has a sequence of its own, the same in every execution. */
static inline int rand_r(unsigned *__seed)
{
	*__seed = *__seed * 1103515245u + 12345u;
	return (int)(*__seed >> 16 & 0x7fff) << 15 | (int)(*__seed >> 1 & 0x7fff);
}
__attribute__((weak)) _Thread_local unsigned __fp_seed = 1;
static inline void srand(unsigned __seed) { __fp_seed = __seed; }
static inline int rand(void) { return rand_r(&__fp_seed); }
static inline void srandom(unsigned __seed) { __fp_seed = __seed; }
static inline long random(void) { return rand(); }

__attribute__((weak)) _Thread_local unsigned long __fp_seed48 = 0x1234abcd330eul;
static inline void srand48(long __seed) { __fp_seed48 = (unsigned long)(unsigned)__seed << 16 | 0x330e; }
static inline unsigned long __fp_rand48(void)
{
	return __fp_seed48 = __fp_seed48 * 0x5deece66dul + 0xb & 0xfffffffffffful;
}
static inline long lrand48(void) { return (long)(__fp_rand48() >> 17); }
static inline long mrand48(void) { return (int)(__fp_rand48() >> 16); }
static inline double drand48(void) { return (double)__fp_rand48() / 281474976710656.0; }

void *memcpy(void *restrict, const void *restrict, size_t);

/* Insertion sort: arrays under test are short. */
static inline void qsort(void *__base, size_t __n, size_t __size, int (*__compare)(const void *, const void *))
{
	char *__a = __base, *__x = malloc(__size);
	if (!__x)
		abort();
	for (size_t __i = 1; __i < __n; __i++) {
		size_t __j = __i;
		memcpy(__x, __a + __i * __size, __size);
		for (; __j > 0 && __compare(__a + (__j - 1) * __size, __x) > 0; __j--)
			memcpy(__a + __j * __size, __a + (__j - 1) * __size, __size);
		memcpy(__a + __j * __size, __x, __size);
	}
	free(__x);
}

static inline void *bsearch(const void *__key, const void *__base, size_t __n, size_t __size,
			    int (*__compare)(const void *, const void *))
{
	const char *__a = __base;
	while (__n > 0) {
		const char *__middle = __a + __n / 2 * __size;
		int __order = __compare(__key, __middle);
		if (__order == 0)
			return (void *)__middle;
		if (__order > 0) {
			__a = __middle + __size;
			__n--;
		}
		__n /= 2;
	}
	return NULL;
}
#endif
