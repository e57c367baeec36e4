#ifndef _LINUX_BITOPS_H
#define _LINUX_BITOPS_H
#include <linux/types.h>
#include <linux/bits.h>
#include <linux/atomic.h>
#define __ffs(x) ((unsigned long)__builtin_ctzl(x))
#define __fls(x) (BITS_PER_LONG - 1ul - __builtin_clzl(x))
#define ffz(x) __ffs(~(x))
#define hweight_long(x) ((unsigned long)__builtin_popcountl(x))
#define __fp_word(bit, map) ((atomic_long_t *)(map) + BIT_WORD(bit))
/* Those without a value order nothing, those with one are fully ordered; a lock acquires if it finds
   the bit clear, an unlock releases. */
static inline bool test_bit(long bit, const volatile unsigned long *map)
{
	return atomic_long_read(__fp_word(bit, map)) & BIT_MASK(bit);
}
static inline bool test_bit_acquire(long bit, const volatile unsigned long *map)
{
	return atomic_long_read_acquire(__fp_word(bit, map)) & BIT_MASK(bit);
}
static inline void set_bit(long bit, volatile unsigned long *map)
{
	atomic_long_or(BIT_MASK(bit), __fp_word(bit, map));
}
static inline void clear_bit(long bit, volatile unsigned long *map)
{
	atomic_long_andnot(BIT_MASK(bit), __fp_word(bit, map));
}
static inline void change_bit(long bit, volatile unsigned long *map)
{
	atomic_long_xor(BIT_MASK(bit), __fp_word(bit, map));
}
static inline bool test_and_set_bit(long bit, volatile unsigned long *map)
{
	return atomic_long_fetch_or(BIT_MASK(bit), __fp_word(bit, map)) & BIT_MASK(bit);
}
static inline bool test_and_clear_bit(long bit, volatile unsigned long *map)
{
	return atomic_long_fetch_andnot(BIT_MASK(bit), __fp_word(bit, map)) & BIT_MASK(bit);
}
static inline bool test_and_change_bit(long bit, volatile unsigned long *map)
{
	return atomic_long_fetch_xor(BIT_MASK(bit), __fp_word(bit, map)) & BIT_MASK(bit);
}
static inline bool test_and_set_bit_lock(long bit, volatile unsigned long *map)
{
	long word = atomic_long_read(__fp_word(bit, map));

	do
		if (word & BIT_MASK(bit))
			return true;
	while (!atomic_long_try_cmpxchg_acquire(__fp_word(bit, map), &word, word | BIT_MASK(bit)));
	return false;
}
static inline void clear_bit_unlock(long bit, volatile unsigned long *map)
{
	(void)atomic_long_fetch_andnot_release(BIT_MASK(bit), __fp_word(bit, map));
}
/* Of one that no other thread changes at the time. */
static inline void __clear_bit_unlock(long bit, volatile unsigned long *map)
{
	smp_store_release(&__fp_word(bit, map)->counter, atomic_long_read(__fp_word(bit, map)) & ~BIT_MASK(bit));
}
/* These are no atomic ones. */
static inline void __set_bit(long bit, volatile unsigned long *map)
{
	((unsigned long *)map)[BIT_WORD(bit)] |= BIT_MASK(bit);
}
static inline void __clear_bit(long bit, volatile unsigned long *map)
{
	((unsigned long *)map)[BIT_WORD(bit)] &= ~BIT_MASK(bit);
}
static inline bool __test_and_set_bit(long bit, volatile unsigned long *map)
{
	bool was = ((unsigned long *)map)[BIT_WORD(bit)] & BIT_MASK(bit);

	__set_bit(bit, map);
	return was;
}
static inline bool __test_and_clear_bit(long bit, volatile unsigned long *map)
{
	bool was = ((unsigned long *)map)[BIT_WORD(bit)] & BIT_MASK(bit);

	__clear_bit(bit, map);
	return was;
}
#endif
