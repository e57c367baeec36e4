package c11

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/models"
	"fencepost/trace"
)

// In random executions of many threads, what the log of a location says that an access may read, is
// what all accesses of the threads' views say. Floors and fences are true of the graph.
func TestLog(t *testing.T) {
	t.Parallel()
	const threads, locations = 9, 2
	for _, o := range []Options{{Prune: KeepAll}, {Prune: Conservative, Every: 100}, {Prune: Aggressive, Window: 60, Every: 100}} {
		t.Run(fmt.Sprintf("%+v", o), func(t *testing.T) {
			logged, fenced := 0, 0
			for seed := range uint64(testsize.Count(40, 600)) {
				r := rand.New(rand.NewPCG(seed, 3))
				m := newTestMemory(o)
				for l := range locations {
					m.Define(models.Loc(l), 0, 0)
				}
				for peer := range trace.ThreadID(threads) {
					m.Sync(&models.Op{Kind: trace.Create}, peer+1)
				}
				orders := [][]trace.Order{
					{trace.Relaxed},
					{trace.Relaxed, trace.Acquire, trace.Release},
					{trace.Relaxed, trace.Acquire, trace.Release, trace.SeqCst},
				}[r.IntN(3)]
				fences, rmws, id := r.IntN(4), r.IntN(3), models.StoreID(0)
				for range 40 * threads {
					id++
					op := models.Op{Thread: trace.ThreadID(1 + r.IntN(threads)), Order: orders[r.IntN(len(orders))], Loc: models.Loc(r.IntN(locations)), ID: id, RF: -1}
					if r.IntN(8) < fences {
						if op.Order == trace.Relaxed {
							op.Order = trace.SeqCst
						}
						op.Kind = trace.Fence
						m.Fence(&op)
						continue
					}
					l := &m.locs[op.Loc]
					if !l.atomic {
						m.enter(op.Loc)
					}
					switch k := r.IntN(8); {
					case k < rmws:
						op.Kind = trace.RMW
					case k < 5:
						op.Kind = trace.Store
					default:
						op.Kind = trace.Load
					}
					if p := m.priorsOf(op.Thread, op.Loc, op.Part, op.Order == trace.SeqCst); p.logged {
						logged++
						checkLogged(t, m, l, p, op.Order == trace.SeqCst)
					}
					if op.Kind == trace.Store {
						m.Store(&op, uint64(id))
					} else {
						list := m.Readable(nil, &op)
						op.RF = list[r.IntN(len(list))]
						m.Load(&op, op.RF)
						if op.Kind == trace.RMW {
							m.Store(&op, uint64(id))
						}
					}
					if r.IntN(8) == 0 {
						fenced += checkFacts(t, m, l)
					}
				}
			}
			if logged == 0 || fenced == 0 {
				t.Errorf("%d sets were from a log, and %d blocks had a fence", logged, fenced)
			}
		})
	}
}

// checkLogged compares p, which is from the log of l, with the set from the views of l.
func checkLogged(t *testing.T, m *Memory, l *location, p *priorSet, sc bool) {
	t.Helper()
	views := priorSet{thread: p.thread, loc: p.loc}
	m.computeSC(&views, l, m.threads[p.thread].now, sc)
	var readable []int32
	for _, s := range l.order {
		want := m.hidden(s, views.stores, nil)
		if got := p.cover.hides(m, s); got != want {
			t.Fatalf("store %d of %v is hidden from thread %d: %v, want %v", s, l.order, p.thread, got, want)
		}
		if !want {
			readable = append(readable, s)
		}
	}
	if got := m.appendOpen(nil, p); !slices.Equal(got, readable) {
		t.Fatalf("thread %d may read %v, want %v", p.thread, got, readable)
	}
}

// checkFacts checks the floors of the stores to l, and the fences of their blocks, of which it returns
// the number.
func checkFacts(t *testing.T, m *Memory, l *location) (fenced int) {
	t.Helper()
	if l.total {
		return 0
	}
	for _, s := range l.order {
		for _, a := range l.order {
			if m.stores[a].c <= m.stores[s].floor && a != s && !m.precedes(a, s) {
				t.Fatalf("store %d does not precede store %d, whose floor is %d", a, s, m.stores[s].floor)
			}
		}
	}
	for _, s := range l.order {
		b := m.stores[s].block
		f := m.blocks[b].fence
		if f == 0 {
			continue
		}
		fenced++
		for _, a := range l.order {
			to := m.stores[a].block
			if m.blocks[to].fence < f {
				continue
			}
			for _, x := range l.order {
				if e := m.stores[x].block; e != b && e != to && m.reaches(e, b) && !m.reaches(e, to) {
					t.Fatalf("block %d precedes block %d of fence %d, and not block %d of fence %d", e, b, f, to, m.blocks[to].fence)
				}
			}
		}
	}
	return fenced
}
