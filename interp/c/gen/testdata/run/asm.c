// Inline assembly by known templates, and ranges in designators.
#include <stdio.h>
#include <assert.h>
static inline int xchg(volatile int *p, int v){ __asm__ volatile("xchgl %0,%1" : "+r"(v), "+m"(*p) :: "memory"); return v; }
static inline int xadd(volatile int *p, int v){ asm volatile("lock; xaddl %0, %1" : "+r"(v), "+m"(*p) : : "memory","cc"); return v; }
static inline int xadd2(volatile int *p, int v){ int r; asm volatile("lock xaddl %0, %1" : "=r"(r), "=m"(*p) : "0"(v), "m"(*p) : "memory"); return r; }
static inline int cas(volatile int *p, int o, int n){ int r; asm volatile("lock; cmpxchgl %2,%1" : "=a"(r), "+m"(*p) : "r"(n), "0"(o) : "memory"); return r; }
static inline void inc(volatile int *p){ asm volatile("lock; incl %0" : "+m"(*p)); }
static inline void add(volatile int *p, int v){ asm volatile("lock; addl %1,%0" : "+m"(*p) : "ir"(v)); }
typedef struct { char bytes[8]; } word8;
static inline long swap(void *p, long v){ long r; asm volatile("xchgq %0, %1" : "=r"(r), "+m"(*(word8 *)p) : "0"(v) : "memory"); return r; }
static inline long swap_named(long *p, long v){ asm volatile("xchg %[at], %[v]" : [at] "+m"(*p), [v] "=q"(v) : "[v]"(v) : "memory"); return v; }
static inline void *swap_pointers(void *p, void *v){ asm volatile("xchgq %0,%1" : "=r"((unsigned long) v) : "m"(*(volatile long *)p), "0"((unsigned long) v) : "memory"); return v; }
static inline void *after(const void *p, long v){ void *r; asm("movq %1,%0\n xor %2,%0\n xor %2,%0" : "=&r"(r) : "r"(p), "r"(v)); return r; }
static inline int compute(int v, int by){ asm("addl %1,%0; sub $3,%0; andl $0xff,%0; orl $256,%0" : "+r"(v) : "r"(by)); return v; }
int x;
int main(void){
  asm volatile("" ::: "memory"); asm volatile("mfence" ::: "memory"); __asm__ __volatile__("pause\n"); asm("rep; nop");
  asm volatile("lock; addl $0,0(%%rsp)" ::: "memory");
  assert(xchg(&x, 5) == 0); assert(x == 5);
  assert(xadd(&x, 2) == 5 && x == 7); assert(xadd2(&x, 1) == 7 && x == 8);
  assert(cas(&x, 8, 10) == 8 && x == 10); assert(cas(&x, 8, 11) == 10 && x == 10);
  inc(&x); add(&x, 4); assert(x == 15);
  int y; asm volatile("movl %1,%0" : "=r"(y) : "m"(x)); assert(y == 15);
  asm volatile("movl %1,%0" : "=m"(x) : "r"(y+1)); assert(x == 16);
  long z = 7; assert(swap(&z, 8) == 7 && z == 8); assert(swap_named(&z, 9) == 8 && z == 9);
  int *p = &x; assert(swap_pointers(&p, 0) == &x && !p);
  assert(after(&x, 77) == &x && compute(-9, 4) == 256 + 248);
  int l[5] = { [0 ... 3] = 9, [1] = 1 };
  assert(l[0] == 9 && l[1] == 1 && l[3] == 9 && l[4] == 0);
  printf("%d\n", x);
  return 0;
}
