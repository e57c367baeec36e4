package explore_test

import (
	"testing"

	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// TestThreadStartIsOrdered: in the order of seq_cst accesses, an access before the creation of a
// thread comes before the accesses of the thread. The program is store buffering between one thread
// and the chain of a creator and its thread.
func TestThreadStartIsOrdered(t *testing.T) {
	p := compile(t, `#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
static atomic_int x, y;
static int r;
static void *one(void *p) { atomic_store(&y, 1); r = atomic_load(&x); return p; }
static void *two(void *p) { atomic_store(&y, 2); return p; }
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, one, 0);
	atomic_store(&x, 1);
	pthread_create(&u, 0, two, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	assert(r || y == 2);
	return 0;
}
`)
	event := func(thread, loc, place int) catEvent {
		return catEvent{thread: thread, write: true, loc: loc, place: place, order: trace.SeqCst, rf: -1, pair: -1, created: -1, joinedWith: -1}
	}
	const x, y = 0, 1
	forbidden := []catEvent{event(-1, x, 0), event(-1, y, 0), event(0, x, 1), event(0, -1, 0), event(1, y, 2), event(1, x, 0), event(2, y, 1)}
	create, load := &forbidden[3], &forbidden[5]
	create.write, create.create, create.created = false, true, 2
	load.write, load.read, load.rf = false, true, 0
	for _, m := range []*axiom.Model{axiom.RC11, axiom.RC20} {
		if r := explored(t, p, m, explore.Options{}); r.Executions != 3 || len(r.Errors) > 0 {
			t.Errorf("%s: %d executions, want 3; errors %v", m.Name, r.Executions, r.Errors)
		}
		if newCatChecker(t, m.Name).consistent(forbidden) {
			t.Errorf("%s: the cat text allows it", m.Name)
		}
	}
}
