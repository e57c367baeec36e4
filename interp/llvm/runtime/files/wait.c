/* Waiting, and clocks. */
#include <errno.h>
#include <time.h>

int *__errno_location(void)
{
	return &errno;
}

long __fp_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000l + t.tv_nsec;
}
