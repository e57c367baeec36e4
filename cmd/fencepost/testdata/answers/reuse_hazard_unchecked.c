// check: buggy (use after free)
#define BROKEN
#include "reuse_hazard.c"
