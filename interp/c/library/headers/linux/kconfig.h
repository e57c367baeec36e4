#ifndef _LINUX_KCONFIG_H
#define _LINUX_KCONFIG_H
/* 1 if an option is defined as 1: its value then brings an argument before the 1. */
#define __fp_option_1 0,
#define __fp_second(a, b, ...) b
#define __fp_has_argument(x) __fp_second(x 1, 0, 0)
#define __fp_enabled(value) __fp_has_argument(__fp_option_##value)
#define IS_ENABLED(option) __fp_enabled(option)
#define IS_BUILTIN(option) IS_ENABLED(option)
#endif
