// check: buggy (data race)
// Every execution has a race, and is long.
#include <pthread.h>
static int n;
static void *inc(void *p) { for (int i = 0; i < 1000; i++) n++; return p; }
int main(void) {
  pthread_t t[16];
  for (int i = 0; i < 16; i++) pthread_create(&t[i], 0, inc, 0);
  for (int i = 0; i < 16; i++) pthread_join(t[i], 0);
  return 0;
}
