#ifndef _LINUX_KERNEL_H
#define _LINUX_KERNEL_H
#include <linux/types.h>
#include <linux/kconfig.h>
#include <linux/container_of.h>
#include <linux/bug.h>
#include <linux/cache.h>
#include <linux/log2.h>
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define min(a, b) ({ __typeof__(a) __fp_a = (a); __typeof__(b) __fp_b = (b); __fp_a < __fp_b ? __fp_a : __fp_b; })
#define max(a, b) ({ __typeof__(a) __fp_a = (a); __typeof__(b) __fp_b = (b); __fp_a > __fp_b ? __fp_a : __fp_b; })
#define min_t(type, a, b) min((type)(a), (type)(b))
#define max_t(type, a, b) max((type)(a), (type)(b))
#define swap(a, b) do { __typeof__(a) __fp_t = (a); (a) = (b); (b) = __fp_t; } while (0)
#define clamp(v, low, high) min(max(v, low), high)
#define clamp_t(type, v, low, high) clamp((type)(v), (type)(low), (type)(high))
#define DIV_ROUND_UP(n, d) (((n) + (d) - 1) / (d))
#define round_down(n, d) ((n) & ~((__typeof__(n))(d) - 1))
#define round_up(n, d) round_down((n) + (d) - 1, d)
#define ALIGN(n, d) round_up(n, d)
#define IS_ALIGNED(n, d) (((n) & ((__typeof__(n))(d) - 1)) == 0)
#define might_sleep() ((void)0)
#define might_sleep_if(condition) ((void)(condition))
#define pr_info(...) ((void)0)
#define pr_debug(...) ((void)0)
#define pr_warn(...) ((void)0)
#define pr_err(...) ((void)0)
#define pr_notice(...) ((void)0)
#define pr_cont(...) ((void)0)
#define printk(...) ((void)0)
#endif
