#include <stdio.h>
#include <x86intrin.h>
static unsigned long long ticks(void)
{
	unsigned low = 1, high = 1;
	__asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
	return (unsigned long long)high << 32 | low;
}
static unsigned long long ticks_in_order(unsigned *cpu)
{
	unsigned low = 1, high = 1;
	__asm__ __volatile__("rdtscp" : "=a"(low), "=d"(high), "=c"(*cpu) : : "memory");
	return (unsigned long long)high << 32 | low;
}
int main(void)
{
	unsigned cpu;
	unsigned long long a = ticks(), b = ticks_in_order(&cpu), c = __rdtsc(), d = __rdtscp(&cpu);
	printf("%d %d %d\n", a <= b, b <= c, c <= d);
	return 0;
}
