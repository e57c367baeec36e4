#ifndef _LKMM_H
#define _LKMM_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <pthread.h>
/* Names of the Linux kernel. Under the model lkmm each is what the kernel's model says of it.
   Under the others it is what C11 can say: READ_ONCE and WRITE_ONCE are relaxed accesses,
   between which dependencies order nothing, which is weaker than the kernel's model, but
   a read of a pointer is consume, which is taken as acquire and orders more;
   smp_mb is a sequentially consistent fence; smp_rmb an acquire fence and smp_wmb a
   release fence, which order more than the kernel's. An RMW that returns a value is
   between two full fences, whether it fails or not. A grace period waits for every
   reader. */
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;
#ifdef __FENCEPOST__
void __fp_kernel_mb();
void __fp_kernel_rmb();
void __fp_kernel_wmb();
void __fp_kernel_around();
void __fp_kernel_before_atomic();
void __fp_kernel_after_atomic();
void __fp_kernel_after_spinlock();
void __fp_kernel_after_unlock_lock();
void __fp_kernel_add();
void __fp_kernel_sub();
void __fp_kernel_and();
void __fp_kernel_or();
void __fp_kernel_xor();
#else
#define __fp_kernel_mb() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define __fp_kernel_rmb() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define __fp_kernel_wmb() __atomic_thread_fence(__ATOMIC_RELEASE)
#define __fp_kernel_around() __fp_kernel_mb()
#define __fp_kernel_before_atomic() __fp_kernel_mb()
#define __fp_kernel_after_atomic() __fp_kernel_mb()
#define __fp_kernel_after_spinlock() __fp_kernel_mb()
#define __fp_kernel_after_unlock_lock() __fp_kernel_mb()
#define __fp_kernel_add(p, i) __atomic_fetch_add(p, i, __ATOMIC_RELAXED)
#define __fp_kernel_sub(p, i) __atomic_fetch_sub(p, i, __ATOMIC_RELAXED)
#define __fp_kernel_and(p, i) __atomic_fetch_and(p, i, __ATOMIC_RELAXED)
#define __fp_kernel_or(p, i) __atomic_fetch_or(p, i, __ATOMIC_RELAXED)
#define __fp_kernel_xor(p, i) __atomic_fetch_xor(p, i, __ATOMIC_RELAXED)
#endif
/* What a pointer points to is read after the pointer. */
#define __fp_once(x)                                                                     \
	_Generic((x), _Bool: __ATOMIC_RELAXED, char: __ATOMIC_RELAXED,                   \
		signed char: __ATOMIC_RELAXED, unsigned char: __ATOMIC_RELAXED,          \
		short: __ATOMIC_RELAXED, unsigned short: __ATOMIC_RELAXED,               \
		int: __ATOMIC_RELAXED, unsigned: __ATOMIC_RELAXED,                       \
		long: __ATOMIC_RELAXED, unsigned long: __ATOMIC_RELAXED,                 \
		long long: __ATOMIC_RELAXED, unsigned long long: __ATOMIC_RELAXED,       \
		default: __ATOMIC_CONSUME)
#define READ_ONCE(x) __atomic_load_n(&(x), __fp_once(x))
#define WRITE_ONCE(x, v) __atomic_store_n(&(x), (v), __ATOMIC_RELAXED)
#define ACCESS_ONCE(x) (*(volatile __typeof__(x) *)&(x))
#define barrier() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#if defined(__FENCEPOST__) || defined(__x86_64__)
#define cpu_relax() __builtin_ia32_pause()
#else
#define cpu_relax() barrier()
#endif
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define smp_mb() __fp_kernel_mb()
#define smp_rmb() __fp_kernel_rmb()
#define smp_wmb() __fp_kernel_wmb()
#define smp_mb__before_atomic() __fp_kernel_before_atomic()
#define smp_mb__after_atomic() __fp_kernel_after_atomic()
#define smp_mb__after_spinlock() __fp_kernel_after_spinlock()
#define smp_mb__after_unlock_lock() __fp_kernel_after_unlock_lock()
#define mb() smp_mb()
#define rmb() smp_rmb()
#define wmb() smp_wmb()
#define dma_rmb() smp_rmb()
#define dma_wmb() smp_wmb()
#define smp_load_acquire(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define smp_store_release(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
#define smp_acquire__after_ctrl_dep() smp_rmb()
#define smp_cond_load_relaxed(p, condition)                           \
	({                                                            \
		__typeof__(*(p)) VAL;                                 \
		while (VAL = READ_ONCE(*(p)), !(condition))           \
			cpu_relax();                                  \
		VAL;                                                  \
	})
#define smp_cond_load_acquire(p, condition)                           \
	({                                                            \
		__typeof__(*(p)) VAL;                                 \
		while (VAL = smp_load_acquire(p), !(condition))       \
			cpu_relax();                                  \
		VAL;                                                  \
	})
