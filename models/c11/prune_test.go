package c11

import (
	"fmt"
	"testing"

	"fencepost/models"
	"fencepost/trace"
)

// A producer and a consumer that synchronise, and a main thread that waits for
// them: conservative pruning keeps memory bounded, with seq_cst fences too.
func TestPruningBoundsMemory(t *testing.T) {
	const rounds, every = 20_000, 256
	for _, fences := range []bool{false, true} {
		t.Run(fmt.Sprintf("fences %v", fences), func(t *testing.T) {
			m := newTestMemory(Options{Every: every})
			m.Define(0, 0, 0)
			m.Define(1, 0, 0)
			for peer := range trace.ThreadID(2) {
				m.Sync(&models.Op{Kind: trace.Create}, peer+1)
			}
			m.Awaits(0, 1)
			id := models.StoreID(0)
			for range rounds {
				for th := range trace.ThreadID(2) {
					id++
					load := models.Op{Thread: th + 1, Kind: trace.Load, Order: trace.Acquire, Loc: models.Loc(1 - th), ID: id}
					list := m.Readable(nil, &load)
					m.Load(&load, list[len(list)-1])
					if fences {
						m.Fence(&models.Op{Thread: th + 1, Order: trace.SeqCst})
					}
					id++
					m.Store(&models.Op{Thread: th + 1, Kind: trace.Store, Order: trace.Release, Loc: models.Loc(th), ID: id}, 1)
				}
			}
			if n := max(len(m.stores), len(m.blocks), len(m.edges), len(m.sc.number)); n > 4*every {
				t.Errorf("%d entries after %d rounds", n, rounds)
			}
			m.checkSlabs(t)
		})
	}
}

// Two threads that never synchronise can read each other's stores for ever: only a window
// bounds memory.
func TestWindowBoundsMemory(t *testing.T) {
	t.Parallel()
	const rounds, window = 20_000, 200
	for _, c := range []struct {
		model  *models.Model
		bounds bool
	}{{Windowed(Model, window), true}, {Windowed(CXX20, window), true}, {Model, false}} {
		log := &models.Log{}
		m := c.model.New(log).(*Memory)
		m.Define(0, 0, 0)
		for peer := range trace.ThreadID(2) {
			m.Sync(&models.Op{Kind: trace.Create}, peer+1)
		}
		id := models.StoreID(0)
		for range rounds {
			for th := range trace.ThreadID(2) {
				id++
				m.Store(&models.Op{Thread: th + 1, Kind: trace.Store, Order: trace.Relaxed, Loc: 0, ID: id}, 1)
			}
		}
		n := max(len(m.stores), len(m.blocks), len(m.edges))
		if c.bounds != (n <= 8*window) {
			t.Errorf("%s, window %d: %d entries after %d rounds", c.model.Name, c.model.Window, n, rounds)
		}
		load := models.Op{Thread: 0, Kind: trace.Load, Order: trace.Relaxed, Loc: 0, ID: id + 1}
		if list := m.Readable(nil, &load); c.bounds == (len(list) > 8*window) {
			t.Errorf("%s, window %d: %d stores may be read", c.model.Name, c.model.Window, len(list))
		}
		m.checkSlabs(t)
	}
}

// A model with a window is otherwise as it was, and without one the same again.
func TestWindowed(t *testing.T) {
	t.Parallel()
	for _, m := range []*models.Model{Model, CXX20} {
		w := Windowed(m, 7)
		if w.Window != 7 || w.Name != m.Name || w.CXX20 != m.CXX20 {
			t.Errorf("%s: %+v", m.Name, w)
		}
		if Windowed(w, 7) != w || Windowed(m, 0) != m || Windowed(w, 0).Window != 0 {
			t.Errorf("%s: another window", m.Name)
		}
	}
}

// More threads than a clock has room for at first.
func TestManyThreads(t *testing.T) {
	const n = 40
	m := newTestMemory(Options{})
	m.Define(0, 0, 0)
	want := uint64(0)
	for th := range trace.ThreadID(n) {
		m.Sync(&models.Op{Kind: trace.Create}, th+1)
		op := models.Op{Thread: th + 1, Kind: trace.RMW, Order: trace.AcqRel, Loc: 0, ID: models.StoreID(th + 1)}
		c, v := m.Read(&op)
		if c != 1 {
			t.Fatalf("an RMW may read %d stores", c)
		}
		if v != want {
			t.Fatalf("thread %d reads %d, want %d", th+1, v, want)
		}
		want++
		m.Store(&op, want)
	}
	for th := range trace.ThreadID(n) {
		if !m.happened(th+1, 2, n) {
			t.Errorf("thread %d does not happen before the last", th+1)
		}
		load := models.Op{Kind: trace.Load, Order: trace.Relaxed}
		if c, _ := m.Read(&load); c != n+1 {
			t.Errorf("main may read %d stores", c)
		}
	}
}

// Each thread has a clock of as many numbers as there are threads, which counts against the bound on memory.
func TestBytesOfThreads(t *testing.T) {
	const n = 1000
	m := newTestMemory(Options{})
	for th := range trace.ThreadID(n) {
		m.Sync(&models.Op{Kind: trace.Create}, th+1)
	}
	if got := m.Bytes(); got < 4*n*n {
		t.Errorf("%d threads take %d bytes, want %d at least", n, got, 4*n*n)
	}
}

// A store that is forgotten while an RMW that read it is left still orders what
// follows a seq_cst fence of its thread.
func TestForgottenStoreHasAnHeir(t *testing.T) {
	m := newTestMemory(Options{Prune: Aggressive, Window: 5})
	m.Define(0, 0, 0)
	m.Define(1, 0, 0)
	for peer := range trace.ThreadID(3) {
		m.Sync(&models.Op{Kind: trace.Create}, peer+1)
	}
	m.Store(&models.Op{Thread: 1, Kind: trace.Store, Order: trace.Relaxed, ID: 1}, 1)
	m.Fence(&models.Op{Thread: 1, Order: trace.SeqCst})
	rmw := models.Op{Thread: 2, Kind: trace.RMW, Order: trace.Relaxed, ID: 2}
	m.Load(&rmw, 1)
	m.Store(&rmw, 2)
	for id := models.StoreID(3); id < 20; id++ {
		m.Store(&models.Op{Thread: 2, Kind: trace.Store, Order: trace.Relaxed, Loc: 1, ID: id}, 1)
	}
	m.prune()
	if m.lookup(0, 1) != 0 || m.lookup(0, 2) == 0 {
		t.Fatal("want the store forgotten, the RMW not")
	}
	m.Store(&models.Op{Thread: 3, Kind: trace.Store, Order: trace.SeqCst, ID: 20}, 3)
	if !m.precedes(m.lookup(0, 2), m.lookup(0, 20)) {
		t.Error("the RMW does not precede the later store")
	}
}
