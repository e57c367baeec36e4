#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H
#define __BEGIN_DECLS
#define __END_DECLS
#define __P(args) args
#define __THROW
#define __CONCAT(x, y) x##y
#define __STRING(x) #x
#define __glibc_likely(x) __builtin_expect((x), 1)
#define __glibc_unlikely(x) __builtin_expect((x), 0)
#endif