#define cmpxchg64(p, o, n) cmpxchg((p), (o), (n))
#define cmpxchg64_relaxed(p, o, n) cmpxchg_relaxed((p), (o), (n))
#define cmpxchg64_acquire(p, o, n) cmpxchg_acquire((p), (o), (n))
#define cmpxchg64_release(p, o, n) cmpxchg_release((p), (o), (n))
#define try_cmpxchg64(p, o, n) try_cmpxchg((p), (o), (n))
#define try_cmpxchg64_relaxed(p, o, n) try_cmpxchg_relaxed((p), (o), (n))
#define try_cmpxchg64_acquire(p, o, n) try_cmpxchg_acquire((p), (o), (n))
#define try_cmpxchg64_release(p, o, n) try_cmpxchg_release((p), (o), (n))
#define data_race(x) (x)
#define smp_store_mb(x, v) do { WRITE_ONCE(x, v); smp_mb(); } while (0)
#define rcu_dereference(p) __atomic_load_n(&(p), __ATOMIC_CONSUME)
#define rcu_assign_pointer(p, v) smp_store_release(&(p), (v))
#define rcu_access_pointer(p) READ_ONCE(p)
#define rcu_dereference_protected(p, condition) (p)
#define rcu_dereference_raw(p) rcu_dereference(p)
#define rcu_dereference_check(p, condition) rcu_dereference(p)
#define RCU_INIT_POINTER(p, v) WRITE_ONCE(p, v)
#define __rcu
#define __user
#define __force
#ifndef __always_inline
#define __always_inline inline __attribute__((always_inline))
#endif
#define noinline __attribute__((noinline))
#define __must_check
#define __maybe_unused __attribute__((unused))

#define __fp_xchg(p, v, order) __atomic_exchange_n((p), (v), order)
#define __fp_cmpxchg(p, o, n, order, failed)                                        \
	({                                                                          \
		__typeof__(*(p)) __fp_old = (o);                                    \
		__atomic_compare_exchange_n((p), &__fp_old, (n), 0, order, failed); \
		__fp_old;                                                           \
	})
#define __fp_between(x) ({ __fp_kernel_around(); __auto_type __fp_result = (x); __fp_kernel_around(); __fp_result; })

#define xchg(p, v) __fp_between(__fp_xchg(p, v, __ATOMIC_SEQ_CST))
#define xchg_relaxed(p, v) __fp_xchg(p, v, __ATOMIC_RELAXED)
#define xchg_acquire(p, v) __fp_xchg(p, v, __ATOMIC_ACQUIRE)
#define xchg_release(p, v) __fp_xchg(p, v, __ATOMIC_RELEASE)
#define xchg_long(p, v) __fp_between(__fp_xchg(p, v, __ATOMIC_SEQ_CST))
#define xchg_long_relaxed(p, v) __fp_xchg(p, v, __ATOMIC_RELAXED)
#define xchg_long_acquire(p, v) __fp_xchg(p, v, __ATOMIC_ACQUIRE)
#define xchg_long_release(p, v) __fp_xchg(p, v, __ATOMIC_RELEASE)
#define cmpxchg(p, o, n) __fp_between(__fp_cmpxchg(p, o, n, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
#define cmpxchg_relaxed(p, o, n) __fp_cmpxchg(p, o, n, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
#define cmpxchg_acquire(p, o, n) __fp_cmpxchg(p, o, n, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)
#define cmpxchg_release(p, o, n) __fp_cmpxchg(p, o, n, __ATOMIC_RELEASE, __ATOMIC_RELAXED)
#define cmpxchg_long(p, o, n) __fp_between(__fp_cmpxchg(p, o, n, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
#define cmpxchg_long_relaxed(p, o, n) __fp_cmpxchg(p, o, n, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
#define cmpxchg_long_acquire(p, o, n) __fp_cmpxchg(p, o, n, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)
#define cmpxchg_long_release(p, o, n) __fp_cmpxchg(p, o, n, __ATOMIC_RELEASE, __ATOMIC_RELAXED)

#define try_cmpxchg(p, o, n)                                        \
	({                                                            \
		__typeof__(*(p)) __fp_want = *(o);                    \
		__typeof__(*(p)) __fp_got = cmpxchg(p, __fp_want, n); \
		if (__fp_got != __fp_want)                            \
			*(o) = __fp_got;                              \
		__fp_got == __fp_want;                                \
	})
#define try_cmpxchg_relaxed(p, o, n)                                        \
	({                                                            \
		__typeof__(*(p)) __fp_want = *(o);                    \
		__typeof__(*(p)) __fp_got = cmpxchg_relaxed(p, __fp_want, n); \
		if (__fp_got != __fp_want)                            \
			*(o) = __fp_got;                              \
		__fp_got == __fp_want;                                \
	})
#define try_cmpxchg_acquire(p, o, n)                                        \
	({                                                            \
		__typeof__(*(p)) __fp_want = *(o);                    \
		__typeof__(*(p)) __fp_got = cmpxchg_acquire(p, __fp_want, n); \
		if (__fp_got != __fp_want)                            \
			*(o) = __fp_got;                              \
		__fp_got == __fp_want;                                \
	})
