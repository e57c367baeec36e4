package c11

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/models"
	"fencepost/trace"
)

// In random executions, in which threads begin and end, what happens before a seq_cst fence or an earlier
// one is the join of the clocks of these fences. A thread's own clock is joined to it as any other.
func TestFencePasts(t *testing.T) {
	t.Parallel()
	const maxThreads, locations = 9, 2
	partly := 0
	for seed := range uint64(testsize.Count(60, 1000)) {
		r := rand.New(rand.NewPCG(seed, 4))
		m := newTestMemory(Options{Prune: KeepAll})
		for l := range locations {
			m.Define(models.Loc(l), 0, 0)
		}
		all := make(map[int][]int32) // by fence; clocks may have become wider since
		join := func(a, b []int32) []int32 {
			out := slices.Clone(b)
			for i, n := range a {
				out[i] = max(out[i], n)
			}
			return out
		}
		joined := make(map[trace.ThreadID]bool)
		orders := []trace.Order{trace.Relaxed, trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst}
		for id := models.StoreID(1); id < 300; id++ {
			op := models.Op{Thread: trace.ThreadID(r.IntN(m.running)), Order: orders[r.IntN(len(orders))], Loc: models.Loc(r.IntN(locations)), ID: id, RF: -1}
			if m.threads[op.Thread].exited {
				continue
			}
			switch k := r.IntN(12); {
			case k == 0 && m.running < maxThreads:
				op.Kind = trace.Create
				m.Sync(&op, trace.ThreadID(m.running))
			case k == 1 && op.Thread != 0:
				op.Kind = trace.Exit
				m.Sync(&op, -1)
			case k == 2:
				peer := trace.ThreadID(r.IntN(m.running))
				if m.threads[peer].exited && !joined[peer] {
					op.Kind, joined[peer] = trace.Join, true
					m.Sync(&op, peer)
				}
			case k < 7:
				if op.Kind = trace.Fence; op.Order == trace.Relaxed {
					op.Order = trace.SeqCst
				}
				m.Fence(&op)
				if op.Order == trace.SeqCst {
					f := int(m.sc.count)
					all[f] = join(all[f-1], m.threads[op.Thread].now)
				}
			case k < 9:
				if op.Kind = trace.Store; op.Order.Acquires() {
					op.Order = trace.Release
				}
				m.Store(&op, uint64(id))
			default:
				if op.Kind = trace.Load; op.Order.Releases() {
					op.Order = trace.Acquire
				}
				list := m.Readable(nil, &op)
				op.RF = list[r.IntN(len(list))]
				m.Load(&op, op.RF)
			}
			for f, want := range all {
				past := m.sc.before(int32(f))
				if want = join(want, make([]int32, m.width)); !slices.Equal(past, want) {
					t.Fatalf("seed %d: %v happens before fence %d, want %v", seed, past, f, want)
				}
				for u := range m.threads[:m.running] {
					th := &m.threads[u]
					if th.learned < past[u+1] {
						partly++
					}
					got := slices.Clone(past)
					m.joinNow(got, th, trace.ThreadID(u))
					if want := join(past, th.now); !slices.Equal(got[1:], want[1:]) {
						t.Fatalf("seed %d: %v and thread %d's clock have the join %v, want %v", seed, past, u, got, want)
					}
				}
			}
		}
	}
	if partly == 0 {
		t.Error("no clock had a late event of a thread")
	}
}
