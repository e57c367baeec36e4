package models

import (
	"slices"
	"testing"

	"fencepost/trace"
)

// S of PSLO (RELAXER, Figure 6) of a part of a location: a load of some bytes cuts the
// history of these, and so that of all that overlaps them, and no other's.
func TestPartHistories(t *testing.T) {
	low, high, half := Part{From: 0, Size: 1}, Part{From: 3, Size: 1}, Part{From: 0, Size: 2}
	for _, c := range []struct {
		name       string
		read, then Part
		from       StoreID // that the first load reads
		left       []StoreID
	}{
		{"the same part", low, low, 2, []StoreID{2, 3}},
		{"the same part, the newest", low, low, 3, []StoreID{3}},
		{"a part of it", half, low, 2, []StoreID{2, 3}},
		{"one that it is a part of", low, half, 2, []StoreID{2, 3}},
		{"the whole", low, Part{}, 2, []StoreID{2, 3}},
		{"another part", low, high, 3, []StoreID{0, 1, 2, 3}},
		{"any part after the whole", Part{}, high, 2, []StoreID{2, 3}},
	} {
		m := PSLO.New(&Log{})
		m.Reset()
		m.Sync(&Op{Kind: trace.Create}, 1)
		m.Define(0, 0, 0)
		for id := StoreID(1); id <= 3; id++ {
			m.Store(&Op{Kind: trace.Store, ID: id}, uint64(id))
			m.Commit(m.Commits(nil)[0])
		}
		m.Load(&Op{Thread: 1, Kind: trace.Load, Part: c.read}, c.from)
		if got := m.Readable(nil, &Op{Thread: 1, Kind: trace.Load, Part: c.then}); !slices.Equal(got, c.left) {
			t.Errorf("%s: a load may read %v, not %v", c.name, got, c.left)
		}
	}
}
