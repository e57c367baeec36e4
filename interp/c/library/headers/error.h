#ifndef _ERROR_H
#define _ERROR_H
#include <stdio.h>
#include <stdlib.h>
static inline void error(int __status, int __errno, const char *__format, ...)
{
	va_list __list;
	va_start(__list, __format);
	vprintf(__format, __list);
	printf("\n");
	if (__status)
		exit(__status);
}
#endif
