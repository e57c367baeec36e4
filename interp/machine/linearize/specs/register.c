/* A register, 0 at first: write(v) returns 0, read(0) the latest value. */
static long register_value;
static long write(long v) { register_value = v; return 0; }
static long read(long v) { return register_value; }
