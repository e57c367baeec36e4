#ifndef _LINUX_CONST_H
#define _LINUX_CONST_H
#endif
