package bias

import (
	"testing"

	"fencepost/benchmarks/programtest"
	native "fencepost/models/c11"
)

// The operation of a cycle's pair is delayed until the operation that it races with has run: the
// one before it in the cycle.
func TestC11Partners(t *testing.T) {
	t.Parallel()
	b := &c11{sites: []int32{1, 2, 3, 4, 5, 6}}
	for _, c := range []struct {
		odd, even int32
		want      bool
	}{{1, 6, true}, {3, 2, true}, {5, 4, true}, {1, 2, false}, {3, 4, false}, {5, 6, false}, {1, 4, false}, {2, 1, false}} {
		if got := b.partners(c.odd, c.even); got != c.want {
			t.Errorf("%d waits for %d: %v, want %v", c.odd, c.even, got, c.want)
		}
	}
}

// A hidden store is passed over by other threads, until it is due, and not for ever.
func TestC11Hides(t *testing.T) {
	t.Parallel()
	p := programtest.Compile(t, "litmus/SB.c")
	_, o := predicted(t, p)
	b := newRunner(p, native.Model, o).c11
	for _, c := range []struct {
		name  string
		store hiddenStore
		want  bool
	}{
		{"hidden", hiddenStore{store: 7, thread: 1, due: never}, true},
		{"another store", hiddenStore{store: 8, thread: 1, due: never}, false},
		{"the thread's own", hiddenStore{store: 7, thread: 2, due: never}, false},
		{"its partner ran", hiddenStore{store: 7, thread: 1, due: 0}, false},
		{"passed over too often", hiddenStore{store: 7, thread: 1, due: never, passed: maxPassed}, false},
	} {
		b.hidden = append(b.hidden[:0], c.store)
		if got := b.hides(7, 2); got != c.want {
			t.Errorf("%s: hidden %v, want %v", c.name, got, c.want)
		}
	}
}
