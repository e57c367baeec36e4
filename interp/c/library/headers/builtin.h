/* What every program begins with: the predefined macros, and the names that
   are known without an include. */
#define __FENCEPOST__ 1
#define __STDC__ 1
#define static_assert(...) __fp_static_assert(__VA_ARGS__, "") /* a keyword of C23, whose text may be missing */
#define __fp_static_assert(condition, text, ...) _Static_assert(condition, text)
#define __STDC_VERSION__ 201112L
#define __STDC_HOSTED__ 1
#define __STDC_MB_MIGHT_NEQ_WC__ 1
#define __DATE__ "Jan  1 1970"
#define __TIME__ "00:00:00"
#define __STDC_NO_COMPLEX__ 1
#define __STDC_UTF_16__ 1
#define __STDC_UTF_32__ 1
#define __GNUC__ 4
#define __GNUC_MINOR__ 9
#define __GNUC_PATCHLEVEL__ 0
#define __GNUC_STDC_INLINE__ 1
#define __VERSION__ "fencepost"
#define __OPTIMIZE__ 1
#define __ELF__ 1
#define __linux__ 1
#define __linux 1
#define __gnu_linux__ 1
#define __unix__ 1
#define __unix 1
#define __x86_64__ 1
#define __x86_64 1
#define __amd64__ 1
#define __amd64 1
#define __LP64__ 1
#define _LP64 1
#define _REENTRANT 1

#define __ORDER_LITTLE_ENDIAN__ 1234
#define __ORDER_BIG_ENDIAN__ 4321
#define __ORDER_PDP_ENDIAN__ 3412
#define __BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__
#define __LITTLE_ENDIAN__ 1
#define __CHAR_BIT__ 8
#define __BIGGEST_ALIGNMENT__ 16
#define __SIZEOF_SHORT__ 2
#define __SIZEOF_INT__ 4
#define __SIZEOF_LONG__ 8
#define __SIZEOF_LONG_LONG__ 8
#define __SIZEOF_INT128__ 16
#define __SIZEOF_POINTER__ 8
#define __SIZEOF_SIZE_T__ 8
#define __SIZEOF_PTRDIFF_T__ 8
#define __SIZEOF_WCHAR_T__ 4
#define __SIZEOF_WINT_T__ 4
#define __SCHAR_MAX__ 127
#define __SHRT_MAX__ 32767
#define __INT_MAX__ 2147483647
#define __LONG_MAX__ 9223372036854775807L
#define __LONG_LONG_MAX__ 9223372036854775807LL
#define __WCHAR_MAX__ 2147483647
#define __SIZE_MAX__ 18446744073709551615UL
#define __PTRDIFF_MAX__ 9223372036854775807L
#define __INTMAX_MAX__ 9223372036854775807L
#define __UINTMAX_MAX__ 18446744073709551615UL
#define __INTPTR_MAX__ 9223372036854775807L
#define __UINTPTR_MAX__ 18446744073709551615UL
#define __INT8_TYPE__ signed char
#define __INT16_TYPE__ short
#define __INT32_TYPE__ int
#define __INT64_TYPE__ long
#define __UINT8_TYPE__ unsigned char
#define __UINT16_TYPE__ unsigned short
#define __UINT32_TYPE__ unsigned int
#define __UINT64_TYPE__ unsigned long
#define __INTMAX_TYPE__ long
#define __UINTMAX_TYPE__ unsigned long
#define __INTPTR_TYPE__ long
#define __UINTPTR_TYPE__ unsigned long
#define __SIZE_TYPE__ unsigned long
#define __PTRDIFF_TYPE__ long
#define __WCHAR_TYPE__ int
#define __WINT_TYPE__ unsigned int
#define __CHAR16_TYPE__ unsigned short
#define __CHAR32_TYPE__ unsigned int

