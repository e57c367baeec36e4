package strategy

import (
	"slices"
	"testing"

	"fencepost/trace"
)

// A thread is credited with the work of those that it creates, and gives it to them as it does
// (SURW, ASPLOS 2025).
func TestSURWWork(t *testing.T) {
	t.Parallel()
	f := surw{expected: []work{{steps: 5, commits: 1, all: 20}, {parent: 0, steps: 6, commits: 2, all: 14}, {parent: 1, steps: 3, commits: 3, all: 6}}}
	f.Begin()
	for _, c := range []struct {
		creator, thread int
		want            []int // left, of thread and buffer by turns
	}{
		{-1, 0, []int{19, 1}},
		{0, 1, []int{5, 1, 12, 2}},
		{1, 2, []int{5, 1, 6, 2, 3, 3}},
	} {
		if c.creator >= 0 {
			f.create(c.creator, c.thread)
		}
		if !slices.Equal(f.left, c.want) {
			t.Errorf("when thread %d is there: %v left, want %v", c.thread, f.left, c.want)
		}
	}
	f.Event(&trace.Event{Thread: 2, Kind: trace.Store})
	f.Event(&trace.Event{Thread: 2, Kind: trace.Commit})
	if want := []int{5, 1, 6, 2, 3 - workUnit, 3 - workUnit}; !slices.Equal(f.left, want) {
		t.Errorf("after a store and its commit: %v left, want %v", f.left, want)
	}
}
