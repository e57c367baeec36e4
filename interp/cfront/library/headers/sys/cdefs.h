#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H
#define __BEGIN_DECLS
#define __END_DECLS
#define __P(args) args
#define __THROW
#define __CONCAT(x, y) x##y
#define __STRING(x) #x
#define __predict_true(x) __builtin_expect((x) != 0, 1)
#define __predict_false(x) __builtin_expect((x) != 0, 0)
#define __unused
#define __used
#define __dead
#define __packed __attribute__((packed))
#define __aligned(n) __attribute__((aligned(n)))
#define __noinline
#define __weak_symbol
#define __restrict_arr
#endif
