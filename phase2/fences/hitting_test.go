package fences

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestHittingSet holds the search against all subsets.
func TestHittingSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
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
		set, exact := hittingSet(cores, prices)
		if !exact || !hits(set, cores) {
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
			if hits(other, cores) && sum(other, prices).less(got) {
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
