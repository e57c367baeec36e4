#ifndef _LINUX_SLAB_H
#define _LINUX_SLAB_H
#include <stdlib.h>
#include <string.h>
#include <linux/types.h>
#include <linux/cache.h>
#include <linux/container_of.h>
#include <linux/cleanup.h>
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
#define kvmalloc(size, flags) kmalloc(size, flags)
#define kvzalloc(size, flags) kzalloc(size, flags)
#define krealloc(p, size, flags) realloc((void *)(p), (size))
#define kstrdup(s, flags) strdup(s)
static inline void *kmemdup(const void *from, size_t size, gfp_t flags)
{
	void *p = kmalloc(size, flags);

	return p ? memcpy(p, from, size) : NULL;
}
DEFINE_FREE(kfree, void *, kfree(_T))
DEFINE_FREE(kvfree, void *, kvfree(_T))
/* A cache of objects keeps none. */
struct kmem_cache {
	size_t size;
	void (*init)(void *);
};
static inline struct kmem_cache *__fp_kmem_cache(size_t size, void (*init)(void *))
{
	struct kmem_cache *c = malloc(sizeof *c);

	c->size = size;
	c->init = init;
	return c;
}
#define SLAB_HWCACHE_ALIGN 0u
#define SLAB_TYPESAFE_BY_RCU 0x80000u
#define SLAB_PANIC 0x40000u
#define kmem_cache_create(name, size, align, flags, init) __fp_kmem_cache((size), (init))
#define KMEM_CACHE(type, flags) __fp_kmem_cache(sizeof(struct type), NULL)
static inline void *kmem_cache_alloc(struct kmem_cache *c, gfp_t flags)
{
	void *p = kmalloc(c->size, flags);

	if (p && c->init)
		c->init(p);
	return p;
}
#define kmem_cache_zalloc(c, flags) kmem_cache_alloc((c), (flags) | __GFP_ZERO)
#define kmem_cache_free(c, p) ((void)(c), kfree(p))
#define kmem_cache_destroy(c) kfree(c)
#endif
