// check: buggy (gets the memory that was freed at 19)
// An address that was freed is handed out again, so the compare-and-swap succeeds on another node.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) cur;
static atomic_int version;
static void *taker(void *a) {
  int *p = atomic_load(&cur);
  int v = atomic_load(&version);
  if (p && atomic_compare_exchange_strong(&cur, &p, NULL))
    assert(atomic_load(&version) == v);
  return a;
}
static void *replacer(void *a) {
  int *old = atomic_exchange(&cur, NULL);
  if (!old) return a;
  free(old);
  int *n = malloc(sizeof *n);
  atomic_fetch_add(&version, 1);
  atomic_store(&cur, n);
  return a;
}
int main(void) {
  pthread_t s, t;
  atomic_store(&cur, malloc(sizeof(int)));
  pthread_create(&s, 0, taker, 0);
  pthread_create(&t, 0, replacer, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
