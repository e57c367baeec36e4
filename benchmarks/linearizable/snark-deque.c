/* The specification of snark.c: a deque of two ends, 0: it was empty. */
static long items[64];
static int left = 32, right = 32;
static long push_right(long v) { items[right++] = v; return 0; }
static long pop_right(long v) { return left < right ? items[--right] : 0; }
static long pop_left(long v) { return left < right ? items[left++] : 0; }
