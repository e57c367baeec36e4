#ifndef _STDDEF_H
#define _STDDEF_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
	_Alignas(16) long __l;
	long __m[3];
} max_align_t;
#define NULL ((void *)0)
#if __STDC_VERSION__ >= 202311L
typedef void *nullptr_t;
#define unreachable() __builtin_unreachable()
#endif
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
