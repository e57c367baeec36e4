#ifndef _ERR_H
#define _ERR_H
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
/* What is printed is the message alone, without the name of the program or an error. */
#define __FP_PRINT(format)                    \
	va_list __list;                       \
	va_start(__list, format);             \
	if (format)                           \
		vfprintf(stderr, format, __list); \
	fputc('\n', stderr);                  \
	va_end(__list)
static inline void warn(const char *__format, ...) { __FP_PRINT(__format); }
static inline void warnx(const char *__format, ...) { __FP_PRINT(__format); }
_Noreturn static inline void err(int __status, const char *__format, ...)
{
	__FP_PRINT(__format);
	exit(__status);
}
_Noreturn static inline void errx(int __status, const char *__format, ...)
{
	__FP_PRINT(__format);
	exit(__status);
}
#undef __FP_PRINT
#endif
