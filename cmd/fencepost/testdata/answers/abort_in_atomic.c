// check: buggy (abort)
// abort ends the program inside the atomic block: reach_error is not reached.
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);
int g = 1;
static void *worker(void *p) {
  __VERIFIER_atomic_begin();
  g = 0;
  abort();
  __VERIFIER_atomic_end();
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  if (g == 0) reach_error();
  return 0;
}
