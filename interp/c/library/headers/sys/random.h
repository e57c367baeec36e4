#ifndef _SYS_RANDOM_H
#define _SYS_RANDOM_H
#include <stdlib.h>
#include <sys/types.h>
#define GRND_NONBLOCK 1
#define GRND_RANDOM 2
#define GRND_INSECURE 4
/* The bytes of rand. */
static inline ssize_t getrandom(void *__to, size_t __n, unsigned __flags)
{
	for (size_t __i = 0; __i < __n; __i++)
		((unsigned char *)__to)[__i] = (unsigned char)(rand() >> 7);
	return (ssize_t)__n;
}
static inline int getentropy(void *__to, size_t __n) { return getrandom(__to, __n, 0) < 0; }
#endif