#define try_cmpxchg_release(p, o, n)                                        \
	({                                                            \
		__typeof__(*(p)) __fp_want = *(o);                    \
		__typeof__(*(p)) __fp_got = cmpxchg_release(p, __fp_want, n); \
		if (__fp_got != __fp_want)                            \
			*(o) = __fp_got;                              \
		__fp_got == __fp_want;                                \
	})
#define atomic_try_cmpxchg(v, o, n) try_cmpxchg(&(v)->counter, o, n)
#define atomic_try_cmpxchg_relaxed(v, o, n) try_cmpxchg_relaxed(&(v)->counter, o, n)
#define atomic_try_cmpxchg_acquire(v, o, n) try_cmpxchg_acquire(&(v)->counter, o, n)
#define atomic_try_cmpxchg_release(v, o, n) try_cmpxchg_release(&(v)->counter, o, n)
#define atomic_long_try_cmpxchg(v, o, n) try_cmpxchg(&(v)->counter, o, n)
#define atomic_long_try_cmpxchg_relaxed(v, o, n) try_cmpxchg_relaxed(&(v)->counter, o, n)
#define atomic_long_try_cmpxchg_acquire(v, o, n) try_cmpxchg_acquire(&(v)->counter, o, n)
#define atomic_long_try_cmpxchg_release(v, o, n) try_cmpxchg_release(&(v)->counter, o, n)
#define atomic64_try_cmpxchg(v, o, n) try_cmpxchg(&(v)->counter, o, n)
#define atomic64_try_cmpxchg_relaxed(v, o, n) try_cmpxchg_relaxed(&(v)->counter, o, n)
#define atomic64_try_cmpxchg_acquire(v, o, n) try_cmpxchg_acquire(&(v)->counter, o, n)
#define atomic64_try_cmpxchg_release(v, o, n) try_cmpxchg_release(&(v)->counter, o, n)

typedef struct {
	int counter;
} atomic_t;
typedef struct {
	long counter;
} atomic64_t;
typedef atomic64_t atomic_long_t;
#define ATOMIC_INIT(i) {(i)}
#define ATOMIC64_INIT(i) {(i)}
#define ATOMIC_LONG_INIT(i) {(i)}

