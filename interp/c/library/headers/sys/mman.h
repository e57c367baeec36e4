#ifndef _SYS_MMAN_H
#define _SYS_MMAN_H
#include <sys/types.h>
#include <errno.h>
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 16
#define MAP_ANONYMOUS 32
#define MAP_ANON MAP_ANONYMOUS
#define MAP_LOCKED 0x2000
#define MAP_NORESERVE 0x4000
#define MAP_POPULATE 0x8000
#define MAP_HUGETLB 0x40000
#define MAP_FAILED ((void *)-1)
#define MCL_CURRENT 1
#define MCL_FUTURE 2
#define MADV_NORMAL 0
#define MADV_DONTNEED 4
#define MADV_HUGEPAGE 14
void *calloc(size_t, size_t);
void free(void *);
void *__fp_map_file(int);
int shm_open(const char *, int, mode_t);
int shm_unlink(const char *);
void *mremap(void *, size_t, size_t, int, ...);

/* Anonymous memory is a block of zeros, which can only be unmapped whole. */
static inline void *mmap(void *__at, size_t __size, int __protection, int __flags, int __file, off_t __offset)
{
	if (!(__flags & MAP_ANONYMOUS))
		return __fp_map_file(__file);
	void *__p = calloc(1, __size);
	return __p ? __p : MAP_FAILED;
}
static inline int munmap(void *__p, size_t __size)
{
	free(__p);
	return 0;
}
static inline int mprotect(void *__p, size_t __size, int __protection) { return 0; }
static inline int madvise(void *__p, size_t __size, int __advice) { return 0; }
static inline int mlock(const void *__p, size_t __size) { return 0; }
static inline int munlock(const void *__p, size_t __size) { return 0; }
static inline int mlockall(int __flags) { return 0; }
static inline int msync(void *__p, size_t __size, int __flags) { return 0; }
#endif
