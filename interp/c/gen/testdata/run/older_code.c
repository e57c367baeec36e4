#define _GNU_SOURCE
// What programs of several decades ask of headers and builtins.
#include <err.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>

#ifndef atomic_exchange
#error "atomic_exchange is no macro"
#endif
#ifndef atomic_fetch_add_explicit
#error "atomic_fetch_add_explicit is no macro"
#endif

static long word = 1;

static int swap(volatile void *at, void *expected, long desired)
{
	return __atomic_compare_exchange_n((volatile long *)at, expected, desired, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

static int none(int is)
{
	if (is)
		return;
	return 3;
}

static int calls;

static int nothing()
{
	return ++calls;
}

int main(void)
{
	char *made;
	int length = asprintf(&made, "%s-%d", "made", 42);
	printf("%d %s\n", length, made);
	free(made);
	if (length != 7)
		errx(3, "%d", length);
	int before = nothing(calls++, 2);
	printf("%d %d\n", before, calls);
	none(1);
	printf("%d\n", none(0));
	long e = 2;
	int failed = swap(&word, &e, 5);
	int swapped = swap(&word, &e, 5);
	atomic_int a = 1;
	int old = atomic_exchange(&a, 4);
	printf("%d %d %ld %ld %d %d\n", failed, swapped, e, word, old, atomic_fetch_add(&a, 2));
	printf("%x %d %d\n", FUTEX_BITSET_MATCH_ANY, FUTEX_WAIT_BITSET_PRIVATE, FUTEX_WAKE_BITSET_PRIVATE);
	printf("%d %x\n", prctl(PR_SET_NAME, "older"), FIONREAD);
	prctl(PR_SET_VMA, PR_SET_VMA_ANON_NAME, 0, 0, "older"); // fails on some kernels
	int *words = alloca(2 * sizeof *words);
	words[1] = 6;
	printf("%d\n", words[1]);
	return 0;
}
