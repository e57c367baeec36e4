// check: buggy (data race)
// puts reads what the other thread writes.
#include <pthread.h>
#include <stdio.h>
static char text[] = "abc";
static void *writer(void *p) { text[1] = 'X'; return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  puts(text);
  pthread_join(t, NULL);
  return 0;
}
