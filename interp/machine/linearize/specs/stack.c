/* A stack: push(v) returns 0, pop(0) the newest value or -1. */
static long stack_items[64];
static int stack_size;
static long push(long v) { stack_items[stack_size++] = v; return 0; }
static long pop(long v) { return stack_size > 0 ? stack_items[--stack_size] : -1; }