#define __ATOMIC_RELAXED 0
#define __ATOMIC_CONSUME 1
#define __ATOMIC_ACQUIRE 2
#define __ATOMIC_RELEASE 3
#define __ATOMIC_ACQ_REL 4
#define __ATOMIC_SEQ_CST 5
#define __GCC_ATOMIC_BOOL_LOCK_FREE 2
#define __GCC_ATOMIC_CHAR_LOCK_FREE 2
#define __GCC_ATOMIC_CHAR16_T_LOCK_FREE 2
#define __GCC_ATOMIC_CHAR32_T_LOCK_FREE 2
#define __GCC_ATOMIC_WCHAR_T_LOCK_FREE 2
#define __GCC_ATOMIC_SHORT_LOCK_FREE 2
#define __GCC_ATOMIC_INT_LOCK_FREE 2
#define __GCC_ATOMIC_LONG_LOCK_FREE 2
#define __GCC_ATOMIC_LLONG_LOCK_FREE 2
#define __GCC_ATOMIC_POINTER_LOCK_FREE 2
#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_1 1
#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_2 1
#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_4 1
#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_8 1

#define __extension__
#define __FUNCTION__ __func__
#define __PRETTY_FUNCTION__ __func__
#define __builtin_offsetof(type, member) ((__SIZE_TYPE__)&(((type *)0)->member))

/* The parser asks for it. */
int __predefined_declarator;

/* A variadic function gets the address of its further arguments, which lie behind
   each other in multiples of 8 bytes. */
typedef char *__builtin_va_list;
#define __builtin_va_start(list, last) ((void)sizeof(last), (void)((list) = __fp_further))
#define __builtin_va_end(list) ((void)(list))
#define __builtin_va_copy(to, from) ((void)((to) = (from)))
#define __fp_room(type) ((sizeof(type) + 7) / 8 * 8)
/* An argument of a type that is promoted when it is passed never has that type. */
#define __fp_passed(type) _Generic(*(type *)0, _Bool: __builtin_trap(), char: __builtin_trap(), signed char: __builtin_trap(), \
	unsigned char: __builtin_trap(), short: __builtin_trap(), unsigned short: __builtin_trap(), float: __builtin_trap(), default: (void)0)
#define __builtin_va_arg(list, type) (*(__fp_passed(type), (type *)(((list) += __fp_room(type)) - __fp_room(type))))

/* Typed by the compiler from their arguments. */
void __atomic_load_n();
void __atomic_load();
void __atomic_store_n();
void __atomic_store();
void __atomic_exchange_n();
void __atomic_exchange();
void __atomic_compare_exchange_n();
void __atomic_compare_exchange();
void __atomic_add_fetch();
void __atomic_sub_fetch();
void __atomic_and_fetch();
void __atomic_xor_fetch();
void __atomic_or_fetch();
void __atomic_nand_fetch();
void __atomic_fetch_add();
void __atomic_fetch_sub();
void __atomic_fetch_and();
void __atomic_fetch_xor();
void __atomic_fetch_or();
void __atomic_fetch_nand();
void __atomic_test_and_set();
void __atomic_clear();
void __atomic_thread_fence();
void __atomic_signal_fence();
void __atomic_always_lock_free();
void __atomic_is_lock_free();
void __sync_fetch_and_add();
void __sync_fetch_and_sub();
void __sync_fetch_and_or();
void __sync_fetch_and_and();
void __sync_fetch_and_xor();
void __sync_fetch_and_nand();
void __sync_add_and_fetch();
void __sync_sub_and_fetch();
void __sync_or_and_fetch();
void __sync_and_and_fetch();
void __sync_xor_and_fetch();
void __sync_nand_and_fetch();
void __sync_bool_compare_and_swap();
void __sync_val_compare_and_swap();
void __sync_synchronize();
void __sync_lock_test_and_set();
void __sync_lock_release();
void __builtin_expect();
void __builtin_unreachable();
void __builtin_trap();
void __fp_panic(const char *);
void __fp_invalid_memory_order(void);
void __builtin_constant_p();
void __builtin_types_compatible_p();
#define __builtin_types_compatible_p(t, u) __builtin_types_compatible_p(sizeof(t), sizeof(u))
void __builtin_choose_expr();
void __builtin_prefetch();
void __builtin_assume_aligned();

