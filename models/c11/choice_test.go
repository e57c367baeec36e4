package c11

import (
	"slices"
	"testing"

	"fencepost/models"
	"fencepost/trace"
)

// The readable stores are in execution order, whether there are few enough to merge or they are
// searched for: the stores of all threads and, after a thread has read one of its own, only its later
// ones. An RMW reads the ends of blocks, and a compare-exchange the stores that fit.
func TestChoiceOfManyStores(t *testing.T) {
	for _, rounds := range []int{2, maxListed / 3, maxListed/3 + 1, maxListed, 3 * maxListed} {
		const threads = 3
		m := newTestMemory(Options{Prune: KeepAll})
		m.Define(0, 0, 0)
		for peer := range trace.ThreadID(threads + 1) {
			m.Sync(&models.Op{Kind: trace.Create}, peer+1)
		}
		reader := trace.ThreadID(threads + 1)
		id := models.StoreID(0)
		all := []models.StoreID{0} // the initial content first
		by := map[models.StoreID]trace.ThreadID{}
		for i := range rounds {
			for k := range threads {
				if i%2 == 1 && k == 1 {
					continue // threads do not take turns
				}
				id++
				th := trace.ThreadID((k+i)%threads + 1)
				m.Store(&models.Op{Thread: th, Kind: trace.Store, Order: trace.Relaxed, Loc: 0, ID: id}, uint64(id%2))
				all, by[id] = append(all, id), th
			}
		}
		readable := func(op models.Op) []models.StoreID {
			op.Thread, op.Loc, op.ID = reader, 0, id+1
			return m.Readable(nil, &op)
		}
		load := models.Op{Kind: trace.Load, Order: trace.Relaxed}
		if got := readable(load); !slices.Equal(got, all) {
			t.Fatalf("%d rounds: a load may read %v, not %v", rounds, got, all)
		}
		if got := readable(models.Op{Kind: trace.RMW, Order: trace.Relaxed}); !slices.Equal(got, all) {
			t.Fatalf("%d rounds: an RMW may read %v, not %v", rounds, got, all)
		}
		if got := readable(models.Op{Kind: trace.RMW, Order: trace.Relaxed, Fail: trace.Relaxed, CAS: true, Expect: 1}); !slices.Equal(got, all) {
			t.Fatalf("%d rounds: a compare-exchange may read %v, not %v", rounds, got, all)
		}
		from := all[len(all)/2]
		id++
		seen := models.Op{Thread: reader, Kind: trace.Load, Order: trace.Relaxed, Loc: 0, ID: id}
		m.choose(&m.locs[0], &seen)
		m.Load(&seen, from)
		var left []models.StoreID
		for _, s := range all {
			if s >= from || s != 0 && by[s] != by[from] {
				left = append(left, s)
			}
		}
		if got := readable(load); !slices.Equal(got, left) {
			t.Fatalf("%d rounds: after store %d a load may read %v, not %v", rounds, from, got, left)
		}
	}
}
