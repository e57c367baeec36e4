#ifndef _LINUX_BUG_H
#define _LINUX_BUG_H
#include <assert.h>
#include <lkmm.h>
#define BUG() assert(!"BUG()")
#define BUG_ON(x) assert(!(x))
#define WARN_ON(x) ({ int __fp_warned = !!(x); assert(!__fp_warned); __fp_warned; })
#define WARN_ON_ONCE(x) WARN_ON(x)
#define WARN(x, ...) WARN_ON(x)
#define WARN_ONCE(x, ...) WARN_ON(x)
#define BUILD_BUG_ON(x) _Static_assert(!(x), "BUILD_BUG_ON")
#endif
