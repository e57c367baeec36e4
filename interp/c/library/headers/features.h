#ifndef _FEATURES_H
#define _FEATURES_H
#include <sys/cdefs.h>
#define __GNU_LIBRARY__ 6
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 31
#define __GLIBC_PREREQ(major, minor) ((2 << 16) + 31 >= ((major) << 16) + (minor))
#endif
