#include <assert.h>
#include <fencepost.h>
#include <stdatomic.h>

atomic_int x;
const atomic_int cx;
int plain;
atomic_flag flag;
struct Big { long a, b; };
struct Small { int a, b; };
_Atomic struct Small small;
_Atomic(int *) ptr;
_Atomic _Bool b;

void wrong(void) {
	int e = 0;
	long le = 0;
	memory_order mo = memory_order_acquire;
	atomic_load();                                             // ERROR "too few arguments to 'atomic_load': 0 instead of 1"
	atomic_load(&x, 1);                                        // ERROR "too many arguments to 'atomic_load'"
	atomic_load(x);                                            // ERROR "argument 1 of 'atomic_load' is no pointer but 'int'"
	atomic_load((void *)&x);                                   // ERROR "a pointer to void"
	atomic_load_explicit(&x, memory_order_release);            // ERROR "memory order release for a load"
	atomic_load_explicit(&x, 9);                               // ERROR "no memory order"
	atomic_load_explicit(&x, mo);                              
	atomic_store_explicit(&x, 1, memory_order_acquire);        // ERROR "memory order acquire for a store"
	atomic_store_explicit(&x, 1, memory_order_acq_rel);        // ERROR "memory order acq_rel for a store"
	atomic_store(&cx, 1);                                      // ERROR "const"
	atomic_store(&x, &e);                                      // WARNING "argument 2 of 'atomic_store'"
	atomic_store(&ptr, 5);                                     // WARNING "argument 2 of 'atomic_store'"
	atomic_compare_exchange_strong(&x, e, 1);                  // ERROR "argument 2 .* is no pointer"
	atomic_compare_exchange_strong(&x, &le, 1);                // ERROR "it points to 8 bytes, the object has 4"
	atomic_compare_exchange_strong_explicit(&x, &e, 1, memory_order_acquire, memory_order_release); // WARNING "release for the failure"
	atomic_fetch_add(&b, 1);                                   // ERROR "'atomic_fetch_add' on an object of type"
	atomic_fetch_or(&ptr, 1);                                  // ERROR "'atomic_fetch_or' on an object of type"
	atomic_fetch_add(&small, 1);                               // ERROR "'atomic_fetch_add' on an object of type"
	atomic_flag_clear_explicit(&flag, memory_order_acquire);   // ERROR "memory order acquire for a store"
	atomic_flag_test_and_set(&x);                              // ERROR "no pointer to an atomic_flag"
	atomic_thread_fence(7);                                    // ERROR "no memory order"
	atomic_thread_fence();                                     // ERROR "too few arguments"
	small.a = 1;                                               // ERROR "member 'a' of the atomic type"
	__atomic_load_n(&plain);                                   // ERROR "too few arguments"
	__atomic_exchange(&plain, &le, &e, 5);                     // ERROR "it points to 8 bytes, the object has 4"
	__sync_fetch_and_add(&small, 1);                           // ERROR "no scalar|on an object"
	__sync_synchronize();
	__sync_bool_compare_and_swap(&plain, 0);                   // ERROR "too few arguments"
	fence_sl(1);                                               // ERROR "too many arguments"
	dcas(&plain, &plain, 1, 2, 3);                             // ERROR "too few arguments"
	dcas(&plain, &small, 1, 2, 3, 4);                          // ERROR "no scalar"
	assert();                                                  // ERROR "too few arguments"
	assert(e, 1);                                              // ERROR "too many arguments"
	assert(*(struct Small *)&small);                           // ERROR "where a scalar is needed"
}

int main(void) { return 0; }
