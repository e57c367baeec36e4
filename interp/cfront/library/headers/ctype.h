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
#endif
