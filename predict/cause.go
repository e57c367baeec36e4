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
// Likely to be harmful are short cycles; of one length those with the most pairs that may be
// relaxed, each being a way to make it; then those with the fewest races of two writes, which
// no read sees by itself; then those that run down the source, not around a loop; then those
// whose pairs stand close together, since a store does not wait long. On the programs of
// benchmarks/relaxer and benchmarks/heldout, under tso, pso and pslo, a cycle that trials find buggy comes
// before one that they do not in 75% of all pairs, in the mean; in the order of Cycles in 69%.
// The first buggy one is on average at place 1.3, at worst at 5; before, at 2.0 and 18.
// Length of a pair alone gives 62%, the number of cycles of a group 40%.
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
	backA, farA := a.stretch(sites)
	backB, farB := b.stretch(sites)
	return cmp.Or(
		cmp.Compare(len(a.Sites), len(b.Sites)),
		cmp.Compare(b.Ways, a.Ways),
		cmp.Compare(a.Unseen, b.Unseen),
		cmp.Compare(backA, backB),
		cmp.Compare(farA, farB),
		cmp.Compare(a.Number, b.Number),
	)
}

// farApart is how many lines two files are apart.
const farApart = 1000

// stretch returns how many pairs go up the source, and how many lines all of them go.
func (c Cycle) stretch(sites []trace.Site) (back, far int) {
	for i := 0; i < len(c.Sites); i += 2 {
		from, to := sites[c.Sites[i]].Pos, sites[c.Sites[i+1]].Pos
		switch {
		case from.File != to.File:
			far += farApart
		case from.Line > to.Line:
			back++
			far += from.Line - to.Line
		default:
			far += to.Line - from.Line
		}
	}
	return back, far
}
