package bitset_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/trace/bitset"
)

// Sets behave as maps do.
func TestSet(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 0))
	random := func() (s bitset.Set, m map[int]bool) {
		m = map[int]bool{}
		for range r.IntN(12) {
			i := r.IntN(150)
			if s.Add(i) == m[i] {
				t.Fatalf("%d is new: %v", i, m[i])
			}
			m[i] = true
		}
		return s, m
	}
	same := func(s bitset.Set, m func(i int) bool) {
		t.Helper()
		for i := range 300 {
			if s.Has(i) != m(i) || slices.Contains(slices.Collect(s.All()), i) != m(i) {
				t.Fatalf("%d in %v: want %v", i, s, m(i))
			}
		}
	}
	for range 300 {
		a, x := random()
		b, y := random()
		more, left, common := false, false, false
		for i := range 300 {
			more = more || y[i] && !x[i]
			left = left || x[i] && !y[i]
			common = common || x[i] && y[i]
		}
		if a.Meets(b) != common || a.Within(b) == left {
			t.Fatal(a, b)
		}
		both := slices.Clone(a)
		if both.Union(b) != more {
			t.Fatal(a, b)
		}
		same(both, func(i int) bool { return x[i] || y[i] })
		if both = slices.Clone(a); both.Intersect(b) != left {
			t.Fatal(a, b)
		}
		same(both, func(i int) bool { return x[i] && y[i] })
		i := r.IntN(300)
		if b.Remove(i) != y[i] || b.Has(i) {
			t.Fatal(b, i)
		}
		if a.Clear() != (len(x) > 0) || a.Clear() {
			t.Fatal(a)
		}
	}
}

// A loop 0, 1, 2 and back to 0, or out to 3: 0 sets x, 1 reads y, 2 reads x and sets z, 3 reads z.
func TestLive(t *testing.T) {
	t.Parallel()
	next := [][]int{{1}, {2}, {0, 3}, {4}}
	sets, reads := [][]int{{0}, {}, {2}, {}}, [][]int{{}, {1}, {0}, {2}}
	in := bitset.Live(4, 3, func(i int) []int { return next[i] }, func(i int, live *bitset.Set) {
		for _, x := range sets[i] {
			live.Remove(x)
		}
		for _, x := range reads[i] {
			live.Add(x)
		}
	})
	for i, want := range [][]int{{1}, {0, 1}, {0, 1}, {2}, nil} {
		if got := slices.Collect(in[i].All()); !slices.Equal(got, want) {
			t.Errorf("%d: %v, want %v", i, got, want)
		}
	}
}
