#ifndef _SYS_IOCTL_H
#define _SYS_IOCTL_H
int ioctl(int, unsigned long, ...);
#endif
