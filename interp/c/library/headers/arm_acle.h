#ifndef _ARM_ACLE_H
#define _ARM_ACLE_H
/* Barriers of any domain are full ones. */
#define __dmb(domain) __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define __dsb(domain) __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define __isb(domain) ((void)0)
#define __yield() __builtin_ia32_pause()
#define __wfe() __builtin_ia32_pause()
#define __sev() ((void)0)
#define __nop() ((void)0)
#endif
