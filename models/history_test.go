package models

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/trace"
)

// setKeep makes every history of m be pruned when longer than n.
func setKeep(m Memory, n int) {
	locs := m.(*psloMemory).locs
	for l := range locs {
		locs[l].keep = n
	}
}

// Pruning forgets only what no thread can read: on random schedules, with
// threads that come and go, a memory that prunes at every commit and one that
// never does show the same.
func TestPruningChangesNothing(t *testing.T) {
	const locs = 3
	pruned := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 0))
		var log [2]Log
		var mem [2]Memory
		for i := range mem {
			mem[i] = PSLO.New(&log[i])
			mem[i].Reset()
			for l := range Loc(locs) {
				mem[i].Define(l, 0, 0)
			}
		}
		live := []trace.ThreadID{0}
		threads := trace.ThreadID(1)
		for id := StoreID(1); id < 400; id++ {
			setKeep(mem[0], 1)
			setKeep(mem[1], math.MaxInt)
			op := Op{Thread: live[r.IntN(len(live))], Loc: Loc(r.IntN(locs)), ID: id}
			k := r.IntN(40)
			pick := r.IntN(1 << 20)
			var same [2]any
			for i, m := range mem {
				same[i] = randomStep(m, op, k, pick, threads)
				log[i].Commits = log[i].Commits[:0]
			}
			if same[0] != same[1] {
				t.Fatalf("seed %d, step %d: pruned %v, unpruned %v", seed, id, same[0], same[1])
			}
			switch {
			case k == 0:
				live = append(live, threads)
				threads++
			case k == 1 && op.Thread != 0:
				live = slices.DeleteFunc(live, func(t trace.ThreadID) bool { return t == op.Thread })
			}
			for _, u := range live {
				for l := range Loc(locs) {
					op := Op{Kind: trace.Load, Thread: u, Loc: l}
					a, b := mem[0].Readable(nil, &op), mem[1].Readable(nil, &op)
					if !slices.Equal(a, b) {
						t.Fatalf("seed %d, step %d: thread %d may read %v, unpruned %v", seed, id, u, a, b)
					}
				}
			}
		}
		for l := range locs {
			pruned += int(mem[0].(*psloMemory).locs[l].base)
		}
	}
	if pruned == 0 {
		t.Error("nothing was pruned")
	}
}

// randomStep performs on m what k and pick say, and returns what it showed.
func randomStep(m Memory, op Op, k, pick int, threads trace.ThreadID) any {
	switch {
	case k == 0:
		op.Kind = trace.Create
		m.Sync(&op, threads)
	case k == 1 && op.Thread != 0:
		op.Kind = trace.Exit
		m.Sync(&op, op.Thread)
	case k == 2:
		op.Kind, op.Fence = trace.Fence, trace.FenceKind(1+pick%3)
		m.Fence(&op)
	case k == 3 && threads > 1:
		op.Kind = trace.Join
		m.Sync(&op, 1)
	case k == 4:
		m.Flush(op.Thread, op.Loc)
	case k == 5:
		m.Drop(op.Thread, op.Loc)
	case k < 8:
		op.Kind = trace.RMW
		m.Prepare(&op)
		v := m.Load(&op, m.Readable(nil, &op)[0])
		m.Store(&op, v+1)
	case k < 16:
		op.Kind = trace.Load
		from := m.Readable(nil, &op)
		m.Load(&op, from[pick%len(from)])
	case k < 28:
		op.Kind = trace.Store
		m.Store(&op, uint64(pick%3))
	default:
		if c := m.Commits(nil); len(c) > 0 {
			m.Commit(c[pick%len(c)])
			return c[pick%len(c)]
		}
	}
	return [2]int32{op.C, op.RF}
}

// A Memory is reused: what an earlier execution left behind changes nothing.
func TestResetForgets(t *testing.T) {
	for _, m := range All() {
		used := newFixture(m)
		for seed := range uint64(100) {
			fresh := newFixture(m)
			used.start()
			r := rand.New(rand.NewPCG(seed, 1))
			threads := trace.ThreadID(2)
			for id := StoreID(1); id < 100; id++ {
				if m.Name == "pslo" {
					setKeep(used.Memory, 1)
					setKeep(fresh.Memory, 1)
				}
				op := Op{Thread: trace.ThreadID(r.IntN(int(threads))), Loc: Loc(r.IntN(2)), ID: id}
				k, pick := r.IntN(40), r.IntN(1<<20)
				a := randomStep(used, op, k, pick, threads)
				b := randomStep(fresh, op, k, pick, threads)
				if a != b || !slices.Equal(used.logged(), fresh.logged()) {
					t.Fatalf("%s, seed %d, step %d: reused %v, fresh %v", m.Name, seed, id, a, b)
				}
				if k == 0 {
					threads++
				}
				checkCounts(t, used.Memory)
			}
		}
	}
}

// checkCounts checks the counters that spare a load the search for a pending store.
func checkCounts(t *testing.T, mem Memory) {
	t.Helper()
	_, buffers := internals(mem)
	total := 0
	for i := range buffers {
		b := &buffers[i]
		var counts [64]int32
		for _, e := range b.pending() {
			counts[e.loc&63]++
		}
		if counts != b.counts {
			t.Fatalf("thread %d has %v pending, counted as %v", i, b.pending(), b.counts)
		}
		total += len(b.pending())
	}
	var counted int
	switch m := mem.(type) {
	case *tsoMemory:
		counted = m.pending
	case *psoMemory:
		counted = m.pending
	case *psloMemory:
		counted = m.pending
	}
	if counted != total {
		t.Fatalf("%d stores pending, counted as %d", total, counted)
	}
}

// Memory stays bounded on long runs in which every thread keeps reading, and
// ended threads hold nothing back.
func TestHistoriesStayBounded(t *testing.T) {
	f := newFixture(PSLO)
	f.Sync(&Op{Kind: trace.Create}, 2)
	f.Sync(&Op{Kind: trace.Exit, Thread: 2}, 2)
	for id := StoreID(1); id <= 100_000; id++ {
		l := id & 1
		f.store(id, 1, l, uint64(id))
		f.fence(1, trace.StoreLoad)
		f.log.Commits = f.log.Commits[:0]
		if id%10 == 0 {
			op := Op{Kind: trace.Load, Loc: l}
			f.Load(&op, f.Readable(nil, &op)[0])
		}
		if id%100 == 0 {
			f.fence(0, trace.LoadLoad)
		}
	}
	for l, h := range f.Memory.(*psloMemory).locs {
		if cap(h.stores) > 1000 {
			t.Errorf("the history of location %d holds %d stores", l, cap(h.stores))
		}
		if got := int(h.base) + len(h.stores) - 1; got != 50_000 {
			t.Errorf("location %d has %d commits", l, got)
		}
	}
}