#define atomic_read(v) READ_ONCE((v)->counter)
#define atomic_set(v, i) WRITE_ONCE((v)->counter, (i))
#define atomic_read_acquire(v) smp_load_acquire(&(v)->counter)
#define atomic_set_release(v, i) smp_store_release(&(v)->counter, (i))
#define atomic_cond_read_relaxed(v, condition) smp_cond_load_relaxed(&(v)->counter, condition)
#define atomic_cond_read_acquire(v, condition) smp_cond_load_acquire(&(v)->counter, condition)
#define atomic_add(i, v) ((void)__fp_kernel_add(&(v)->counter, (i)))
#undef atomic_fetch_add
#define atomic_fetch_add(i, v) __fp_between(__atomic_fetch_add(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic_fetch_add_relaxed(i, v) __atomic_fetch_add(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_fetch_add_acquire(i, v) __atomic_fetch_add(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_fetch_add_release(i, v) __atomic_fetch_add(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_add_return(i, v) __fp_between(__atomic_add_fetch(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic_add_return_relaxed(i, v) __atomic_add_fetch(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_add_return_acquire(i, v) __atomic_add_fetch(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_add_return_release(i, v) __atomic_add_fetch(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_sub(i, v) ((void)__fp_kernel_sub(&(v)->counter, (i)))
#undef atomic_fetch_sub
#define atomic_fetch_sub(i, v) __fp_between(__atomic_fetch_sub(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic_fetch_sub_relaxed(i, v) __atomic_fetch_sub(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_fetch_sub_acquire(i, v) __atomic_fetch_sub(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_fetch_sub_release(i, v) __atomic_fetch_sub(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_sub_return(i, v) __fp_between(__atomic_sub_fetch(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic_sub_return_relaxed(i, v) __atomic_sub_fetch(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_sub_return_acquire(i, v) __atomic_sub_fetch(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_sub_return_release(i, v) __atomic_sub_fetch(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_and(i, v) ((void)__fp_kernel_and(&(v)->counter, (i)))
#undef atomic_fetch_and
#define atomic_fetch_and(i, v) __fp_between(__atomic_fetch_and(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic_fetch_and_relaxed(i, v) __atomic_fetch_and(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_fetch_and_acquire(i, v) __atomic_fetch_and(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_fetch_and_release(i, v) __atomic_fetch_and(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_or(i, v) ((void)__fp_kernel_or(&(v)->counter, (i)))
#undef atomic_fetch_or
#define atomic_fetch_or(i, v) __fp_between(__atomic_fetch_or(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic_fetch_or_relaxed(i, v) __atomic_fetch_or(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_fetch_or_acquire(i, v) __atomic_fetch_or(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_fetch_or_release(i, v) __atomic_fetch_or(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_xor(i, v) ((void)__fp_kernel_xor(&(v)->counter, (i)))
#undef atomic_fetch_xor
#define atomic_fetch_xor(i, v) __fp_between(__atomic_fetch_xor(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic_fetch_xor_relaxed(i, v) __atomic_fetch_xor(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_fetch_xor_acquire(i, v) __atomic_fetch_xor(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_fetch_xor_release(i, v) __atomic_fetch_xor(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_andnot(i, v) atomic_and(~(i), v)
#define atomic_fetch_andnot(i, v) atomic_fetch_and(~(i), v)
#define atomic_fetch_andnot_relaxed(i, v) atomic_fetch_and_relaxed(~(i), v)
#define atomic_fetch_andnot_acquire(i, v) atomic_fetch_and_acquire(~(i), v)
#define atomic_fetch_andnot_release(i, v) atomic_fetch_and_release(~(i), v)
#define atomic_inc(v) atomic_add(1, v)
#define atomic_dec(v) atomic_sub(1, v)
#define atomic_fetch_inc(v) atomic_fetch_add(1, v)
#define atomic_inc_return(v) atomic_add_return(1, v)
#define atomic_fetch_dec(v) atomic_fetch_sub(1, v)
#define atomic_dec_return(v) atomic_sub_return(1, v)
#define atomic_xchg(v, i) xchg(&(v)->counter, (i))
#define atomic_cmpxchg(v, o, n) cmpxchg(&(v)->counter, (o), (n))
#define atomic_fetch_inc_relaxed(v) atomic_fetch_add_relaxed(1, v)
#define atomic_inc_return_relaxed(v) atomic_add_return_relaxed(1, v)
#define atomic_fetch_dec_relaxed(v) atomic_fetch_sub_relaxed(1, v)
#define atomic_dec_return_relaxed(v) atomic_sub_return_relaxed(1, v)
#define atomic_xchg_relaxed(v, i) xchg_relaxed(&(v)->counter, (i))
#define atomic_cmpxchg_relaxed(v, o, n) cmpxchg_relaxed(&(v)->counter, (o), (n))
#define atomic_fetch_inc_acquire(v) atomic_fetch_add_acquire(1, v)
#define atomic_inc_return_acquire(v) atomic_add_return_acquire(1, v)
#define atomic_fetch_dec_acquire(v) atomic_fetch_sub_acquire(1, v)
#define atomic_dec_return_acquire(v) atomic_sub_return_acquire(1, v)
#define atomic_xchg_acquire(v, i) xchg_acquire(&(v)->counter, (i))
#define atomic_cmpxchg_acquire(v, o, n) cmpxchg_acquire(&(v)->counter, (o), (n))
#define atomic_fetch_inc_release(v) atomic_fetch_add_release(1, v)
#define atomic_inc_return_release(v) atomic_add_return_release(1, v)
#define atomic_fetch_dec_release(v) atomic_fetch_sub_release(1, v)
#define atomic_dec_return_release(v) atomic_sub_return_release(1, v)
#define atomic_xchg_release(v, i) xchg_release(&(v)->counter, (i))
#define atomic_cmpxchg_release(v, o, n) cmpxchg_release(&(v)->counter, (o), (n))
#define atomic_sub_and_test(i, v) (atomic_sub_return(i, v) == 0)
#define atomic_dec_and_test(v) (atomic_dec_return(v) == 0)
#define atomic_inc_and_test(v) (atomic_inc_return(v) == 0)
#define atomic_add_negative(i, v) (atomic_add_return(i, v) < 0)
/* A value is changed while a condition holds of it; the result is what it was before. */
#define __fp_change(v, read, exchange, condition, to)                      \
	({                                                                 \
		long __fp_seen = read(v), __fp_was;                        \
		while (condition) {                                        \
			__fp_was = exchange(v, __fp_seen, (to));           \
			if (__fp_was == __fp_seen)                         \
				break;                                     \
			__fp_seen = __fp_was;                              \
		}                                                          \
		__fp_seen;                                                 \
	})
#define atomic_fetch_add_unless(v, a, u) __fp_change(v, atomic_read, atomic_cmpxchg, __fp_seen != (u), __fp_seen + (a))
#define atomic_add_unless(v, a, u) (atomic_fetch_add_unless(v, a, u) != (u))
#define atomic_dec_if_positive(v) (__fp_change(v, atomic_read, atomic_cmpxchg, __fp_seen > 0, __fp_seen - 1) - 1)
#define atomic_inc_unless_negative(v) (__fp_change(v, atomic_read, atomic_cmpxchg, __fp_seen >= 0, __fp_seen + 1) >= 0)
#define atomic_dec_unless_positive(v) (__fp_change(v, atomic_read, atomic_cmpxchg, __fp_seen <= 0, __fp_seen - 1) <= 0)
#define atomic_inc_not_zero(v) atomic_add_unless(v, 1, 0)

