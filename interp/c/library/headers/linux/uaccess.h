#ifndef _LINUX_UACCESS_H
#define _LINUX_UACCESS_H
#include <string.h>
#include <linux/types.h>
/* A process's memory is the program's own. */
#define copy_to_user(to, from, n) (memcpy((to), (from), (n)), 0ul)
#define copy_from_user(to, from, n) (memcpy((to), (from), (n)), 0ul)
#endif
