#ifndef _SYS_EPOLL_H
#define _SYS_EPOLL_H
#include <stdint.h>
#define EPOLLIN 1u
#define EPOLLPRI 2u
#define EPOLLOUT 4u
#define EPOLLERR 8u
#define EPOLLHUP 16u
#define EPOLLRDNORM 64u
#define EPOLLRDBAND 128u
#define EPOLLWRNORM 256u
#define EPOLLWRBAND 512u
#define EPOLLMSG 1024u
#define EPOLLRDHUP 0x2000u
#define EPOLLEXCLUSIVE (1u << 28)
#define EPOLLWAKEUP (1u << 29)
#define EPOLLET (1u << 31)
#define EPOLLONESHOT (1u << 30)
#define EPOLL_CLOEXEC 02000000
#define EPOLL_CTL_ADD 1
#define EPOLL_CTL_DEL 2
#define EPOLL_CTL_MOD 3
typedef union epoll_data {
	void *ptr;
	int fd;
	uint32_t u32;
	uint64_t u64;
} epoll_data_t;
struct epoll_event {
	uint32_t events;
	epoll_data_t data;
};
int epoll_create(int);
int epoll_create1(int);
int epoll_ctl(int, int, int, struct epoll_event *);
int epoll_wait(int, struct epoll_event *, int, int);
#endif
