/* A deque: push(v) returns 0 and adds at the bottom, take(0) removes there, steal(0) at the top; -1: it was empty. */
static long deque_items[64];
static int deque_top, deque_bottom;
static long push(long v) { deque_items[deque_bottom++] = v; return 0; }
static long take(long v) { return deque_top < deque_bottom ? deque_items[--deque_bottom] : -1; }
static long steal(long v) { return deque_top < deque_bottom ? deque_items[deque_top++] : -1; }
