#ifndef _LINUX_POISON_H
#define _LINUX_POISON_H
#define LIST_POISON1 ((void *)0x100)
#define LIST_POISON2 ((void *)0x122)
#endif