void __VERIFIER_assert();
void __VERIFIER_error();
void __VERIFIER_atomic_begin();
void __VERIFIER_atomic_end();
void __VERIFIER_assume();
void assume_abort_if_not();
static inline void __VERIFIER_loop_bound(int __n) {}
static inline void __VERIFIER_loop_begin(void) {}
static inline void __VERIFIER_spin_start(void) {}
static inline void __VERIFIER_spin_end(int __condition) {}
unsigned __VERIFIER_tid();
void __ESBMC_atomic_begin();
void __ESBMC_atomic_end();
static inline unsigned __ESBMC_get_thread_id(void) { return __VERIFIER_tid(); }
void __ESBMC_yield();
void __ESBMC_assume();
void __ESBMC_assert();
void __CPROVER_assume();
void __CPROVER_assert();
_Bool __VERIFIER_nondet_bool();
char __VERIFIER_nondet_char();
signed char __VERIFIER_nondet_schar();
unsigned char __VERIFIER_nondet_uchar();
short __VERIFIER_nondet_short();
unsigned short __VERIFIER_nondet_ushort();
int __VERIFIER_nondet_int();
unsigned __VERIFIER_nondet_uint();
unsigned __VERIFIER_nondet_unsigned();
long __VERIFIER_nondet_long();
unsigned long __VERIFIER_nondet_ulong();
long long __VERIFIER_nondet_longlong();
unsigned long long __VERIFIER_nondet_ulonglong();
unsigned long __VERIFIER_nondet_size_t();
unsigned char __VERIFIER_nondet_u8();
unsigned short __VERIFIER_nondet_u16();
unsigned __VERIFIER_nondet_u32();
static inline void *__VERIFIER_nondet_pointer(void) { return (void *)__VERIFIER_nondet_ulong(); }
static inline float __VERIFIER_nondet_float(void) { return (float)__VERIFIER_nondet_int() / 16; }
static inline double __VERIFIER_nondet_double(void) { return (double)__VERIFIER_nondet_int() / 16; }
static inline void __VERIFIER_nondet_memory(void *__p, __SIZE_TYPE__ __n)
{
	for (__SIZE_TYPE__ __i = 0; __i < __n; __i++)
		((unsigned char *)__p)[__i] = __VERIFIER_nondet_uchar();
}
_Bool nondet_bool();
char nondet_char();
signed char nondet_schar();
unsigned char nondet_uchar();
short nondet_short();
unsigned short nondet_ushort();
int nondet_int();
unsigned nondet_uint();
unsigned nondet_unsigned();
long nondet_long();
unsigned long nondet_ulong();
long long nondet_longlong();
unsigned long long nondet_ulonglong();
unsigned long nondet_size_t();

void *__builtin_memcpy(void *, const void *, __SIZE_TYPE__);
void *__builtin_memmove(void *, const void *, __SIZE_TYPE__);
void *__builtin_memset(void *, int, __SIZE_TYPE__);
void *__builtin_malloc(__SIZE_TYPE__);
void *__builtin_alloca(__SIZE_TYPE__); /* a block that nothing frees */
void __builtin_free(void *);
void __builtin_abort(void);
void __builtin_ia32_pause(void);
int __builtin_printf(const char *, ...);

/* Clang's names of C11's operations. */
#define __c11_atomic_init(p, v) __atomic_store_n((p), (v), __ATOMIC_RELAXED)
#define __c11_atomic_load(p, o) __atomic_load_n((p), (o))
#define __c11_atomic_store(p, v, o) __atomic_store_n((p), (v), (o))
#define __c11_atomic_exchange(p, v, o) __atomic_exchange_n((p), (v), (o))
#define __c11_atomic_compare_exchange_strong(p, e, v, o, f) __atomic_compare_exchange_n((p), (e), (v), 0, (o), (f))
#define __c11_atomic_compare_exchange_weak(p, e, v, o, f) __atomic_compare_exchange_n((p), (e), (v), 1, (o), (f))
#define __c11_atomic_fetch_add(p, v, o) __atomic_fetch_add((p), (v), (o))
#define __c11_atomic_fetch_sub(p, v, o) __atomic_fetch_sub((p), (v), (o))
#define __c11_atomic_fetch_and(p, v, o) __atomic_fetch_and((p), (v), (o))
#define __c11_atomic_fetch_or(p, v, o) __atomic_fetch_or((p), (v), (o))
#define __c11_atomic_fetch_xor(p, v, o) __atomic_fetch_xor((p), (v), (o))
#define __c11_atomic_thread_fence(o) __atomic_thread_fence(o)
#define __c11_atomic_signal_fence(o) __atomic_signal_fence(o)

