package trace

import (
	"math/rand/v2"
	"testing"
)

// TestWides holds the numbers of random contents against the contents.
func TestWides(t *testing.T) {
	t.Parallel()
	var a, b Wides
	r := rand.New(rand.NewPCG(1, 2))
	words := []uint64{0, 1, 2, 1<<62 - 1, 1 << 62, 1<<63 - 1, 1 << 63, ^uint64(0), ^uint64(1), 3 << 62, 3<<62 - 1}
	for range 200 {
		words = append(words, r.Uint64(), r.Uint64N(1<<20))
	}
	type content struct{ low, high uint64 }
	seen := map[uint64]content{}
	for i, low := range words {
		for j := range words {
			high := words[(i+j*7)%len(words)]
			n := a.Number(low, high)
			if l, h, ok := a.Content(n); !ok || l != low || h != high {
				t.Fatalf("content %x %x has number %x, of content %x %x, %t", low, high, n, l, h, ok)
			}
			if c, ok := seen[n]; ok && c != (content{low, high}) {
				t.Fatalf("%x is the number of %x and of %x %x", n, c, low, high)
			}
			seen[n] = content{low, high}
		}
	}
	if n := a.Number(7, 0); n != 7 {
		t.Errorf("7 is %d", n)
	}
	if n := a.Number(^uint64(4), ^uint64(0)); int64(n) != -5 {
		t.Errorf("-5 is %d", int64(n))
	}
	for i := len(words) - 1; i >= 0; i-- { // in another order
		if x, y := b.Number(words[i], words[0]+9), a.Number(words[i], words[0]+9); x != y {
			t.Fatalf("numbers %x and %x", x, y)
		}
	}
	recent := Wides{Keep: 100}
	for i := range uint64(1000) {
		n := recent.Number(i, 5)
		for _, older := range []uint64{0, 50, 99} {
			if older > i {
				continue
			}
			if _, _, ok := recent.Content(a.Number(i-older, 5)); !ok {
				t.Fatalf("%d is forgotten at %d", i-older, i)
			}
		}
		if n != a.Number(i, 5) || recent.Bytes() > 200*wideBytes {
			t.Fatalf("%d has number %x; the table takes %d bytes", i, n, recent.Bytes())
		}
	}
	if recent.Clear(); recent.Bytes() != 0 {
		t.Error("an empty table takes memory")
	}
	if _, _, ok := new(Wides).Content(1 << 62); ok {
		t.Error("a number of nothing has a content")
	}
}
