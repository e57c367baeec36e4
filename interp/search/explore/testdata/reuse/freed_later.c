#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <assert.h>
static _Atomic(char *) x, y; static _Atomic long kept; int r;
static void *t0(void *a) { y = malloc(8); return a; }
static void *t1(void *a) { char *p = x; char *q = y; if (q && p == q) r = 1; return a; }
static void *t2(void *a) { free(atomic_exchange(&x, 0)); return a; }
int main(void) { x = malloc(8);
 pthread_t h[3]; pthread_create(h, 0, t0, 0); pthread_create(h+1, 0, t1, 0); pthread_create(h+2, 0, t2, 0);
 for (int i = 0; i < 3; i++) pthread_join(h[i], 0);
 long never = 1; atomic_compare_exchange_strong(&kept, &never, 0);
 assert(r == 0); return 0; }
