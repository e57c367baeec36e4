#ifndef _IMMINTRIN_H
#define _IMMINTRIN_H
/* The fences and the hint alone: vectors are not supported. */
static inline void _mm_pause(void) { __builtin_ia32_pause(); }
static inline void _mm_mfence(void) { __asm__ __volatile__("mfence" ::: "memory"); }
static inline void _mm_lfence(void) { __asm__ __volatile__("lfence" ::: "memory"); }
static inline void _mm_sfence(void) { __asm__ __volatile__("sfence" ::: "memory"); }
#define _mm_prefetch(p, hint) ((void)(p))
#define _MM_HINT_T0 3
#define _MM_HINT_T1 2
#define _MM_HINT_T2 1
#define _MM_HINT_NTA 0
static inline unsigned long long __rdtsc(void) { return 1000000007ull << 32 | 1000000007; }
static inline unsigned long long __rdtscp(unsigned *__aux)
{
	*__aux = 0;
	return __rdtsc();
}
#endif
