// check: buggy (these orders suffice (proved): release at testdata/answers/field_not_atomic.c:8, acquire at testdata/answers/field_not_atomic.c:9)
// A flag in a struct is not atomic.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct box { int data; unsigned ready; };
static struct box *b;
static void *put(void *a) { b->data = 1; b->ready = 1; return a; }
static void *get(void *a) { if (b->ready) assert(b->data == 1); return a; }
int main(void) {
  pthread_t x, y;
  b = calloc(1, sizeof *b);
  pthread_create(&x, 0, put, 0);
  pthread_create(&y, 0, get, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
}