#define atomic_long_read(v) READ_ONCE((v)->counter)
#define atomic_long_set(v, i) WRITE_ONCE((v)->counter, (i))
#define atomic_long_read_acquire(v) smp_load_acquire(&(v)->counter)
#define atomic_long_set_release(v, i) smp_store_release(&(v)->counter, (i))
#define atomic_long_cond_read_relaxed(v, condition) smp_cond_load_relaxed(&(v)->counter, condition)
#define atomic_long_cond_read_acquire(v, condition) smp_cond_load_acquire(&(v)->counter, condition)
#define atomic_long_add(i, v) ((void)__fp_kernel_add(&(v)->counter, (i)))
#define atomic_long_fetch_add(i, v) __fp_between(__atomic_fetch_add(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic_long_fetch_add_relaxed(i, v) __atomic_fetch_add(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_long_fetch_add_acquire(i, v) __atomic_fetch_add(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_long_fetch_add_release(i, v) __atomic_fetch_add(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_long_add_return(i, v) __fp_between(__atomic_add_fetch(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic_long_add_return_relaxed(i, v) __atomic_add_fetch(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_long_add_return_acquire(i, v) __atomic_add_fetch(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_long_add_return_release(i, v) __atomic_add_fetch(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_long_sub(i, v) ((void)__fp_kernel_sub(&(v)->counter, (i)))
#define atomic_long_fetch_sub(i, v) __fp_between(__atomic_fetch_sub(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic_long_fetch_sub_relaxed(i, v) __atomic_fetch_sub(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_long_fetch_sub_acquire(i, v) __atomic_fetch_sub(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_long_fetch_sub_release(i, v) __atomic_fetch_sub(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_long_sub_return(i, v) __fp_between(__atomic_sub_fetch(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic_long_sub_return_relaxed(i, v) __atomic_sub_fetch(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_long_sub_return_acquire(i, v) __atomic_sub_fetch(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_long_sub_return_release(i, v) __atomic_sub_fetch(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_long_and(i, v) ((void)__fp_kernel_and(&(v)->counter, (i)))
#define atomic_long_fetch_and(i, v) __fp_between(__atomic_fetch_and(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic_long_fetch_and_relaxed(i, v) __atomic_fetch_and(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_long_fetch_and_acquire(i, v) __atomic_fetch_and(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_long_fetch_and_release(i, v) __atomic_fetch_and(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_long_or(i, v) ((void)__fp_kernel_or(&(v)->counter, (i)))
#define atomic_long_fetch_or(i, v) __fp_between(__atomic_fetch_or(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic_long_fetch_or_relaxed(i, v) __atomic_fetch_or(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_long_fetch_or_acquire(i, v) __atomic_fetch_or(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_long_fetch_or_release(i, v) __atomic_fetch_or(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_long_xor(i, v) ((void)__fp_kernel_xor(&(v)->counter, (i)))
#define atomic_long_fetch_xor(i, v) __fp_between(__atomic_fetch_xor(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic_long_fetch_xor_relaxed(i, v) __atomic_fetch_xor(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic_long_fetch_xor_acquire(i, v) __atomic_fetch_xor(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic_long_fetch_xor_release(i, v) __atomic_fetch_xor(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic_long_andnot(i, v) atomic_long_and(~(i), v)
#define atomic_long_fetch_andnot(i, v) atomic_long_fetch_and(~(i), v)
#define atomic_long_fetch_andnot_relaxed(i, v) atomic_long_fetch_and_relaxed(~(i), v)
#define atomic_long_fetch_andnot_acquire(i, v) atomic_long_fetch_and_acquire(~(i), v)
#define atomic_long_fetch_andnot_release(i, v) atomic_long_fetch_and_release(~(i), v)
#define atomic_long_inc(v) atomic_long_add(1, v)
#define atomic_long_dec(v) atomic_long_sub(1, v)
#define atomic_long_fetch_inc(v) atomic_long_fetch_add(1, v)
#define atomic_long_inc_return(v) atomic_long_add_return(1, v)
#define atomic_long_fetch_dec(v) atomic_long_fetch_sub(1, v)
#define atomic_long_dec_return(v) atomic_long_sub_return(1, v)
#define atomic_long_xchg(v, i) xchg(&(v)->counter, (i))
#define atomic_long_cmpxchg(v, o, n) cmpxchg(&(v)->counter, (o), (n))
#define atomic_long_fetch_inc_relaxed(v) atomic_long_fetch_add_relaxed(1, v)
#define atomic_long_inc_return_relaxed(v) atomic_long_add_return_relaxed(1, v)
#define atomic_long_fetch_dec_relaxed(v) atomic_long_fetch_sub_relaxed(1, v)
#define atomic_long_dec_return_relaxed(v) atomic_long_sub_return_relaxed(1, v)
#define atomic_long_xchg_relaxed(v, i) xchg_relaxed(&(v)->counter, (i))
#define atomic_long_cmpxchg_relaxed(v, o, n) cmpxchg_relaxed(&(v)->counter, (o), (n))
#define atomic_long_fetch_inc_acquire(v) atomic_long_fetch_add_acquire(1, v)
#define atomic_long_inc_return_acquire(v) atomic_long_add_return_acquire(1, v)
#define atomic_long_fetch_dec_acquire(v) atomic_long_fetch_sub_acquire(1, v)
#define atomic_long_dec_return_acquire(v) atomic_long_sub_return_acquire(1, v)
#define atomic_long_xchg_acquire(v, i) xchg_acquire(&(v)->counter, (i))
#define atomic_long_cmpxchg_acquire(v, o, n) cmpxchg_acquire(&(v)->counter, (o), (n))
#define atomic_long_fetch_inc_release(v) atomic_long_fetch_add_release(1, v)
#define atomic_long_inc_return_release(v) atomic_long_add_return_release(1, v)
#define atomic_long_fetch_dec_release(v) atomic_long_fetch_sub_release(1, v)
#define atomic_long_dec_return_release(v) atomic_long_sub_return_release(1, v)
#define atomic_long_xchg_release(v, i) xchg_release(&(v)->counter, (i))
#define atomic_long_cmpxchg_release(v, o, n) cmpxchg_release(&(v)->counter, (o), (n))
#define atomic_long_sub_and_test(i, v) (atomic_long_sub_return(i, v) == 0)
#define atomic_long_dec_and_test(v) (atomic_long_dec_return(v) == 0)
#define atomic_long_inc_and_test(v) (atomic_long_inc_return(v) == 0)
#define atomic_long_add_negative(i, v) (atomic_long_add_return(i, v) < 0)
#define atomic_long_fetch_add_unless(v, a, u) __fp_change(v, atomic_long_read, atomic_long_cmpxchg, __fp_seen != (u), __fp_seen + (a))
#define atomic_long_add_unless(v, a, u) (atomic_long_fetch_add_unless(v, a, u) != (u))
#define atomic_long_dec_if_positive(v) (__fp_change(v, atomic_long_read, atomic_long_cmpxchg, __fp_seen > 0, __fp_seen - 1) - 1)
#define atomic_long_inc_unless_negative(v) (__fp_change(v, atomic_long_read, atomic_long_cmpxchg, __fp_seen >= 0, __fp_seen + 1) >= 0)
#define atomic_long_dec_unless_positive(v) (__fp_change(v, atomic_long_read, atomic_long_cmpxchg, __fp_seen <= 0, __fp_seen - 1) <= 0)
#define atomic_long_inc_not_zero(v) atomic_long_add_unless(v, 1, 0)

