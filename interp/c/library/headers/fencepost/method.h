#ifndef _FENCEPOST_METHOD_H
#define _FENCEPOST_METHOD_H
/* The operations of a concurrent object, for --linearizable: a thread calls
   method_begin with the operation's name and argument before it, and method_end with the
   result behind it. What they store nobody reads. */
static _Thread_local long __fencepost_method;
static inline void method_begin(const char *__name, long __argument)
{
	__atomic_store_n(&__fencepost_method, (long)__name, __ATOMIC_RELAXED);
	__atomic_store_n(&__fencepost_method, __argument, __ATOMIC_RELAXED);
}
static inline void method_end(long __result)
{
	__atomic_store_n(&__fencepost_method, __result, __ATOMIC_RELAXED);
}
#endif
