package models

import (
	"testing"

	"fencepost/trace"
)

// The order of two stores to different locations is kept if they wait in one queue and none takes the
// place of one that others stand behind.
func TestDerivedStores(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		buffer    Buffering
		coalesces Coalescing
		want      bool
	}{
		{NoBuffer, NoCoalescing, true},
		{PerThread, NoCoalescing, true},
		{PerThread, Adjacent, true},
		{PerThread, Always, false},
		{PerLocation, NoCoalescing, false},
		{PerLocation, Adjacent, false},
		{PerLocation, Always, false},
	} {
		p := (&Machine{Buffer: c.buffer, Coalesces: c.coalesces}).ppo()
		if got := p.Keeps(W, W, false); got != c.want {
			t.Errorf("buffer %d, coalescing %d: stores keep their order: %v, want %v", c.buffer, c.coalesces, got, c.want)
		}
		if !p.Keeps(W, W, true) {
			t.Errorf("buffer %d, coalescing %d: stores to one location have no order", c.buffer, c.coalesces)
		}
	}
}

// A buffer of so many entries has the oldest store committed before one more is made; a buffer
// without a bound has none.
func TestCapacity(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		buffer                    Buffering
		capacity, stores, pending int
	}{
		{PerThread, 1, 1, 1},
		{PerThread, 1, 2, 1},
		{PerThread, 2, 2, 2},
		{PerThread, 2, 4, 2},
		{PerThread, 0, 4, 4},
		{PerLocation, 2, 3, 2},
		{PerLocation, 0, 3, 3},
	} {
		w := newWorkload((&Machine{Buffer: c.buffer, Capacity: c.capacity}).Model("bounded", "buffers with a bound", "this test"))
		w.start()
		for id := range c.stores {
			w.Store(&Op{Thread: 1, Kind: trace.Store, Loc: Loc(id), ID: StoreID(id + 1)}, 1)
		}
		pending := w.Pending(nil, 1)
		if len(pending) != c.pending || pending[len(pending)-1].Loc != Loc(c.stores-1) {
			t.Errorf("%+v: %d stores are pending: %+v", c, len(pending), pending)
		}
	}
}