#define atomic64_read(v) READ_ONCE((v)->counter)
#define atomic64_set(v, i) WRITE_ONCE((v)->counter, (i))
#define atomic64_read_acquire(v) smp_load_acquire(&(v)->counter)
#define atomic64_set_release(v, i) smp_store_release(&(v)->counter, (i))
#define atomic64_cond_read_relaxed(v, condition) smp_cond_load_relaxed(&(v)->counter, condition)
#define atomic64_cond_read_acquire(v, condition) smp_cond_load_acquire(&(v)->counter, condition)
#define atomic64_add(i, v) ((void)__fp_kernel_add(&(v)->counter, (i)))
#define atomic64_fetch_add(i, v) __fp_between(__atomic_fetch_add(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic64_fetch_add_relaxed(i, v) __atomic_fetch_add(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic64_fetch_add_acquire(i, v) __atomic_fetch_add(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic64_fetch_add_release(i, v) __atomic_fetch_add(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic64_add_return(i, v) __fp_between(__atomic_add_fetch(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic64_add_return_relaxed(i, v) __atomic_add_fetch(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic64_add_return_acquire(i, v) __atomic_add_fetch(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic64_add_return_release(i, v) __atomic_add_fetch(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic64_sub(i, v) ((void)__fp_kernel_sub(&(v)->counter, (i)))
#define atomic64_fetch_sub(i, v) __fp_between(__atomic_fetch_sub(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic64_fetch_sub_relaxed(i, v) __atomic_fetch_sub(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic64_fetch_sub_acquire(i, v) __atomic_fetch_sub(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic64_fetch_sub_release(i, v) __atomic_fetch_sub(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic64_sub_return(i, v) __fp_between(__atomic_sub_fetch(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic64_sub_return_relaxed(i, v) __atomic_sub_fetch(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic64_sub_return_acquire(i, v) __atomic_sub_fetch(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic64_sub_return_release(i, v) __atomic_sub_fetch(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic64_and(i, v) ((void)__fp_kernel_and(&(v)->counter, (i)))
#define atomic64_fetch_and(i, v) __fp_between(__atomic_fetch_and(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic64_fetch_and_relaxed(i, v) __atomic_fetch_and(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic64_fetch_and_acquire(i, v) __atomic_fetch_and(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic64_fetch_and_release(i, v) __atomic_fetch_and(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic64_or(i, v) ((void)__fp_kernel_or(&(v)->counter, (i)))
#define atomic64_fetch_or(i, v) __fp_between(__atomic_fetch_or(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic64_fetch_or_relaxed(i, v) __atomic_fetch_or(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic64_fetch_or_acquire(i, v) __atomic_fetch_or(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic64_fetch_or_release(i, v) __atomic_fetch_or(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic64_xor(i, v) ((void)__fp_kernel_xor(&(v)->counter, (i)))
#define atomic64_fetch_xor(i, v) __fp_between(__atomic_fetch_xor(&(v)->counter, (i), __ATOMIC_SEQ_CST))
#define atomic64_fetch_xor_relaxed(i, v) __atomic_fetch_xor(&(v)->counter, (i), __ATOMIC_RELAXED)
#define atomic64_fetch_xor_acquire(i, v) __atomic_fetch_xor(&(v)->counter, (i), __ATOMIC_ACQUIRE)
#define atomic64_fetch_xor_release(i, v) __atomic_fetch_xor(&(v)->counter, (i), __ATOMIC_RELEASE)
#define atomic64_andnot(i, v) atomic64_and(~(i), v)
#define atomic64_fetch_andnot(i, v) atomic64_fetch_and(~(i), v)
#define atomic64_fetch_andnot_relaxed(i, v) atomic64_fetch_and_relaxed(~(i), v)
#define atomic64_fetch_andnot_acquire(i, v) atomic64_fetch_and_acquire(~(i), v)
#define atomic64_fetch_andnot_release(i, v) atomic64_fetch_and_release(~(i), v)
#define atomic64_inc(v) atomic64_add(1, v)
#define atomic64_dec(v) atomic64_sub(1, v)
#define atomic64_fetch_inc(v) atomic64_fetch_add(1, v)
#define atomic64_inc_return(v) atomic64_add_return(1, v)
#define atomic64_fetch_dec(v) atomic64_fetch_sub(1, v)
#define atomic64_dec_return(v) atomic64_sub_return(1, v)
#define atomic64_xchg(v, i) xchg(&(v)->counter, (i))
#define atomic64_cmpxchg(v, o, n) cmpxchg(&(v)->counter, (o), (n))
#define atomic64_fetch_inc_relaxed(v) atomic64_fetch_add_relaxed(1, v)
#define atomic64_inc_return_relaxed(v) atomic64_add_return_relaxed(1, v)
#define atomic64_fetch_dec_relaxed(v) atomic64_fetch_sub_relaxed(1, v)
#define atomic64_dec_return_relaxed(v) atomic64_sub_return_relaxed(1, v)
#define atomic64_xchg_relaxed(v, i) xchg_relaxed(&(v)->counter, (i))
#define atomic64_cmpxchg_relaxed(v, o, n) cmpxchg_relaxed(&(v)->counter, (o), (n))
#define atomic64_fetch_inc_acquire(v) atomic64_fetch_add_acquire(1, v)
#define atomic64_inc_return_acquire(v) atomic64_add_return_acquire(1, v)
#define atomic64_fetch_dec_acquire(v) atomic64_fetch_sub_acquire(1, v)
#define atomic64_dec_return_acquire(v) atomic64_sub_return_acquire(1, v)
#define atomic64_xchg_acquire(v, i) xchg_acquire(&(v)->counter, (i))
#define atomic64_cmpxchg_acquire(v, o, n) cmpxchg_acquire(&(v)->counter, (o), (n))
#define atomic64_fetch_inc_release(v) atomic64_fetch_add_release(1, v)
#define atomic64_inc_return_release(v) atomic64_add_return_release(1, v)
#define atomic64_fetch_dec_release(v) atomic64_fetch_sub_release(1, v)
#define atomic64_dec_return_release(v) atomic64_sub_return_release(1, v)
#define atomic64_xchg_release(v, i) xchg_release(&(v)->counter, (i))
#define atomic64_cmpxchg_release(v, o, n) cmpxchg_release(&(v)->counter, (o), (n))
#define atomic64_sub_and_test(i, v) (atomic64_sub_return(i, v) == 0)
#define atomic64_dec_and_test(v) (atomic64_dec_return(v) == 0)
#define atomic64_inc_and_test(v) (atomic64_inc_return(v) == 0)
#define atomic64_add_negative(i, v) (atomic64_add_return(i, v) < 0)
#define atomic64_fetch_add_unless(v, a, u) __fp_change(v, atomic64_read, atomic64_cmpxchg, __fp_seen != (u), __fp_seen + (a))
#define atomic64_add_unless(v, a, u) (atomic64_fetch_add_unless(v, a, u) != (u))
#define atomic64_dec_if_positive(v) (__fp_change(v, atomic64_read, atomic64_cmpxchg, __fp_seen > 0, __fp_seen - 1) - 1)
#define atomic64_inc_unless_negative(v) (__fp_change(v, atomic64_read, atomic64_cmpxchg, __fp_seen >= 0, __fp_seen + 1) >= 0)
#define atomic64_dec_unless_positive(v) (__fp_change(v, atomic64_read, atomic64_cmpxchg, __fp_seen <= 0, __fp_seen - 1) <= 0)
#define atomic64_inc_not_zero(v) atomic64_add_unless(v, 1, 0)

