// check: buggy (uses it after thread 2 has freed what it points to)
#define BROKEN
#include "reuse_reference.c"
