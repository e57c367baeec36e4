package views

import (
	"math/rand/v2"
	"slices"
	"strings"
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

// after returns a memory after some operations of threads 0 to 2, as "1 Wx1 release", a store,
// "1 Xx1 relaxed", an exchange, "1 Rx1 relaxed", a load of the store that one newer one
// follows, "1 F acquire", a fence, or "1 E relaxed", the end.
func after(text string) *memory {
	m := Of(c11.Model, 2).New(&models.Log{}).(*memory)
	m.Reset()
	for l := range models.Loc(3) {
		m.Define(l, 0, 0)
	}
	m.Sync(&models.Op{Kind: trace.Create}, 1)
	m.Sync(&models.Op{Kind: trace.Create}, 2)
	for i, step := range strings.Split(text, "; ") {
		w := strings.Fields(step)
		op := models.Op{Thread: trace.ThreadID(w[0][0] - '0'), ID: models.StoreID(i + 1)}
		for op.Order.String() != w[2] {
			op.Order++
		}
		if len(w[1]) > 1 {
			op.Loc = models.Loc(w[1][1] - 'x')
		}
		switch w[1][0] {
		case 'F':
			op.Kind = trace.Fence
			m.Fence(&op)
		case 'E':
			op.Kind = trace.Exit
			m.Sync(&op, -1)
		case 'W':
			op.Kind = trace.Store
			m.Store(&op, uint64(w[1][2]-'0'))
		case 'R':
			op.Kind = trace.Load
			list := m.Readable(nil, &op)
			m.Load(&op, list[len(list)-1-int(w[1][2]-'0')])
		case 'X':
			op.Kind = trace.RMW
			m.Load(&op, m.Readable(nil, &op)[0])
			m.Store(&op, uint64(w[1][2]-'0'))
		}
	}
	return m
}

// A seq_cst access is as between two seq_cst fences.
func TestSeqCst(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"1 Wx1 seq_cst; 2 Wy1 seq_cst",
		"1 Wx1 seq_cst; 2 Ry0 seq_cst",
		"1 Wx1 relaxed; 1 Ry0 seq_cst; 2 Rz0 seq_cst",
		"1 Wx1 relaxed; 1 Wy1 seq_cst; 2 F seq_cst",
	} {
		op := models.Op{Thread: 2, Kind: trace.Load, Order: trace.Relaxed, ID: 99}
		if list := after(text).Readable(nil, &op); len(list) != 1 {
			t.Errorf("%s: %v may be read", text, list)
		}
	}
}

// Executions after which others may follow differ in their state, and those after which the
// same may do not.
func TestState(t *testing.T) {
	t.Parallel()
	state := func(text string) string {
		return string(after(text).AppendState(nil, 0, func(l models.Loc) (uint64, bool) { return 100 - uint64(l), true }))
	}
	for _, c := range []struct {
		rule, a, b string
		same       bool
	}{
		{"who may read an older store", "1 Wx1 relaxed", "1 Wx1 relaxed; 2 Rx0 relaxed", false},
		{"which", "1 Wx1 relaxed; 1 Wx2 relaxed", "1 Wx3 relaxed; 1 Wx2 relaxed", false},
		{"the newest two", "1 Wx1 relaxed; 1 Wx2 relaxed", "1 Wx3 relaxed; 1 Wx1 relaxed; 1 Wx2 relaxed", true},
		{"what a store tells", "1 Wx1 relaxed; 1 F release; 1 Wy1 relaxed; 1 F release", "1 Wx1 relaxed; 1 Wy1 relaxed; 1 F release", false},
		{"what an acquire gets", "1 Wx1 relaxed; 1 F release; 1 Wy1 relaxed; 2 Ry0 acquire", "1 Wx1 relaxed; 1 F release; 1 Wy1 relaxed; 2 Ry0 relaxed", false},
		{"what an acquire fence adds", "1 Wx1 relaxed; 1 F release; 1 Wy1 relaxed; 2 Ry0 relaxed; 1 Wy2 relaxed; 1 Wy2 relaxed", "1 Wx1 relaxed; 1 Wy1 relaxed; 2 Ry0 relaxed; 1 F release; 1 Wy2 relaxed; 1 Wy2 relaxed", false},
		{"what it adds no more", "1 Wx1 relaxed; 1 F release; 1 Wy1 relaxed; 2 Ry0 relaxed; 2 Rx0 relaxed", "1 Wx1 relaxed; 1 F release; 1 Wy1 relaxed; 2 Ry0 acquire; 2 Rx0 relaxed", true},
		{"what an ended thread did", "1 Wx1 relaxed; 1 F release; 1 E relaxed", "1 Wx1 relaxed; 1 E relaxed", true},
		{"a release fence", "1 Wx1 relaxed; 1 F release", "1 Wx1 relaxed", false},
		{"a release store", "1 Wx1 relaxed; 1 Wy1 release; 2 Wy2 relaxed; 2 Wy2 relaxed", "1 Wx1 relaxed; 1 Wy1 relaxed; 2 Wy2 relaxed; 2 Wy2 relaxed", false},
		{"a seq_cst fence", "1 Wx1 relaxed; 1 F acq_rel", "1 Wx1 relaxed; 1 F seq_cst", false},
	} {
		if same := state(c.a) == state(c.b); same != c.same {
			t.Errorf("%s: the same is %v", c.rule, same)
		}
	}
}
