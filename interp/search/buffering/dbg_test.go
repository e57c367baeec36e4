package buffering_test

import (
	"fencepost/interp/search/buffering"
	"testing"
)

func TestDbg(t *testing.T) {
	buffering.Debug = false
	agree(t, `#include <pthread.h>
            #include <stdatomic.h>
            static atomic_int x, y, z, u[2];static int r0,r1,r2;
            static void *t1(void *arg) { int v = 2, w = 0; (void)w;
            	w = 1; v = atomic_compare_exchange_strong_explicit(&y, &w, 2, memory_order_acquire, memory_order_relaxed); r1 = v + 2 * w;
            	return arg; }
            static void *t2(void *arg) { int v = 3, w = 0; (void)w;
            	atomic_store_explicit(&y, v, memory_order_relaxed);
            	return arg; }
            int main(void) { pthread_t t[3];
	    pthread_create(t,0,t1,0);
	    pthread_create(t+2,0,t2,0);
	    pthread_join(t[0],0);
	    pthread_join(t[2],0);
            return 0; }`, "armv8", []string{"r2", "x"})
}
