// check: buggy (the ABA problem)
#define BROKEN
#include "reuse_version.c"
