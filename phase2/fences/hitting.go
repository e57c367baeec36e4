package fences

import (
	"cmp"
	"math"
	"slices"

	"fencepost/trace/bitset"
)

// A price is the cost of a set of fences. It is compared by the number of fences that
// cannot be written in the source, then by their weighted executions, then by their number,
// then by the effort of writing them.
type price struct{ unwritable, dynamic, static, effort int64 }

func (a price) plus(b price) price {
	return price{a.unwritable + b.unwritable, a.dynamic + b.dynamic, a.static + b.static, a.effort + b.effort}
}

func comparePrices(a, b price) int {
	return cmp.Or(cmp.Compare(a.unwritable, b.unwritable), cmp.Compare(a.dynamic, b.dynamic),
		cmp.Compare(a.static, b.static), cmp.Compare(a.effort, b.effort))
}

func (a price) less(b price) bool { return comparePrices(a, b) < 0 }

// maxBranches bounds the search for a cheapest hitting set.
const maxBranches = 2_000_000

// hittingSet returns a cheapest set that holds an element of each core. prices has the
// price of each element, and apart the elements that an element excludes. exact is false if
// the search was cut short. Every core must have an element that excludes none. Among sets
// of one price the choice depends only on the numbers of the elements.
func hittingSet(cores [][]int, prices []price, apart map[int][]int) (set []int, exact bool) {
	s := hitter{prices: prices, apart: apart, best: price{unwritable: math.MaxInt64}}
	s.simplify(cores)
	s.hit = make([]int, len(s.cores))
	s.search(price{})
	slices.Sort(s.found)
	return s.found, s.branches < maxBranches
}

// A hitter searches by branch and bound. It hits a core that is not hit yet by each of its
// elements in turn. Disjoint cores that are not hit give a lower bound for the rest.
type hitter struct {
	prices   []price
	apart    map[int][]int
	cores    [][]int // their elements in order of price
	coresOf  [][]int // by element
	hit      []int   // by core: number of chosen elements in it
	banned   []bool  // by element: it must not be chosen in this branch
	chosen   []int
	best     price
	found    []int
	branches int
}

// simplify drops cores that contain another core, and elements that another one, which is
// not dearer, can replace everywhere.
func (s *hitter) simplify(cores [][]int) {
	sorted := slices.Clone(cores)
	slices.SortStableFunc(sorted, func(a, b []int) int { return len(a) - len(b) })
	var kept [][]int
	var sets []bitset.Set
	for _, c := range sorted {
		var set bitset.Set
		for _, e := range c {
			set.Add(e)
		}
		if !slices.ContainsFunc(sets, func(k bitset.Set) bool { return k.Within(set) }) {
			kept, sets = append(kept, c), append(sets, set)
		}
	}
	coresOf, first := make([]bitset.Set, len(s.prices)), make([][]int, len(s.prices))
	for i, c := range kept {
		for _, e := range c {
			if coresOf[e] == nil {
				first[e] = c
			}
			coresOf[e].Add(i)
		}
	}
	replaceable := make([]bool, len(s.prices))
	for e := range replaceable {
		replaceable[e] = s.replaceable(e, first[e], coresOf)
	}
	s.cores = make([][]int, len(kept))
	s.coresOf = make([][]int, len(s.prices))
	s.banned = make([]bool, len(s.prices))
	for i, c := range kept {
		for _, e := range c {
			if !replaceable[e] {
				s.cores[i] = append(s.cores[i], e)
				s.coresOf[e] = append(s.coresOf[e], i)
			}
		}
		slices.SortStableFunc(s.cores[i], func(a, b int) int { return comparePrices(s.prices[a], s.prices[b]) })
	}
}

// replaceable reports whether another element is in all cores of e and is cheaper, or as cheap and
// earlier. Such an element is in core c of e.
func (s *hitter) replaceable(e int, c []int, coresOf []bitset.Set) bool {
	for _, f := range c {
		if f == e || s.prices[e].less(s.prices[f]) || !coresOf[e].Within(coresOf[f]) {
			continue
		}
		if slices.ContainsFunc(s.apart[f], func(g int) bool { return g != e && !slices.Contains(s.apart[e], g) }) {
			continue
		}
		if s.prices[f].less(s.prices[e]) || !coresOf[f].Within(coresOf[e]) || f < e {
			return true
		}
	}
	return false
}

func (s *hitter) search(cost price) {
	s.branches++
	if s.branches >= maxBranches && s.found != nil {
		return
	}
	core, rest := s.open()
	if core < 0 {
		if cost.less(s.best) {
			s.best, s.found = cost, slices.Clone(s.chosen)
		}
		return
	}
	if !cost.plus(rest).less(s.best) {
		return
	}
	var tried []int
	for _, e := range s.cores[core] {
		if s.banned[e] || slices.ContainsFunc(s.chosen, func(f int) bool { return slices.Contains(s.apart[e], f) }) {
			continue
		}
		s.chosen = append(s.chosen, e)
		for _, c := range s.coresOf[e] {
			s.hit[c]++
		}
		s.search(cost.plus(s.prices[e]))
		for _, c := range s.coresOf[e] {
			s.hit[c]--
		}
		s.chosen = s.chosen[:len(s.chosen)-1]
		tried = append(tried, e)
		s.banned[e] = true // all sets with e have been tried
	}
	for _, e := range tried {
		s.banned[e] = false
	}
}

// open returns the core that is not hit and has the fewest elements left, or -1, and a
// lower bound of the price of hitting the rest: each of several disjoint cores needs an
// element.
func (s *hitter) open() (core int, rest price) {
	core = -1
	fewest := math.MaxInt
	used := map[int]bool{}
	for i, c := range s.cores {
		if s.hit[i] > 0 {
			continue
		}
		left, disjoint := 0, true
		cheapest := -1
		for _, e := range c {
			if s.banned[e] {
				continue
			}
			left++
			if cheapest < 0 {
				cheapest = e
			}
			disjoint = disjoint && !used[e]
		}
		if left < fewest {
			core, fewest = i, left
		}
		if disjoint && cheapest >= 0 {
			rest = rest.plus(s.prices[cheapest])
			for _, e := range c {
				used[e] = true
			}
		}
	}
	return core, rest
}
