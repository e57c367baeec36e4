package bias

import (
	"slices"

	"fencepost/interp/machine/strategy"
	"fencepost/predict"
	"fencepost/trace"
)

// An instance is a set of events of an SC execution at the cycle's sites: each pair is in
// program order, in a thread of its own, and races with the next.
type instance struct {
	run    int
	events [maxCycle]int32 // by position in the cycle
	held   int             // position of the pair that is out of order; its store is held
	rank   int             // how little of it prevents the cycle: see take
}

const (
	maxInstances = 64      // for one cycle
	maxSeek      = 1 << 12 // bound of the steps of the search for instances in a run
)

// seek finds instances of cycle c until there are enough: for each run it draws one of the
// instances that the search finds.
func (h *prefixes) seek(c predict.Cycle, seed uint64) {
	h.instances, h.r, h.cycle = h.instances[:0], strategy.NewRand(seed), c
	top := 0
	for run := range h.runs {
		if top == maxInstances {
			break
		}
		for j, s := range c.Sites {
			h.at[j] = h.sites[s].stepsOf(run)
		}
		h.run, h.found, h.left = run, 0, maxSeek
		h.best.rank = 0
		h.extend(0, len(c.Sites))
		if h.found > 0 {
			h.instances = append(h.instances, h.best)
			if h.best.rank == clearRank(len(c.Sites)) {
				top++
			}
		}
	}
	slices.SortStableFunc(h.instances, func(a, b instance) int { return b.rank - a.rank })
	h.instances = h.instances[:min(len(h.instances), maxInstances)]
	h.top, h.clear = 0, top > 0
	for h.top < len(h.instances) && h.instances[h.top].rank == h.instances[0].rank {
		h.top++
	}
}

// extend continues from the first k of the n events of an instance.
func (h *prefixes) extend(k, n int) {
	if k == n {
		if h.path[n-1].races(h.path[0]) {
			h.take(n)
		}
		return
	}
	for i := range h.at[k] {
		if h.left--; h.left < 0 {
			return
		}
		s := &h.at[k][i]
		switch {
		case k%2 == 1:
			if b := h.path[k-1]; s.thread != b.thread || s.at < b.at {
				continue
			}
		case k > 0 && !h.path[k-1].races(s) || slices.ContainsFunc(h.path[:k], func(b *siteStep) bool { return b.thread == s.thread }):
			continue
		}
		h.path[k] = s
		h.extend(k+1, n)
	}
}

// take keeps the instance in path if it is better than others of its run; of equally good
// ones it draws one. The store that begins pair j is held, or the load that ends it reads
// an old store: that turns one race round. Then the instance makes the cycle if all other
// races were run in the cycle's order, and no access in between meets the held store or has
// read a newer one. A missing store does less harm if the location was written before.
func (h *prefixes) take(n int) {
	pairs, all := n/2, 0
	var ordered [maxCycle / 2]int // by pair: 1 if the race after it was run in the cycle's order
	h.path[n] = h.path[0]
	for j := range pairs {
		if h.path[2*j+1].at < h.path[2*j+2].at {
			ordered[j] = 1
			all++
		}
	}
	for j, on := range h.cycle.Relaxable {
		if !on {
			continue
		}
		var rank int
		if first := h.path[2*j]; first.kind == trace.Store {
			before := j - 1
			if j == 0 {
				before = pairs - 1
			}
			rank = 3 * (1 + all - ordered[before])
			if first.meets >= h.path[2*before+1].at {
				rank += 2
			} else if first.stale {
				rank++
			}
		} else {
			rank = 3 * (1 + all - ordered[j])
			if h.path[2*j+1].since <= h.path[2*j+2].at {
				rank += 2
			}
		}
		switch {
		case rank > h.best.rank:
			h.found = 1
		case rank < h.best.rank:
			continue
		default:
			h.found++
		}
		if h.r.Intn(h.found) == 0 {
			h.best = instance{run: h.run, held: 2 * j, rank: rank}
			for k := range n {
				h.best.events[k] = h.path[k].at
			}
		}
	}
}

// clearRank is the rank of an instance of n events without any obstacle.
func clearRank(n int) int { return 3*n/2 + 2 }

// races reports whether t can come after s and races with it.
func (s *siteStep) races(t *siteStep) bool {
	return s.thread != t.thread && s.loc == t.loc && (s.kind.Writes() || t.kind.Writes()) && s.born <= t.at
}
