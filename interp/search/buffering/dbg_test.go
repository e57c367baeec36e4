package buffering_test

import "testing"

func TestDbg(t *testing.T) {
	for _, model := range machines {
		agree(t, `#include <pthread.h>
            #include <stdatomic.h>
            static atomic_int x, y, z, u[2];static int r0,r1,r2;
            static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
            static void *t0(void *arg) { int v = 1, w = 0; (void)w;
            	v = atomic_load_explicit(&x, memory_order_relaxed); r1 = v;
            	if (v == 1) atomic_store_explicit(&y, 2, memory_order_relaxed);
            	return arg; }
            static void *t1(void *arg) { int v = 2, w = 0; (void)w;
            	v = atomic_exchange_explicit(&x, 1, memory_order_acquire); r2 = v;
            	return arg; }
            static void *t2(void *arg) { int v = 3, w = 0; (void)w;
            	pthread_mutex_lock(&m); v = atomic_load_explicit(&y, memory_order_relaxed); atomic_store_explicit(&y, 1, memory_order_relaxed); pthread_mutex_unlock(&m);
            	atomic_store_explicit(&x, v, memory_order_relaxed);
            	return arg; }
            int main(void) { pthread_t t[3];
	    pthread_create(t,0,t0,0);
	    pthread_create(t+1,0,t1,0);
	    pthread_create(t+2,0,t2,0);
	    pthread_join(t[0],0);
	    pthread_join(t[1],0);
	    pthread_join(t[2],0);
            return 0; }`, model, []string{"r1", "r2", "x", "y"})
	}
}
