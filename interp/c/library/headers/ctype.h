#ifndef _CTYPE_H
#define _CTYPE_H
static inline int isdigit(int __c) { return __c >= '0' && __c <= '9'; }
static inline int islower(int __c) { return __c >= 'a' && __c <= 'z'; }
static inline int isupper(int __c) { return __c >= 'A' && __c <= 'Z'; }
static inline int isalpha(int __c) { return islower(__c) || isupper(__c); }
static inline int isalnum(int __c) { return isalpha(__c) || isdigit(__c); }
static inline int isblank(int __c) { return __c == ' ' || __c == '\t'; }
static inline int isspace(int __c) { return __c == ' ' || __c >= '\t' && __c <= '\r'; }
static inline int iscntrl(int __c) { return __c >= 0 && __c < ' ' || __c == 127; }
static inline int isprint(int __c) { return __c >= ' ' && __c < 127; }
static inline int isgraph(int __c) { return __c > ' ' && __c < 127; }
static inline int ispunct(int __c) { return isgraph(__c) && !isalnum(__c); }
static inline int isxdigit(int __c) { return isdigit(__c) || __c >= 'a' && __c <= 'f' || __c >= 'A' && __c <= 'F'; }
static inline int tolower(int __c) { return isupper(__c) ? __c + ('a' - 'A') : __c; }
static inline int toupper(int __c) { return islower(__c) ? __c - ('a' - 'A') : __c; }
/* What glibc's headers make of these: classes of the characters -128 to 255. */
static const unsigned short __fp_classes[384] = {
	[128 + 0 ... 128 + 8] = 2,
	[128 + 9] = 8195,
	[128 + 10 ... 128 + 13] = 8194,
	[128 + 14 ... 128 + 31] = 2,
	[128 + 32] = 24577,
	[128 + 33 ... 128 + 47] = 49156,
	[128 + 48 ... 128 + 57] = 55304,
	[128 + 58 ... 128 + 64] = 49156,
	[128 + 65 ... 128 + 70] = 54536,
	[128 + 71 ... 128 + 90] = 50440,
	[128 + 91 ... 128 + 96] = 49156,
	[128 + 97 ... 128 + 102] = 54792,
	[128 + 103 ... 128 + 122] = 50696,
	[128 + 123 ... 128 + 126] = 49156,
	[128 + 127] = 2,
};
static inline const unsigned short **__ctype_b_loc(void)
{
	static const unsigned short *__classes = __fp_classes + 128;
	return &__classes;
}
#endif