typedef pthread_mutex_t spinlock_t;
typedef pthread_mutex_t raw_spinlock_t;
#define __SPIN_LOCK_UNLOCKED(name) PTHREAD_MUTEX_INITIALIZER
#define DEFINE_SPINLOCK(name) spinlock_t name = PTHREAD_MUTEX_INITIALIZER
#define spin_lock_init(l) ((void)pthread_mutex_init((l), NULL))
#define spin_lock(l) ((void)pthread_mutex_lock(l))
#define spin_unlock(l) ((void)pthread_mutex_unlock(l))
#define spin_trylock(l) (!pthread_mutex_trylock(l))
#define spin_lock_nested(l, n) spin_lock(l)
#define spin_trylock_irq(l) spin_trylock(l)
#define spin_trylock_bh(l) spin_trylock(l)
#define spin_trylock_irqsave(l, flags) ((void)((flags) = 0), spin_trylock(l))
#define assert_spin_locked(l) ((void)(l))
#define spin_is_locked(l) (__atomic_load_n((int *)(l), __ATOMIC_RELAXED) != 0)
#define spin_lock_irqsave(l, flags) ((void)((flags) = 0), spin_lock(l))
#define spin_unlock_irqrestore(l, flags) ((void)(flags), spin_unlock(l))
#define spin_lock_irq(l) spin_lock(l)
#define spin_unlock_irq(l) spin_unlock(l)
#define spin_lock_bh(l) spin_lock(l)
#define spin_unlock_bh(l) spin_unlock(l)
#define __RAW_SPIN_LOCK_UNLOCKED(name) __SPIN_LOCK_UNLOCKED(name)
#define DEFINE_RAW_SPINLOCK(name) DEFINE_SPINLOCK(name)
#define raw_spin_lock_init(l) spin_lock_init(l)
#define raw_spin_lock(l) spin_lock(l)
#define raw_spin_unlock(l) spin_unlock(l)
#define raw_spin_trylock(l) spin_trylock(l)
#define raw_spin_lock_irqsave(l, flags) spin_lock_irqsave(l, flags)
#define raw_spin_unlock_irqrestore(l, flags) spin_unlock_irqrestore(l, flags)
#define raw_spin_lock_irq(l) spin_lock(l)
#define raw_spin_unlock_irq(l) spin_unlock(l)
#define local_bh_disable() ((void)0)
#define local_bh_enable() ((void)0)
#define preempt_disable() ((void)0)
#define preempt_enable() ((void)0)

