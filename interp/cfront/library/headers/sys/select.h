#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H
#include <sys/time.h>
typedef struct {
	unsigned long __bits[16];
} fd_set;
#define FD_SETSIZE 1024
int select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
#endif
