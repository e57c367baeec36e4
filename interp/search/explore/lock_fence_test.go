package explore_test

import (
	"testing"

	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// TestLocksAreNoFences: under RC11, a library function that only reads its lock word has the effect
// of its memory order alone, and is no fence. A relaxed load before it does not become an acquire
// load, and a relaxed store after it does not become a release store.
func TestLocksAreNoFences(t *testing.T) {
	for name, c := range map[string]struct{ writer, reader string }{
		"once":      {"STORE(y, 1, relaxed); STORE(x, 1, release)", "r = LOAD(x); pthread_once(&o, nothing); s = LOAD(y)"},
		"condition": {"STORE(y, 1, relaxed); pthread_mutex_lock(&m); if (!z) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); STORE(x, 1, relaxed)", "r = LOADACQ(x); s = LOAD(y)"},
	} {
		src := `#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
#define LOAD(x) atomic_load_explicit(&x, memory_order_relaxed)
#define LOADACQ(x) atomic_load_explicit(&x, memory_order_acquire)
#define STORE(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)
static atomic_int x, y, z;
static pthread_once_t o = PTHREAD_ONCE_INIT;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void nothing(void) { }
static void *writer(void *p) { ` + c.writer + `; return p; }
static void *reader(void *p) { int r, s; ` + c.reader + `; assert(!(r == 1 && s == 0)); return p; }
int main(void)
{
	pthread_t t, u;
	pthread_once(&o, nothing);
	pthread_create(&t, 0, writer, 0);
	pthread_create(&u, 0, reader, 0);
	pthread_mutex_lock(&m);
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return 0;
}
`
		if r := explored(t, compile(t, src), axiom.RC11, explore.Options{}); len(r.Errors) == 0 {
			t.Errorf("%s: the old value is never read", name)
		}
	}
}
