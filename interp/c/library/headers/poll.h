#ifndef _POLL_H
#define _POLL_H
typedef unsigned long nfds_t;
struct pollfd {
	int fd;
	short events, revents;
};
#define POLLIN 1
#define POLLPRI 2
#define POLLOUT 4
#define POLLERR 8
#define POLLHUP 16
long __fp_poll_of_files(void);
/* Of no files it is a wait. */
static inline int poll(struct pollfd *__files, nfds_t __n, int __limit)
{
	__builtin_ia32_pause();
	return __n == 0 ? 0 : (int)__fp_poll_of_files();
}
#endif
