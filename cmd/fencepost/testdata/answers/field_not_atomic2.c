// check: buggy (The fix (proved): _Atomic ring.head)
// An index in a struct behind a pointer is not atomic.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct ring { unsigned head; char buf[2]; };
static struct ring *r;
static unsigned used(const struct ring *q) { return q->head; }
static void *put(void *a) {
  char v[2] = { 1, 1 };
  memcpy(r->buf, v, 2);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  r->head = 2;
  return a;
}
static void *get(void *a) {
  char v[2];
  if (used(r) == 2) { memcpy(v, r->buf, 2); assert(v[0] == 1 && v[1] == 1); }
  return a;
}
int main(void) {
  pthread_t x, y;
  r = calloc(1, sizeof *r);
  pthread_create(&x, 0, put, 0);
  pthread_create(&y, 0, get, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
}
