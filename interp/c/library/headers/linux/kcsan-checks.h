#ifndef _LINUX_KCSAN_CHECKS_H
#define _LINUX_KCSAN_CHECKS_H
/* What the kernel says to a detector of races. */
#define kcsan_atomic_next(n) ((void)0)
#define kcsan_nestable_atomic_begin() ((void)0)
#define kcsan_nestable_atomic_end() ((void)0)
#define kcsan_flat_atomic_begin() ((void)0)
#define kcsan_flat_atomic_end() ((void)0)
#define kcsan_disable_current() ((void)0)
#define kcsan_enable_current() ((void)0)
#define ASSERT_EXCLUSIVE_WRITER(x) ((void)0)
#define ASSERT_EXCLUSIVE_ACCESS(x) ((void)0)
#endif
