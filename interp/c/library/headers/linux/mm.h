#ifndef _LINUX_MM_H
#define _LINUX_MM_H
#include <linux/slab.h>
#define PAGE_SHIFT 12
#define PAGE_SIZE (1ul << PAGE_SHIFT)
#define PAGE_MASK (~(PAGE_SIZE - 1))
#define offset_in_page(p) ((unsigned long)(p) & ~PAGE_MASK)
struct page;
#define virt_to_page(p) ((struct page *)((unsigned long)(p) & PAGE_MASK))
#define page_to_phys(page) ((unsigned long)(page))
#endif
