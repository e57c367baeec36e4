#include <stdio.h>
static int cas(volatile int *p, int old, int new)
{
	unsigned char ok;
	__asm__ __volatile__("lock; cmpxchgl %3,%1\n\tsete %0 # done" : "=q"(ok), "+m"(*p), "+a"(old) : "r"(new) : "memory", "cc");
	return ok * 100 + old;
}
static int cas2(volatile int *p, int old, int new)
{
	unsigned char fails;
	int was;
	__asm__ __volatile__("\tlock ; \tcmpxchg %3,%1 ;\t# compare and set" : "=@ccne"(fails), "+m"(*p), "=a"(was) : "r"(new), "2"(old) : "memory", "cc");
	return fails * 100 + was;
}
static int dec_and_test(volatile int *p)
{
	unsigned char zero;
	__asm__ __volatile__("lock; decl %0; sete %1" : "+m"(*p), "=qm"(zero) : : "memory");
	return zero;
}
static int sub_nonzero(volatile long *p)
{
	char non;
	__asm__ __volatile__("lock; subq $3,%0; setnz %1" : "+m"(*p), "=q"(non) : : "memory");
	return non;
}
int main(void)
{
	volatile int x = 5;
	volatile long y = 6;
	int a = cas(&x, 5, 7), b = cas(&x, 5, 8), c = x;
	int d = cas2(&x, 7, 9), e = cas2(&x, 1, 2), f = x;
	x = 2;
	int g = dec_and_test(&x), h = dec_and_test(&x);
	int i = sub_nonzero(&y), j = sub_nonzero(&y);
	printf("%d %d %d %d %d %d %d %d %d %d\n", a, b, c, d, e, f, g, h, i, j);
	return 0;
}
