package predict

import (
	"cmp"
	"slices"

	"fencepost/trace"
)

// A Cause is an access that may take effect late, with cycles that need that. Every repair
// of these cycles must keep the access in order with the accesses after it.
type Cause struct {
	Late   int32   // site of the access; -1: no access is late, in cycles whose order the models keep
	With   []int32 // sites of the other accesses that may take effect late in its cycles, in order
	Cycles []Cycle // most harmful first
}

// Causes groups cycles. Each cycle is in one group. The first group is that of the cycle
// that is most likely to be harmful. If that cycle has several late accesses, the group is
// that of the access with the most cycles.
//
// Short cycles are likely to be harmful. Of one length they are ordered by the number of
// races of two writes, which no read sees alone, fewest first. Next comes the number of pairs
// that may be relaxed, most first, since each is a way to make the cycle. Last, cycles whose pairs
// are in one function come first. docs/notes/predict.md has figures of this order, and
// benchmarks/harm_test.go measures them.
func Causes(list []Cycle, sites []trace.Site) (causes []Cause) {
	left := slices.SortedFunc(slices.Values(list), func(a, b Cycle) int { return compareHarm(a, b, sites) })
	of := map[int32]int{} // by site: number of cycles in left in which it is late
	for _, c := range left {
		for _, site := range c.Late() {
			of[site]++
		}
	}
	for len(left) > 0 {
		g := Cause{Late: -1}
		for _, site := range left[0].Late() {
			if g.Late < 0 || of[site] > of[g.Late] {
				g.Late = site
			}
		}
		rest := left[:0]
		for _, c := range left {
			late := c.Late()
			if g.Late >= 0 && !slices.Contains(late, g.Late) || g.Late < 0 && len(late) > 0 {
				rest = append(rest, c)
				continue
			}
			g.Cycles = append(g.Cycles, c)
			for _, site := range late {
				of[site]--
				if i, known := slices.BinarySearch(g.With, site); !known && site != g.Late {
					g.With = slices.Insert(g.With, i, site)
				}
			}
		}
		left = rest
		causes = append(causes, g)
	}
	return causes
}

// Late returns the sites of the accesses that may take effect late, sorted.
func (c Cycle) Late() (list []int32) {
	for i, relaxable := range c.Relaxable {
		if relaxable {
			list = append(list, c.Sites[2*i])
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func compareHarm(a, b Cycle, sites []trace.Site) int {
	return cmp.Or(
		cmp.Compare(len(a.Sites), len(b.Sites)),
		cmp.Compare(a.Unseen, b.Unseen),
		cmp.Compare(b.Ways, a.Ways),
		cmp.Compare(a.across(sites), b.across(sites)),
		cmp.Compare(a.Number, b.Number),
	)
}

// across returns the number of pairs whose sites are in two functions.
func (c Cycle) across(sites []trace.Site) (n int) {
	for i := 0; i < len(c.Sites); i += 2 {
		if sites[c.Sites[i]].Func != sites[c.Sites[i+1]].Func {
			n++
		}
	}
	return n
}