/* What the machine does for functions that the headers write in C. */
int __fp_mutex_init(void *, int);
int __fp_sem_trywait(void *);
int __fp_thread_await(unsigned long);
int __fp_mutex_await(void *);
int __fp_cond_await(void *, void *);
int __fp_lock(void *);
int __fp_unlock(void *);
int __fp_wait(void *, void *);
int __fp_signal(void *);
long __fp_futex_operation(void);
long __fp_system_call(void);
long __fp_file_descriptor(void);
void __fp_thread_objects(void);
long __fp_write(const void *, unsigned long);

/* All that is printed goes to one place. */
static inline long __fp_write_to(int __descriptor, const void *__from, unsigned long __n)
{
	return __descriptor == 1 || __descriptor == 2 ? __fp_write(__from, __n) : __fp_file_descriptor();
}
/* What a function does to a string, or an object, that it only looks at. */
static inline void __fp_read_string(const char *__s)
{
	while (__s && *__s)
		__s++;
}
#define __FP_READ(type, p) ((p) ? (void)({ type __fp_copy = *(p); }) : (void)0)
int __fp_process_option(void);
int __fp_scanf_conversion(void);
int __fp_rwlock_await_read(void *);
int __fp_rwlock_await_write(void *);
int __fp_sem_await(void *);
int __fp_once_begin(void *);
void __fp_once_end(void *, int __again);
int __fp_nondet(int, int);
void __fp_sleep(long __nanoseconds);
void __fp_sleep_seconds(long);
void __fp_sleep_until(long __seconds, long __nanoseconds);
long __fp_time(void);

/* Ordered updates that GCC has for some machines, each a loop. */
#define __fp_sync_update(p, v, better)                                                              \
	({                                                                                           \
		__typeof__(p) __fp_p = (p);                                                          \
		__typeof__(*__fp_p) __fp_v = (v), __fp_old = __atomic_load_n(__fp_p, __ATOMIC_RELAXED); \
		while (!__atomic_compare_exchange_n(__fp_p, &__fp_old, better ? __fp_v : __fp_old, 0,   \
						    __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))             \
			;                                                                            \
		__fp_old;                                                                            \
	})
/* The numbers as signed ones of their size; so wide they are in order as unsigned ones, too. */
#define __fp_signed(x) (sizeof(x) == 8 ? (long)(x) : sizeof(x) == 4 ? (int)(x) : sizeof(x) == 2 ? (short)(x) : (signed char)(x))
#define __fp_unsigned(x) ((unsigned long)__fp_signed(x))
#define __sync_fetch_and_max(p, v) __fp_sync_update(p, v, __fp_signed(__fp_v) > __fp_signed(__fp_old))
#define __sync_fetch_and_min(p, v) __fp_sync_update(p, v, __fp_signed(__fp_v) < __fp_signed(__fp_old))
#define __sync_fetch_and_umax(p, v) __fp_sync_update(p, v, __fp_unsigned(__fp_v) > __fp_unsigned(__fp_old))
#define __sync_fetch_and_umin(p, v) __fp_sync_update(p, v, __fp_unsigned(__fp_v) < __fp_unsigned(__fp_old))
#define __builtin_add_overflow(x, y, result) \
	__fp_overflow(x, y, result, +, (long)((__fp_x ^ __fp_wide) & (__fp_y ^ __fp_wide)) < 0, __fp_wide < __fp_x)
#define __builtin_sub_overflow(x, y, result) \
	__fp_overflow(x, y, result, -, (long)((__fp_x ^ __fp_y) & (__fp_x ^ __fp_wide)) < 0, __fp_x < __fp_y)
#define __builtin_mul_overflow(x, y, result)                                                                     \
	__fp_overflow(x, y, result, *,                                                                           \
		      __fp_x && (__fp_x == -1ul ? __fp_y == 1ul << 63 : (long)__fp_wide / (long)__fp_x != (long)__fp_y), \
		      __fp_x && __fp_wide / __fp_x != __fp_y)
