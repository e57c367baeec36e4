package explore_test

import (
	"testing"

	"fencepost/interp"
	"fencepost/interp/explore"
	"fencepost/models/axiom"
)

// A thread that for ever undoes what it does is found where the others have ended, and
// only there: no thread that another lets go on waits for ever.
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
