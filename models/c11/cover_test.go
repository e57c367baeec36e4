package c11

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/models"
	"fencepost/trace"
)

// In random executions of many threads a cover hides a store if and only if one of the stores that
// it is of comes after it, and the k-th store that may be read is that of all of them sorted.
func TestCover(t *testing.T) {
	t.Parallel()
	const threads, locations = 12, 2
	covered, found := 0, 0
	for seed := range uint64(testsize.Count(60, 1000)) {
		r, held := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(seed, 2))
		m := newTestMemory(Options{Prune: KeepAll})
		for l := range locations {
			m.Define(models.Loc(l), 0, 0)
		}
		for peer := range trace.ThreadID(threads) {
			m.Sync(&models.Op{Kind: trace.Create}, peer+1)
		}
		id := models.StoreID(0)
		orders := []trace.Order{trace.Relaxed, trace.Relaxed, trace.AcqRel, trace.SeqCst}
		for range 40 * threads {
			id++
			if held.IntN(8) == 0 {
				m.checkHeld(t, held)
			}
			op := models.Op{Thread: trace.ThreadID(1 + r.IntN(threads)), Order: orders[r.IntN(len(orders))], Loc: models.Loc(r.IntN(locations)), ID: id, RF: -1}
			switch r.IntN(3) {
			case 0:
				if op.Kind = trace.Store; op.Order == trace.AcqRel {
					op.Order = trace.Release
				}
				m.Store(&op, uint64(id))
				continue
			case 1:
				op.Kind = trace.RMW
			default:
				if op.Kind = trace.Load; op.Order == trace.AcqRel {
					op.Order = trace.Acquire
				}
			}
			l := &m.locs[op.Loc]
			if !l.atomic {
				m.enter(op.Loc)
			}
			if priors := m.priorsOf(op.Thread, op.Loc, op.Part, op.Order == trace.SeqCst); !l.total && len(priors.stores) > 0 {
				covered++
				checkCover(t, m, l, priors.stores)
			}
			list := m.Readable(nil, &op)
			if !slices.IsSorted(list) && op.Kind == trace.Load {
				t.Fatalf("seed %d: what may be read is not in execution order: %v", seed, list)
			}
			if c := &m.choice; !c.listed && len(c.spans) > 1 && op.Kind == trace.Load {
				n := len(list)
				if c.base {
					n--
				}
				for k := range n {
					s := m.inOrder(l, k, n)
					if s == 0 {
						continue
					}
					found++
					if got := m.stores[s].id; got != list[len(list)-n+k] {
						t.Fatalf("seed %d: store %d of %v is %d", seed, k, list, got)
					}
				}
			}
			from := list[r.IntN(len(list))]
			op.RF = from
			m.Load(&op, from)
			if op.Kind == trace.RMW {
				m.Store(&op, uint64(id))
			}
		}
	}
	if covered == 0 || found == 0 {
		t.Errorf("%d sets of stores were covered, and %d stores were found in execution order", covered, found)
	}
}

// checkCover compares what is hidden by stores to l with what comes before one of them.
func checkCover(t *testing.T, m *Memory, l *location, stores []int32) {
	t.Helper()
	var c cover
	c.of(m, stores)
	members := []int32{l.base}
	for i := l.views; i != 0; i = m.views[i].next {
		for _, s := range m.views[i].stores {
			members = append(members, s.store)
		}
	}
	for _, s := range members {
		if got, want := c.hides(m, s), m.hidden(s, stores, nil); got != want {
			t.Fatalf("store %d of %v is hidden by %v: %v, want %v", s, members, stores, got, want)
		}
	}
}
