#ifndef _LINUX_SLAB_H
#define _LINUX_SLAB_H
#include <stdlib.h>
#include <linux/types.h>
#include <linux/container_of.h>
#define KMALLOC_MAX_SIZE (1ul << 22)
#define GFP_KERNEL 0u
#define GFP_ATOMIC 1u
#define __GFP_ZERO 2u
#define kmalloc(size, flags) ((flags) & __GFP_ZERO ? calloc(1, (size)) : malloc(size))
#define kzalloc(size, flags) calloc(1, (size))
#define kcalloc(n, size, flags) calloc((n), (size))
#define kmalloc_array(n, size, flags) kmalloc((size_t)(n) * (size), (flags))
#define kvmalloc_array(n, size, flags) kmalloc_array((n), (size), (flags))
#define kfree(p) free((void *)(p))
#define kvfree(p) free((void *)(p))
#endif
