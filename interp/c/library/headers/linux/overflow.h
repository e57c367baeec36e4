#ifndef _LINUX_OVERFLOW_H
#define _LINUX_OVERFLOW_H
#include <linux/types.h>
#define check_add_overflow(a, b, to) ((bool)__builtin_add_overflow((a), (b), (to)))
#define check_sub_overflow(a, b, to) ((bool)__builtin_sub_overflow((a), (b), (to)))
#define check_mul_overflow(a, b, to) ((bool)__builtin_mul_overflow((a), (b), (to)))
/* A size that is too great is SIZE_MAX, which nothing allocates. */
static inline size_t size_add(size_t a, size_t b)
{
	size_t sum;

	return check_add_overflow(a, b, &sum) ? SIZE_MAX : sum;
}
static inline size_t size_sub(size_t a, size_t b)
{
	size_t rest;

	return a == SIZE_MAX || b == SIZE_MAX || check_sub_overflow(a, b, &rest) ? SIZE_MAX : rest;
}
static inline size_t size_mul(size_t a, size_t b)
{
	size_t product;

	return check_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}
#define array_size(a, b) size_mul((a), (b))
#define array3_size(a, b, c) size_mul(size_mul((a), (b)), (c))
#define flex_array_size(p, member, n) size_mul((n), sizeof(*(p)->member))
#define struct_size(p, member, n) size_add(sizeof(*(p)), flex_array_size(p, member, n))
#define struct_size_t(type, member, n) struct_size((type *)NULL, member, n)
#endif
