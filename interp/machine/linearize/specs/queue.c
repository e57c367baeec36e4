/* A queue: enqueue(v) returns 0, dequeue(0) the oldest value or -1. */
static long queue_items[64];
static int queue_first, queue_last;
static long enqueue(long v) { queue_items[queue_last++] = v; return 0; }
static long dequeue(long v) { return queue_first < queue_last ? queue_items[queue_first++] : -1; }
