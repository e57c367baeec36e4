// check: buggy (misuse of a lock)
// A condition variable may not have two mutexes at a time.
#include <pthread.h>
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int go[2];
static void *waiter(void *p) {
  int i = *(int *)p;
  pthread_mutex_lock(&m[i]);
  while (!go[i])
    pthread_cond_wait(&c, &m[i]);
  pthread_mutex_unlock(&m[i]);
  return 0;
}
int main(void) {
  pthread_t t[2];
  int id[2] = {0, 1};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, waiter, &id[i]);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m[i]);
    go[i] = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m[i]);
  }
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
