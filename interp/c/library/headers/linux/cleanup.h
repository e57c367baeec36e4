#ifndef _LINUX_CLEANUP_H
#define _LINUX_CLEANUP_H
#include <stddef.h>
/* What a variable holds is released where its block ends. */
#define DEFINE_FREE(name, type, release)                \
	static inline void __free_##name(void *__fp_p)  \
	{                                               \
		type _T = *(type *)__fp_p;              \
		release;                                \
	}
#define __free(name) __attribute__((cleanup(__free_##name)))
#define no_free_ptr(p) ({ __typeof__(p) __fp_kept = (p); (p) = NULL; __fp_kept; })
#define return_ptr(p) return no_free_ptr(p)
#define DEFINE_CLASS(name, type, exit, init, ...)                         \
	typedef type class_##name##_t;                                    \
	static inline void class_##name##_destructor(type *__fp_p)        \
	{                                                                 \
		type _T = *__fp_p;                                        \
		exit;                                                     \
	}                                                                 \
	static inline type class_##name##_constructor(__VA_ARGS__)        \
	{                                                                 \
		type __fp_t = init;                                       \
		return __fp_t;                                            \
	}
#define CLASS(name, var) \
	class_##name##_t var __attribute__((cleanup(class_##name##_destructor))) = class_##name##_constructor
#define DEFINE_GUARD(name, type, lock, unlock) \
	DEFINE_CLASS(name, type, if (_T) { unlock; }, ({ lock; _T; }), type _T)
/* A guard without an object is 1. */
#define DEFINE_LOCK_GUARD_0(name, lock, unlock) DEFINE_CLASS(name, int, if (_T) { unlock; }, ({ lock; 1; }), void)
#define __fp_paste(a, b) a##b
#define __fp_named(a, b) __fp_paste(a, b)
#define guard(name) CLASS(name, __fp_named(__fp_guard, __COUNTER__))
#define scoped_guard(name, ...) \
	for (CLASS(name, __fp_scope)(__VA_ARGS__), *__fp_done = NULL; !__fp_done; __fp_done = (void *)1)
#endif
