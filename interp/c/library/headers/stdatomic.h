#ifndef _STDATOMIC_H
#define _STDATOMIC_H
#include <stddef.h>
#include <stdint.h>

typedef enum memory_order {
	memory_order_relaxed = 0,
	memory_order_consume = 1,
	memory_order_acquire = 2,
	memory_order_release = 3,
	memory_order_acq_rel = 4,
	memory_order_seq_cst = 5,
} memory_order;

typedef _Atomic(_Bool) atomic_bool;
typedef _Atomic(char) atomic_char;
typedef _Atomic(signed char) atomic_schar;
typedef _Atomic(unsigned char) atomic_uchar;
typedef _Atomic(short) atomic_short;
typedef _Atomic(unsigned short) atomic_ushort;
typedef _Atomic(int) atomic_int;
typedef _Atomic(unsigned int) atomic_uint;
typedef _Atomic(long) atomic_long;
typedef _Atomic(unsigned long) atomic_ulong;
typedef _Atomic(long long) atomic_llong;
typedef _Atomic(unsigned long long) atomic_ullong;
typedef _Atomic(__CHAR16_TYPE__) atomic_char16_t;
typedef _Atomic(__CHAR32_TYPE__) atomic_char32_t;
typedef _Atomic(__WCHAR_TYPE__) atomic_wchar_t;
typedef _Atomic(int_least8_t) atomic_int_least8_t;
typedef _Atomic(uint_least8_t) atomic_uint_least8_t;
typedef _Atomic(int_least16_t) atomic_int_least16_t;
typedef _Atomic(uint_least16_t) atomic_uint_least16_t;
typedef _Atomic(int_least32_t) atomic_int_least32_t;
typedef _Atomic(uint_least32_t) atomic_uint_least32_t;
typedef _Atomic(int_least64_t) atomic_int_least64_t;
typedef _Atomic(uint_least64_t) atomic_uint_least64_t;
typedef _Atomic(int_fast8_t) atomic_int_fast8_t;
typedef _Atomic(uint_fast8_t) atomic_uint_fast8_t;
typedef _Atomic(int_fast16_t) atomic_int_fast16_t;
typedef _Atomic(uint_fast16_t) atomic_uint_fast16_t;
typedef _Atomic(int_fast32_t) atomic_int_fast32_t;
typedef _Atomic(uint_fast32_t) atomic_uint_fast32_t;
typedef _Atomic(int_fast64_t) atomic_int_fast64_t;
typedef _Atomic(uint_fast64_t) atomic_uint_fast64_t;
typedef _Atomic(intptr_t) atomic_intptr_t;
typedef _Atomic(uintptr_t) atomic_uintptr_t;
typedef _Atomic(size_t) atomic_size_t;
typedef _Atomic(ptrdiff_t) atomic_ptrdiff_t;
typedef _Atomic(intmax_t) atomic_intmax_t;
typedef _Atomic(uintmax_t) atomic_uintmax_t;
typedef struct {
	_Atomic(_Bool) __flag;
} atomic_flag;

#define ATOMIC_FLAG_INIT {0}
#define ATOMIC_VAR_INIT(value) (value)
#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_CHAR_LOCK_FREE 2
#define ATOMIC_CHAR16_T_LOCK_FREE 2
#define ATOMIC_CHAR32_T_LOCK_FREE 2
#define ATOMIC_WCHAR_T_LOCK_FREE 2
#define ATOMIC_SHORT_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_LLONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2

/* Typed by the compiler from their arguments. */
void atomic_init();
void kill_dependency();
void atomic_thread_fence();
void atomic_signal_fence();
void atomic_is_lock_free();
void atomic_store();
void atomic_store_explicit();
void atomic_load();
void atomic_load_explicit();
void atomic_exchange();
void atomic_exchange_explicit();
void atomic_compare_exchange_strong();
void atomic_compare_exchange_strong_explicit();
void atomic_compare_exchange_weak();
void atomic_compare_exchange_weak_explicit();
void(atomic_fetch_add)();
void atomic_fetch_add_explicit();
void(atomic_fetch_sub)();
void atomic_fetch_sub_explicit();
void(atomic_fetch_or)();
void atomic_fetch_or_explicit();
void(atomic_fetch_xor)();
void atomic_fetch_xor_explicit();
void(atomic_fetch_and)();
void atomic_fetch_and_explicit();
void atomic_flag_test_and_set();
void atomic_flag_test_and_set_explicit();
void atomic_flag_clear();
void atomic_flag_clear_explicit();

/* Macros too, as with every compiler: programs ask with #ifndef. */
#define atomic_init atomic_init
#define kill_dependency kill_dependency
#define atomic_thread_fence atomic_thread_fence
#define atomic_signal_fence atomic_signal_fence
#define atomic_is_lock_free atomic_is_lock_free
#define atomic_store atomic_store
#define atomic_store_explicit atomic_store_explicit
#define atomic_load atomic_load
#define atomic_load_explicit atomic_load_explicit
#define atomic_exchange atomic_exchange
#define atomic_exchange_explicit atomic_exchange_explicit
#define atomic_compare_exchange_strong atomic_compare_exchange_strong
#define atomic_compare_exchange_strong_explicit atomic_compare_exchange_strong_explicit
#define atomic_compare_exchange_weak atomic_compare_exchange_weak
#define atomic_compare_exchange_weak_explicit atomic_compare_exchange_weak_explicit
#ifndef atomic_fetch_add
#define atomic_fetch_add atomic_fetch_add
#endif
#define atomic_fetch_add_explicit atomic_fetch_add_explicit
#ifndef atomic_fetch_sub
#define atomic_fetch_sub atomic_fetch_sub
#endif
#define atomic_fetch_sub_explicit atomic_fetch_sub_explicit
#ifndef atomic_fetch_or
#define atomic_fetch_or atomic_fetch_or
#endif
#define atomic_fetch_or_explicit atomic_fetch_or_explicit
#ifndef atomic_fetch_xor
#define atomic_fetch_xor atomic_fetch_xor
#endif
#define atomic_fetch_xor_explicit atomic_fetch_xor_explicit
#ifndef atomic_fetch_and
#define atomic_fetch_and atomic_fetch_and
#endif
#define atomic_fetch_and_explicit atomic_fetch_and_explicit
#define atomic_flag_test_and_set atomic_flag_test_and_set
#define atomic_flag_test_and_set_explicit atomic_flag_test_and_set_explicit
#define atomic_flag_clear atomic_flag_clear
#define atomic_flag_clear_explicit atomic_flag_clear_explicit
#endif
