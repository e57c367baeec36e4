#ifndef _SYS_IOCTL_H
#define _SYS_IOCTL_H
#define FIONREAD 0x541B
#define FIONBIO 0x5421
#define TIOCGWINSZ 0x5413
int ioctl(int, unsigned long, ...);
#endif
