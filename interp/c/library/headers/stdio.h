#ifndef _STDIO_H
#define _STDIO_H
#include <sys/cdefs.h>
#include <stddef.h>
#include <stdarg.h>
#include <sys/types.h>
typedef struct __fp_file FILE;
#define stdin ((FILE *)16)
#define stdout ((FILE *)32)
#define stderr ((FILE *)48)
#define EOF (-1)
#define BUFSIZ 8192
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

int printf(const char *restrict, ...);
int fprintf(FILE *restrict, const char *restrict, ...);
int dprintf(int, const char *restrict, ...);
int puts(const char *);
int putchar(int);
int fputc(int, FILE *);
int putc(int, FILE *);

int scanf(const char *restrict, ...);
int fscanf(FILE *restrict, const char *restrict, ...);

int __fp_vprintf(const char *, va_list);
int __fp_vformat(const char *, va_list);
int __fp_text(int);

/* Stores what __fp_vformat made. */
static inline int __fp_put(char *__to, size_t __n, int __length)
{
	size_t __i = 0;
	for (; __i < (size_t)__length && __i + 1 < __n; __i++)
		__to[__i] = __fp_text(__i);
	if (__n > 0)
		__to[__i] = 0;
	return __length;
}

static inline int vprintf(const char *restrict __format, va_list __list) { return __fp_vprintf(__format, __list); }
static inline int vfprintf(FILE *restrict __f, const char *restrict __format, va_list __list) { return __fp_vprintf(__format, __list); }
static inline int vdprintf(int __f, const char *restrict __format, va_list __list) { return __fp_vprintf(__format, __list); }
static inline int vsnprintf(char *restrict __to, size_t __n, const char *restrict __format, va_list __list)
{
	return __fp_put(__to, __n, __fp_vformat(__format, __list));
}
static inline int vsprintf(char *restrict __to, const char *restrict __format, va_list __list)
{
	return __fp_put(__to, -1ul, __fp_vformat(__format, __list));
}
static inline int snprintf(char *restrict __to, size_t __n, const char *restrict __format, ...)
{
	va_list __list;
	va_start(__list, __format);
	return __fp_put(__to, __n, __fp_vformat(__format, __list));
}
static inline int sprintf(char *restrict __to, const char *restrict __format, ...)
{
	va_list __list;
	va_start(__list, __format);
	return __fp_put(__to, -1ul, __fp_vformat(__format, __list));
}
static inline int vasprintf(char **restrict __to, const char *restrict __format, va_list __list)
{
	int __length = __fp_vformat(__format, __list);
	char *__text = __builtin_malloc((size_t)__length + 1);
	*__to = __text;
	return __text ? __fp_put(__text, -1ul, __length) : -1;
}
static inline int asprintf(char **restrict __to, const char *restrict __format, ...)
{
	va_list __list;
	va_start(__list, __format);
	return vasprintf(__to, __format, __list);
}

