package fences

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestHittingSet holds the search against all subsets.
func TestHittingSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 800 {
		n := 1 + r.IntN(10)
		prices := make([]price, n)
		for i := range prices {
			prices[i] = price{int64(r.IntN(8) / 7), int64(r.IntN(5)), 1, int64(r.IntN(3))}
		}
		cores := make([][]int, r.IntN(9))
		for i := range cores {
			for e := range n {
				if r.IntN(3) == 0 {
					cores[i] = append(cores[i], e)
				}
			}
			if cores[i] == nil {
				cores[i] = []int{r.IntN(n)}
			}
		}
		apart := map[int][]int{}
		if n > 2 && round%2 == 1 { // the last element is chosen with any other, and hits all
			for range 3 {
				if a, b := r.IntN(n-1), r.IntN(n-1); a != b && !slices.Contains(apart[a], b) {
					apart[a], apart[b] = append(apart[a], b), append(apart[b], a)
				}
			}
			for i := range cores {
				cores[i] = slices.Compact(append(cores[i], n-1))
			}
		}
		together := func(set []int) bool {
			return !slices.ContainsFunc(set, func(a int) bool {
				return slices.ContainsFunc(set, func(b int) bool { return slices.Contains(apart[a], b) })
			})
		}
		set, exact := hittingSet(cores, prices, apart)
		if !exact || !hits(set, cores) || !together(set) {
			t.Fatalf("%v does not hit %v", set, cores)
		}
		got := sum(set, prices)
		for bits := range 1 << n {
			var other []int
			for e := range n {
				if bits>>e&1 != 0 {
					other = append(other, e)
				}
			}
			if hits(other, cores) && together(other) && sum(other, prices).less(got) {
				t.Fatalf("%v costs %v, %v costs %v: %v", set, got, other, sum(other, prices), cores)
			}
		}
	}
}

func hits(set []int, cores [][]int) bool {
	return !slices.ContainsFunc(cores, func(c []int) bool {
		return !slices.ContainsFunc(c, func(e int) bool { return slices.Contains(set, e) })
	})
}

func sum(set []int, prices []price) (p price) {
	for _, e := range set {
		p = p.plus(prices[e])
	}
	return p
}
