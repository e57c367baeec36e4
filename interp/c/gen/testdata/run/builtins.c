#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int steps;
static void clean(void *what) { steps = steps * 10 + *(int *)what; }
static void *ends(void *arg)
{
	int one = 1, two = 2;
	pthread_cleanup_push(clean, &one);
	pthread_cleanup_push(clean, &two);
	if (arg)
		pthread_exit(NULL);
	pthread_cleanup_pop(0);
	pthread_cleanup_pop(1);
	return NULL;
}

int main(void)
{
	int i;
	unsigned u;
	long l;
	unsigned long ul;
	char c;
	pthread_t t;
	int table[3];
	printf("%d %d\n", __builtin_add_overflow(INT_MAX, 1, &i), __builtin_add_overflow(1, 2, &i));
	printf("%d %d\n", __builtin_sub_overflow(0u, 1u, &u), __builtin_sub_overflow(3, 5, &i));
	printf("%d %d\n", __builtin_add_overflow(LONG_MAX, 1L, &l), __builtin_sub_overflow(LONG_MIN, 1L, &l));
	printf("%d %d\n", __builtin_add_overflow(ULONG_MAX, 1ul, &ul), __builtin_add_overflow(100, 28, &c));
	printf("%d %d\n", __builtin_mul_overflow(1 << 20, 1 << 20, &i), __builtin_mul_overflow(LONG_MAX, 2L, &l));
	printf("%d %d\n", __builtin_mul_overflow(ULONG_MAX, 2ul, &ul), __builtin_mul_overflow(-3L, 7L, &l));
	printf("%ld %d %d\n", l, __builtin_parity(7), __builtin_popcount(255));
	printf("%d %zu\n", __builtin_memcmp("ab", "ac", 2) < 0, __builtin_strlen("four"));
	printf("%d %d %d\n", __builtin_types_compatible_p(int, long), __builtin_types_compatible_p(typeof(i), const int), __builtin_types_compatible_p(int *, const int *));
	printf("%d %d\n", __builtin_types_compatible_p(typeof(table), typeof(&table[0])), __builtin_types_compatible_p(int[], typeof(table)));
	l = 2;
	printf("%d\n", _Generic(&l, long *: __atomic_compare_exchange_n, default: steps)(&l, &(long){2}, 3, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED));
	printf("%ld\n", _Generic(l, int: l, default: (__atomic_load_n))(&l, __ATOMIC_RELAXED));
	pthread_create(&t, NULL, ends, NULL);
	pthread_join(t, NULL);
	printf("%d\n", steps);
	pthread_create(&t, NULL, ends, t ? &i : NULL);
	pthread_join(t, NULL);
	printf("%d\n", steps);
	return 0;
}
