package c11

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/models"
	"fencepost/trace"
)

// held returns the values that Held ought to use: those that match, of the stores that Readable lists
// for any running thread.
func (m *Memory) held(l models.Loc, match func(v uint64) bool) (list []uint64) {
	if at := &m.locs[l]; !at.atomic {
		list = append(list, at.value)
	} else {
		for t := range m.threads[:m.running] {
			if !m.threads[t].exited {
				op := models.Op{Thread: trace.ThreadID(t), Kind: trace.Load, Order: trace.Relaxed, Loc: l}
				for _, id := range m.Readable(nil, &op) {
					list = append(list, m.stores[m.find(l, id)].value)
				}
			}
		}
	}
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(v uint64) bool { return !match(v) })
}

// checkHeld checks Held for values of a random set.
func (m *Memory) checkHeld(t *testing.T, rng *rand.Rand) {
	t.Helper()
	for l := range models.Loc(len(m.locs)) {
		least, mask := uint64(rng.IntN(4)), rng.Uint64()|rng.Uint64()
		match := func(v uint64) bool { return v >= least && mask>>(v%64)&1 != 0 }
		var got []uint64
		want := m.held(l, match)
		if !m.Held(l, least, match, func(v uint64) bool { got = append(got, v); return true }) {
			t.Fatalf("event %d: Held reports that it was ended", m.now)
		}
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Fatalf("event %d: x%d may hold %v, want %v", m.now, l, got, want)
		}
		uses := 0
		if more := m.Held(l, least, match, func(uint64) bool { uses++; return false }); more != (len(want) == 0) || uses != min(len(want), 1) {
			t.Fatalf("event %d: Held is not ended, %d uses", m.now, uses)
		}
	}
}
