#ifndef _LINUX_LOG2_H
#define _LINUX_LOG2_H
#define is_power_of_2(n) ((n) != 0 && ((n) & ((n) - 1)) == 0)
#define ilog2(n) (63 - __builtin_clzll(n))
#define roundup_pow_of_two(n) ((n) <= 1 ? 1ul : 1ul << (64 - __builtin_clzll((unsigned long)(n) - 1)))
#define rounddown_pow_of_two(n) (1ul << ilog2(n))
#endif