#define __builtin_object_size(p, kind) ((__SIZE_TYPE__)((kind) & 2 ? 0 : -1))
#define __builtin_bcmp(a, b, n) __builtin_memcmp(a, b, n)
#define __builtin_huge_val() (1e300 * 1e300)
#define __builtin_inf() (1e300 * 1e300)
#define __builtin_nan(tag) (-(1e300 * 1e300 - 1e300 * 1e300))
#define __builtin_isnan(x) ((x) != (x))
#define __builtin_fabs(x) ((x) < 0 ? -(x) : (x))
/* The result is that of 64 bits, cut: it has overflowed if that changed it, or, of
   64 bits, if sign or carry says so. */
#define __fp_overflow(x, y, result, op, sign, carry)                                \
	({                                                                           \
		unsigned long __fp_x = (x), __fp_y = (y), __fp_wide = __fp_x op __fp_y; \
		__typeof__(*(result)) __fp_cut = (__typeof__(*(result)))__fp_wide;   \
		*(result) = __fp_cut;                                                \
		sizeof(__fp_cut) < 8		       ? (long)__fp_cut != (long)__fp_wide \
		: (__typeof__(*(result)))-1 < (__typeof__(*(result)))1 ? (sign)      \
								       : (carry);    \
	})
static inline int __builtin_popcountll(unsigned long long __x)
{
	int __n = 0;
	for (; __x != 0; __x &= __x - 1)
		__n++;
	return __n;
}
static inline int __builtin_parityll(unsigned long long __x) { return __builtin_popcountll(__x) & 1; }
static inline int __builtin_parityl(unsigned long __x) { return __builtin_popcountll(__x) & 1; }
static inline int __builtin_parity(unsigned __x) { return __builtin_popcountll(__x) & 1; }
static inline int __builtin_memcmp(const void *__a, const void *__b, __SIZE_TYPE__ __n)
{
	const unsigned char *__p = __a, *__q = __b;
	for (__SIZE_TYPE__ __i = 0; __i < __n; __i++)
		if (__p[__i] != __q[__i])
			return __p[__i] - __q[__i];
	return 0;
}
static inline __SIZE_TYPE__ __builtin_strlen(const char *__s)
{
	__SIZE_TYPE__ __n = 0;
	while (__s[__n])
		__n++;
	return __n;
}
static inline int __builtin_strcmp(const char *__a, const char *__b)
{
	for (; *__a && *__a == *__b; __a++, __b++)
		;
	return (unsigned char)*__a - (unsigned char)*__b;
}
static inline int __builtin_popcountl(unsigned long __x) { return __builtin_popcountll(__x); }
static inline int __builtin_popcount(unsigned __x) { return __builtin_popcountll(__x); }
static inline int __builtin_ctzll(unsigned long long __x) { return __builtin_popcountll((__x & -__x) - 1); }
static inline int __builtin_ctzl(unsigned long __x) { return __builtin_ctzll(__x); }
static inline int __builtin_ctz(unsigned __x) { return __builtin_ctzll(__x); }
static inline int __builtin_clzll(unsigned long long __x)
{
	int __n = 63;
	while (__x >>= 1)
		__n--;
	return __n;
}
static inline int __builtin_clzl(unsigned long __x) { return __builtin_clzll(__x); }
static inline int __builtin_clz(unsigned __x) { return __builtin_clzll(__x) - 32; }
static inline int __builtin_ffsll(long long __x) { return __x ? __builtin_ctzll(__x) + 1 : 0; }
static inline int __builtin_ffsl(long __x) { return __builtin_ffsll(__x); }
static inline int __builtin_ffs(int __x) { return __builtin_ffsll(__x); }
static inline unsigned short __builtin_bswap16(unsigned short __x) { return __x >> 8 | __x << 8; }
static inline unsigned __builtin_bswap32(unsigned __x)
{
	return __x >> 24 | (__x >> 8 & 0xff00u) | (__x << 8 & 0xff0000u) | __x << 24;
}
static inline unsigned long __builtin_bswap64(unsigned long __x)
{
	return (unsigned long)__builtin_bswap32(__x) << 32 | __builtin_bswap32(__x >> 32);
}
