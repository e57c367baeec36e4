package views

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/trace"
)

var (
	loadOrders  = []trace.Order{trace.Relaxed, trace.Relaxed, trace.Acquire, trace.SeqCst}
	storeOrders = []trace.Order{trace.Relaxed, trace.Relaxed, trace.Release, trace.SeqCst}
	rmwOrders   = []trace.Order{trace.Relaxed, trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst}
	fenceOrders = []trace.Order{trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst}
)

// What the views admit the graph of package c11 does, too: in random executions. The views
// alone decide how an execution goes on.
func TestViewsWithinGraph(t *testing.T) {
	t.Parallel()
	for _, model := range []*models.Model{c11.Model, c11.CXX20} {
		admitted, hidden, older := 0, 0, 0
		for seed := range testsize.Count(6000, 1_000_000) {
			r := rand.New(rand.NewPCG(uint64(seed), 1))
			m := Of(model, 3).New(&models.Log{}).(*memory)
			m.Reset()
			for l := range models.Loc(3) {
				m.Define(l, 0, 0)
			}
			running := []trace.ThreadID{0}
			created, ended := trace.ThreadID(1), []trace.ThreadID(nil)
			for id := models.StoreID(1); id < 40; id++ {
				op := models.Op{Thread: running[r.IntN(len(running))], Loc: models.Loc(r.IntN(3)), ID: id}
				order := func(list []trace.Order) trace.Order { return list[r.IntN(len(list))] }
				switch k := r.IntN(20); {
				case k == 0 && created < 4:
					op.Kind = trace.Create
					m.Sync(&op, created)
					running = append(running, created)
					created++
				case k == 1 && op.Thread != 0:
					op.Kind = trace.Exit
					m.Sync(&op, -1)
					running = slices.DeleteFunc(running, func(u trace.ThreadID) bool { return u == op.Thread })
					ended = append(ended, op.Thread)
				case k == 2 && len(ended) > 0:
					op.Kind = trace.Join
					m.Sync(&op, ended[0])
					ended = ended[1:]
				case k < 5:
					op.Kind, op.Order = trace.Fence, order(fenceOrders)
					m.Fence(&op)
				case k < 10:
					op.Kind, op.Order = trace.Store, order(storeOrders)
					m.Store(&op, uint64(r.IntN(3)))
				default:
					op.Kind, op.Order = trace.Load, order(loadOrders)
					if k >= 16 {
						op.Kind, op.Order = trace.RMW, order(rmwOrders)
					}
					if k >= 18 {
						op.CAS, op.Fail, op.Expect = true, order(loadOrders), uint64(r.IntN(3))
					}
					graph := m.Memory.Readable(nil, &op)
					var list []models.StoreID
					for i, s := range m.locs[op.Loc].stores {
						if !m.admits(&op, s.id) {
							hidden++
							continue
						}
						admitted++
						if i < len(m.locs[op.Loc].stores)-1 {
							older++
						}
						if list = append(list, s.id); !slices.Contains(graph, s.id) {
							t.Fatalf("%s, seed %d: the views admit store %d for %+v, the graph %v", model.Name, seed, s.id, op, graph)
						}
					}
					if got := m.Readable(nil, &op); !slices.Equal(got, list) {
						t.Fatalf("%s, seed %d: %v may be read, the views admit %v", model.Name, seed, got, list)
					}
					read := m.Load(&op, list[r.IntN(len(list))])
					if op.Kind == trace.RMW && (!op.CAS || read == op.Expect) {
						m.Store(&op, uint64(r.IntN(3)))
					}
				}
			}
		}
		if hidden < 1000 || older < 1000 {
			t.Errorf("%s: %d stores admitted, %d of them older ones, and %d hidden", model.Name, admitted, older, hidden)
		}
	}
}
