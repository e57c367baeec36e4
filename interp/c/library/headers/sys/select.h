#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H
#include <sys/time.h>
typedef struct {
	unsigned long __bits[16];
} fd_set;
#define FD_SETSIZE 1024
#define FD_ZERO(s) ((void)(*(s) = (fd_set){{0}}))
#define FD_SET(fd, s) ((void)((s)->__bits[(fd) / 64] |= 1ul << (fd) % 64))
#define FD_CLR(fd, s) ((void)((s)->__bits[(fd) / 64] &= ~(1ul << (fd) % 64)))
#define FD_ISSET(fd, s) (((s)->__bits[(fd) / 64] >> (fd) % 64 & 1) != 0)
int select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
#endif
