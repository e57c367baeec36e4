// check: proved
// The owner of a robust mutex ends: the next one is told so.
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t m;
static void *owner(void *p) { pthread_mutex_lock(&m); return p; }
int main(void) {
  pthread_mutexattr_t a;
  pthread_t t;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  pthread_create(&t, NULL, owner, NULL);
  pthread_join(t, NULL);
  if (pthread_mutex_lock(&m) != EOWNERDEAD) return 1;
  return pthread_mutex_unlock(&m);
}