/* Integers, strings and characters; any other conversion is refused. */
static inline int vsscanf(const char *restrict __s, const char *restrict __f, va_list __list)
{
	const char *__start = __s;
	int __count = 0;
	for (; *__f; __f++) {
		if (*__f == ' ' || *__f >= '\t' && *__f <= '\r') {
			while (*__s == ' ' || *__s >= '\t' && *__s <= '\r')
				__s++;
			continue;
		}
		if (*__f != '%' || *++__f == '%') {
			if (*__s != *__f)
				return __count || *__s ? __count : EOF;
			__s++;
			continue;
		}
		int __drop = *__f == '*' && __f++, __width = 0, __size = 4, __base = 10, __negative = 0, __digits = 0;
		while (*__f >= '0' && *__f <= '9')
			__width = 10 * __width + *__f++ - '0';
		for (; *__f == 'l' || *__f == 'j' || *__f == 'z' || *__f == 't' || *__f == 'h'; __f++)
			__size = *__f == 'h' ? __size / 2 : 8;
		if (*__f == 'n') {
			*va_arg(__list, int *) = (int)(__s - __start);
			continue;
		}
		if (*__f != 'c')
			while (*__s == ' ' || *__s >= '\t' && *__s <= '\r')
				__s++;
		if (!*__s)
			return __count ? __count : EOF;
		if (*__f == 'c' || *__f == 's') {
			int __all = __width ? __width : *__f == 'c' ? 1 : 0x7fffffff;
			char *__to = __drop ? (char *)0 : va_arg(__list, char *);
			for (; __all > 0 && *__s && (*__f == 'c' || !(*__s == ' ' || *__s >= '\t' && *__s <= '\r')); __all--, __s++)
				if (__to)
					*__to++ = *__s;
			if (__to && *__f == 's')
				*__to = 0;
			__count += !__drop;
			continue;
		}
		if (*__f == 'x' || *__f == 'X' || *__f == 'p')
			__base = 16;
		else if (*__f == 'o')
			__base = 8;
		else if (*__f == 'i')
			__base = 0;
		else if (*__f != 'd' && *__f != 'u')
			__fp_scanf_conversion();
		if (*__f == 'p')
			__size = 8;
		if (__width == 0)
			__width = 0x7fffffff;
		unsigned long __x = 0;
		if (*__s == '+' || *__s == '-')
			__negative = *__s++ == '-', __width--;
		if ((__base == 0 || __base == 16) && *__s == '0' && (__s[1] == 'x' || __s[1] == 'X'))
			__s += 2, __width -= 2, __base = 16;
		if (__base == 0)
			__base = *__s == '0' ? 8 : 10;
		for (; __width > 0; __width--, __s++, __digits++) {
			int __d = *__s >= '0' && *__s <= '9' ? *__s - '0' : *__s >= 'a' && *__s <= 'f' ? *__s - 'a' + 10 : *__s >= 'A' && *__s <= 'F' ? *__s - 'A' + 10 : 99;
			if (__d >= __base)
				break;
			__x = __x * (unsigned long)__base + (unsigned long)__d;
		}
		if (!__digits)
			return __count;
		if (__drop)
			continue;
		if (__negative)
			__x = -__x;
		void *__to = va_arg(__list, void *);
		switch (__size) {
		case 1: *(char *)__to = (char)__x; break;
		case 2: *(short *)__to = (short)__x; break;
		case 4: *(int *)__to = (int)__x; break;
		default: *(long *)__to = (long)__x;
		}
		__count++;
	}
	return __count;
}
static inline int sscanf(const char *restrict __s, const char *restrict __format, ...)
{
	va_list __list;
	va_start(__list, __format);
	return vsscanf(__s, __format, __list);
}
int getchar(void);
char *fgets(char *restrict, int, FILE *restrict);
FILE *fopen(const char *restrict, const char *restrict);
int fclose(FILE *);
int fgetc(FILE *);
int getc(FILE *);
int ungetc(int, FILE *);
char *gets(char *);
FILE *fdopen(int, const char *);
FILE *freopen(const char *restrict, const char *restrict, FILE *restrict);
size_t fread(void *restrict, size_t, size_t, FILE *restrict);
static inline size_t fwrite(const void *restrict __from, size_t __size, size_t __n, FILE *restrict __f)
{
	return __size ? (size_t)__fp_write(__from, __size * __n) / __size : 0;
}
int fseek(FILE *, long, int);
long ftell(FILE *);
void rewind(FILE *);
int feof(FILE *);
int ferror(FILE *);
void clearerr(FILE *);
static inline int fileno(FILE *__f) { return __f == stdin ? 0 : __f == stdout ? 1 : 2; }
int remove(const char *);
int rename(const char *, const char *);
FILE *tmpfile(void);
FILE *fmemopen(void *restrict, size_t, const char *restrict);
FILE *open_memstream(char **, size_t *);
int fgetpos(FILE *restrict, long *restrict);
int fsetpos(FILE *, const long *);
ssize_t getdelim(char **restrict, size_t *restrict, int, FILE *restrict);
char *tmpnam(char *);
char *tempnam(const char *, const char *);
int vscanf(const char *restrict, va_list);
int vfscanf(FILE *restrict, const char *restrict, va_list);
int getw(FILE *);
int putw(int, FILE *);
int getchar_unlocked(void);
int getc_unlocked(FILE *);
int fgetc_unlocked(FILE *);
char *fgets_unlocked(char *restrict, int, FILE *restrict);
void flockfile(FILE *);
int ftrylockfile(FILE *);
void funlockfile(FILE *);
FILE *popen(const char *, const char *);
int pclose(FILE *);
ssize_t getline(char **restrict, size_t *restrict, FILE *restrict);
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define FILENAME_MAX 4096
#define L_tmpnam 20

static inline int fputs(const char *__s, FILE *__f) { return printf("%s", __s); }
static inline int fputs_unlocked(const char *__s, FILE *__f) { return printf("%s", __s); }
static inline int putchar_unlocked(int __c) { return putchar(__c); }
static inline int putc_unlocked(int __c, FILE *__f) { return putchar(__c); }
static inline int fputc_unlocked(int __c, FILE *__f) { return putchar(__c); }
static inline void perror(const char *__s)
{
	if (__s && *__s)
		printf("%s: ", __s);
	puts("error");
}
static inline int fflush(FILE *__f) { return 0; }
static inline int fflush_unlocked(FILE *__f) { return 0; }
static inline int setvbuf(FILE *__f, char *__buffer, int __mode, size_t __size) { return 0; }
static inline void setbuf(FILE *__f, char *__buffer) {}
static inline void setbuffer(FILE *__f, char *__buffer, size_t __size) {}
static inline void setlinebuf(FILE *__f) {}
static inline size_t fwrite_unlocked(const void *restrict __from, size_t __size, size_t __n, FILE *restrict __f) { return fwrite(__from, __size, __n, __f); }
#endif
