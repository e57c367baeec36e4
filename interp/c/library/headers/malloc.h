#ifndef _MALLOC_H
#define _MALLOC_H
#include <stdlib.h>
static inline void *memalign(size_t __align, size_t __size) { return aligned_alloc(__align, __size); }
static inline void *valloc(size_t __size) { return aligned_alloc(4096, __size); }
static inline int malloc_trim(size_t __keep) { return 0; }
size_t malloc_usable_size(void *);
#endif
