package vm

import (
	"context"
	"testing"

	"fencepost/interp/c/cfront"
)

// parked returns a machine whose main thread is before the first access of body to x.
func parked(t *testing.T, body string) (*VM, *Thread) {
	t.Helper()
	p, err := cfront.Compile("a.c", []byte("#include <stdatomic.h>\n#include <sched.h>\nstatic atomic_int x; static int y;\n"+
		"static int rest(int n) { sched_yield(); return n; }\nint main(void) { "+body+" return y; }"), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := &VM{}
	m.Init(p, &zeroDriver{}, Config{Semantics: Semantics{MaxSteps: 100}})
	m.Reset(context.Background())
	m.Start()
	return m, m.Threads()[0]
}

// TestTolerates: how far the result of an addition may be from a value so that its thread continues alike.
func TestTolerates(t *testing.T) {
	for _, c := range []struct {
		body          string
		counts        bool
		v, less, more uint64
	}{
		{"if (atomic_fetch_sub(&x, 1) == 1) y = 1;", true, 2, 0, 8},
		{"if (atomic_fetch_sub(&x, 1) == 1) y = 1;", true, 5, 3, 8},
		{"if (atomic_fetch_sub(&x, 1) == 1) y = 1;", true, 1, 0, 0},
		{"y = atomic_fetch_sub(&x, 1) <= 1;", true, 4, 2, 8},
		{"if (atomic_fetch_add(&x, 1) > 3) y = 1;", true, 2, 8, 1},
		{"if (atomic_fetch_add(&x, 1) > 3) y = 1; else y = 1;", true, 2, 8, 1},
		{"y = atomic_fetch_add(&x, 1);", true, 2, 0, 0},
		{"if (atomic_fetch_add(&x, 1) & 1) y = 1;", true, 2, 0, 0},
		{"int k = atomic_fetch_add(&x, 1); if (k > 3) y = k;", true, 2, 8, 1},
		{"int k = atomic_fetch_add(&x, 1); if (k > 3) y = k;", true, 5, 0, 0},
		{"atomic_fetch_add(&x, 1);", false, 0, 0, 0},
		{"if (atomic_fetch_or(&x, 1) == 1) y = 1;", false, 0, 0, 0},
		{"if (x == 1) y = 1;", false, 0, 0, 0},
	} {
		m, main := parked(t, c.body)
		if _, used, ok := m.Counts(main); (used && ok) != c.counts {
			t.Errorf("%s counts: %v, want %v", c.body, used && ok, c.counts)
		}
		if !c.counts {
			continue
		}
		if less, more := m.Tolerates(main, c.v, 1, 8); less != c.less || more != c.more {
			t.Errorf("%s may read %d less and %d more than %d, want %d and %d", c.body, less, more, c.v, c.less, c.more)
		}
	}
}

// TestProbe: whether a thread that reads a value comes back to its loop, through a yield and through calls
// that only yield.
func TestProbe(t *testing.T) {
	for _, c := range []struct {
		body         string
		guards, back bool // if it reads 1
	}{
		{"for (;;) if (!x) break;", true, true},
		{"for (;;) { if (!x) break; sched_yield(); }", true, true},
		{"for (;;) { if (!x) break; rest(2); }", true, true},
		{"for (;;) { if (!x) break; if (rest(2)) break; }", false, false},
		{"for (;;) { if (!x) break; y = 1; }", false, false},
		{"if (x) y = 1;", false, false},
	} {
		m, main := parked(t, c.body)
		if main.State != Ready {
			t.Fatalf("%s: %v", c.body, main.State)
		}
		guards := m.Guards(main)
		back := guards && m.Probe(main, 1, func(at LoopPlace) bool { return at != Body })
		if guards != c.guards || back != c.back {
			t.Errorf("%s: guards %v, comes back %v", c.body, guards, back)
		}
	}
}