/* A reader holds a read lock, as deep as it is nested; a grace period passes the
   write lock. */
__attribute__((weak)) pthread_rwlock_t __fp_rcu;
__attribute__((weak)) _Thread_local int __fp_rcu_depth;
static inline void rcu_read_lock(void)
{
	if (__fp_rcu_depth++ == 0)
		pthread_rwlock_rdlock(&__fp_rcu);
}
static inline void rcu_read_unlock(void)
{
	if (--__fp_rcu_depth == 0)
		pthread_rwlock_unlock(&__fp_rcu);
}
static inline void synchronize_rcu(void)
{
	smp_mb();
	pthread_rwlock_wrlock(&__fp_rcu);
	pthread_rwlock_unlock(&__fp_rcu);
	smp_mb();
}
#define synchronize_rcu_expedited() synchronize_rcu()
#define rcu_read_lock_bh() rcu_read_lock()
#define rcu_read_unlock_bh() rcu_read_unlock()
#define rcu_read_lock_sched() rcu_read_lock()
#define rcu_read_unlock_sched() rcu_read_unlock()

/* The fences as the model checker Dartagnan names them. */
#define __LKMM_FENCE(kind) __fp_lkmm_##kind()
#define __fp_lkmm_barrier() barrier()
#define __fp_lkmm_mb() smp_mb()
#define __fp_lkmm_rmb() smp_rmb()
#define __fp_lkmm_wmb() smp_wmb()
#define __fp_lkmm_before_atomic() smp_mb()
#define __fp_lkmm_after_atomic() smp_mb()
#define __fp_lkmm_after_spinlock() smp_mb()
#define __fp_lkmm_after_unlock_lock() smp_mb()
static inline void __fp_lkmm_rcu_lock(void) { rcu_read_lock(); }
static inline void __fp_lkmm_rcu_unlock(void) { rcu_read_unlock(); }
static inline void __fp_lkmm_rcu_sync(void) { synchronize_rcu(); }
#endif
