package predict

import (
	"cmp"
	"slices"

	"fencepost/trace"
)

// A Cause is an access that may take effect late, with cycles that need it to: whatever else
// mends them, that access must be kept in order with what follows it.
type Cause struct {
	Late   int32   // its site; -1 stands for nothing late, in cycles whose order the models keep
	With   []int32 // sites of the other accesses that may take effect late in its cycles, in order
	Cycles []Cycle // the most harmful first
}

// Causes groups cycles. Each is in one group; the group of the cycle that is likely to be the most
// harmful is the first, and of the late accesses of that cycle its group is of the one with the
// most cycles.
//
// Likely to be harmful are short cycles; of one length those with the fewest races of two writes,
// which no read sees by itself; then those with the most pairs that may be relaxed, each being a way
// to make the cycle; then those whose pairs stand in one function. The three were chosen on
// benchmarks/relaxer, under tso, pso and pslo: there the first cycle that trials find buggy is on
// average at place 1.3, at worst at 4, and of two cycles, one of them buggy, the buggy one comes first
// in 76% of all pairs. In the order of Cycles that is place 3.1, at worst 18, and 72%. On
// benchmarks/heldout, by which nothing was chosen, it is 1.1, 3 and 64% beside 1.4, 4 and 68%: the first
// is found sooner, but a group may hold cycles that are not alike. How far apart the lines of a pair
// are, and how many cycles a group has, ranked worse. benchmarks/harm_test.go measures it.
func Causes(list []Cycle, sites []trace.Site) (causes []Cause) {
	left := slices.SortedFunc(slices.Values(list), func(a, b Cycle) int { return compareHarm(a, b, sites) })
	of := map[int32]int{} // by site: how many of left are late there
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

// across returns how many pairs stand in two functions.
func (c Cycle) across(sites []trace.Site) (n int) {
	for i := 0; i < len(c.Sites); i += 2 {
		if sites[c.Sites[i]].Func != sites[c.Sites[i+1]].Func {
			n++
		}
	}
	return n
}
