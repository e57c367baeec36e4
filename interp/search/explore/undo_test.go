package explore_test

import (
	"strings"
	"testing"

	"fencepost/interp"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// TestUndoesForEver: the search reports a thread that undoes its effects for ever if the other
// threads have ended or do the same, and only then. A thread that another thread can wake does not
// wait for ever.
func TestUndoesForEver(t *testing.T) {
	t.Parallel()
	const enter = "while (atomic_fetch_add(&x, 1) > 0) atomic_fetch_sub(&x, 1);"
	for _, c := range []struct {
		one, two string
		livelock bool
	}{
		{enter, enter, true},
		{enter + " atomic_fetch_sub(&x, 1);", enter + " atomic_fetch_sub(&x, 1);", false},
		{enter, "atomic_fetch_add(&x, 1); atomic_fetch_sub(&x, 1);", false},
		{"for (;;) { pthread_mutex_lock(&m); int a = y; pthread_mutex_unlock(&m); if (a) break; }", "pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m);", false},
		{"for (;;) { pthread_mutex_lock(&m); int a = y; pthread_mutex_unlock(&m); if (a) break; }", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", true},
	} {
		src := "#include <pthread.h>\n#include <stdatomic.h>\n#include <stddef.h>\natomic_int x; int y; pthread_mutex_t m;\n" + fn("a", c.one) + fn("b", c.two) + threads(2)
		prog := compile(t, src)
		for _, m := range axiom.All() {
			r := explored(t, prog, m, explore.Options{Workers: 1, Reductions: explore.AllReductions()})
			replays(t, prog, m, interp.Options{}, r)
			found := len(r.Errors) > 0
			for _, f := range r.Errors {
				found = found && f.Error.Kind == interp.Livelock && len(f.Error.Waiting) == 2
			}
			if found != c.livelock || !c.livelock && len(r.Errors) > 0 || !r.Complete {
				t.Errorf("%s: %s | %s: %+v", m.Name, c.one, c.two, r)
			}
		}
	}
}

// TestUndoneIsSeen: the search skips no iteration if another thread observes one that undoes its
// effects. Here b observes the first, of 0, and a the second, of 3.
func TestUndoneIsSeen(t *testing.T) {
	t.Parallel()
	prog := compile(t, "#include <assert.h>\n"+orders+"static atomic_int y; static pthread_mutex_t m; static int ra, rb, rc;\n"+
		fn("a", "pthread_mutex_lock(&m); y = 3; pthread_mutex_unlock(&m); ra = atomic_fetch_add(&y, 3);")+
		fn("b", "pthread_mutex_lock(&m); int r = y; pthread_mutex_unlock(&m); rb = 10 * r + atomic_load_explicit(&y, relaxed);")+
		fn("c", "int r; do { atomic_fetch_add(&y, 1); atomic_fetch_sub(&y, 1); r = y; } while (r == 3); rc = r;")+
		strings.Replace(threads(3), "return 0", "assert(ra != 4 || rb != 1 || rc != 6); return 0", 1))
	for _, m := range axiom.All() {
		r := explored(t, prog, m, explore.Options{Workers: 1, Reductions: explore.AllReductions(), UnrollEndless: 3})
		if len(r.Errors) != 1 || len(r.Endless) != 1 || r.Complete {
			t.Errorf("%s: %+v", m.Name, r)
		}
	}
}
