// check: buggy (that of one thread does not synchronise with that of another and the fence at 11)
// A decrement that is relaxed does not synchronise with the fence of the last one.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct obj { atomic_int refs; int data; };
static void unref(struct obj *o);
static void ref(struct obj *o) {
  atomic_fetch_add_explicit(&o->refs, 1, memory_order_relaxed); }
static void unref(struct obj *o) { if (atomic_fetch_sub_explicit(&o->refs, 1, memory_order_relaxed) != 1) return;
  atomic_thread_fence(memory_order_acquire);
  free(o);
}
static void *user(void *a) { struct obj *o = a; o->data = 1; unref(o); return 0; }
int main(void) {
  pthread_t x;
  struct obj *o = calloc(1, sizeof *o);
  atomic_init(&o->refs, 1);
  ref(o);
  pthread_create(&x, 0, user, o);
  unref(o);
  pthread_join(x, 0);
}
