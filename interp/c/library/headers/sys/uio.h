#ifndef _SYS_UIO_H
#define _SYS_UIO_H
#include <sys/types.h>
struct iovec {
	void *iov_base;
	size_t iov_len;
};
ssize_t readv(int, const struct iovec *, int);
static inline ssize_t writev(int __f, const struct iovec *__v, int __n)
{
	ssize_t __sum = 0;
	for (; __n > 0; __n--, __v++)
		__sum += __fp_write_to(__f, __v->iov_base, __v->iov_len);
	return __sum;
}
#endif
