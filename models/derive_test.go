package models

import "testing"

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
