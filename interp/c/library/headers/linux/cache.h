#ifndef _LINUX_CACHE_H
#define _LINUX_CACHE_H
#define SMP_CACHE_BYTES 64
#define L1_CACHE_BYTES 64
#define ____cacheline_aligned
#define ____cacheline_aligned_in_smp
#define __cacheline_aligned
#define __cacheline_aligned_in_smp
#define __read_mostly
#define __ro_after_init
#endif
