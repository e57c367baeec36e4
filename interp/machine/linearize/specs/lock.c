/* A lock: lock(t) by thread t returns 0, and 1 if another holds it, which no lock may do; unlock(t) returns 0, and 1 if t does not hold it; trylock(t) returns whether t holds it now. */
static long lock_holder;
static long lock(long t) { if (lock_holder) return 1; lock_holder = t; return 0; }
static long unlock(long t) { if (lock_holder != t) return 1; lock_holder = 0; return 0; }
static long trylock(long t) { if (lock_holder) return 0; lock_holder = t; return 1; }
