#ifndef _LOCALE_H
#define _LOCALE_H
#define LC_CTYPE 0
#define LC_NUMERIC 1
#define LC_ALL 6
static inline char *setlocale(int __category, const char *__name)
{
	__fp_read_string(__name);
	return "C";
}
#endif
