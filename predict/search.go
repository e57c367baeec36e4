package predict

import (
	"cmp"
	"slices"
)

// A search enumerates the cycles of an execution as Algorithm 1 does, depth
// first and over summaries.
type search struct {
	p        *Predictor
	x        *execution
	byLoc    groups // the summaries that race with any, by location, then thread
	byThread groups // the same by thread, in the order of their first events
	all      []int32
	work     int // what is left of maxSteps

	chain   [2 * maxPairs]*summary // e1, e1', e2, e2', ...
	ordered [maxPairs + 1]bool     // by pairs: creation or join forbid a race among them
}

// groups are lists of summaries.
type groups struct {
	start []int32 // list g is all[start[g]:start[g+1]]
	all   []int32
}

func (g *groups) list(n int32) []int32 { return g.all[g.start[n]:g.start[n+1]] }

// fill makes the groups of summaries by the number that of gives, in the order
// of the list.
func (g *groups) fill(list []int32, of func(s int32) int32) {
	n := int32(0)
	for _, s := range list {
		n = max(n, of(s)+1)
	}
	g.start = append(g.start[:0], make([]int32, n+1)...)
	for _, s := range list {
		g.start[of(s)+1]++
	}
	for i := range n {
		g.start[i+1] += g.start[i]
	}
	g.all = append(g.all[:0], list...)
	slices.SortStableFunc(g.all, func(a, b int32) int { return cmp.Compare(of(a), of(b)) })
}

// prepare finds which summaries of x may take part.
func (s *search) prepare(x *execution) {
	s.x = x
	s.all = s.all[:0]
	for i := range x.summaries {
		s.all = append(s.all, int32(i))
	}
	s.byLoc.fill(s.all, func(i int32) int32 { return x.summaries[i].loc })
	s.all = s.all[:0]
	for l := range int32(len(s.byLoc.start) - 1) {
		s.addRacing(s.byLoc.list(l))
	}
	slices.Sort(s.all)
	s.byThread.fill(s.all, func(i int32) int32 { return x.summaries[i].thread })
	s.byLoc.fill(s.byThread.all, func(i int32) int32 { return x.summaries[i].loc })
}

// addRacing adds to all those of the summaries of one location that race.
func (s *search) addRacing(list []int32) {
	var first, second *summary // one that writes, and one of another thread, if it can be, that writes
	threads := false           // there is more than one
	for _, i := range list {
		q := &s.x.summaries[i]
		threads = threads || q.thread != s.x.summaries[list[0]].thread
		if q.writes() {
			if first == nil {
				first = q
			} else if q.thread != first.thread {
				second = q
			}
		}
	}
	for _, i := range list {
		q := &s.x.summaries[i]
		if q.writes() && threads || first != nil && first.thread != q.thread || second != nil && second.thread != q.thread {
			s.all = append(s.all, i)
		}
	}
}

// run searches what prepare found and adds the cycles to p.
func (s *search) run(p *Predictor) {
	s.p = p
	s.work = maxSteps - p.steps
	for _, i := range s.byThread.all {
		e1 := &s.x.summaries[i]
		s.chain[0] = e1
		for _, j := range s.byThread.list(e1.thread) {
			if s.work--; s.work <= 0 {
				break
			}
			if b := &s.x.summaries[j]; e1.first <= b.last {
				s.chain[1] = b
				s.extend(1)
			}
		}
	}
	p.steps = maxSteps - s.work
	p.cut = p.cut || s.work <= 0
}

// extend continues the chain of n pairs by one more.
func (s *search) extend(n int) {
	e1, end := s.chain[0], s.chain[2*n-1]
	last := n+1 == s.p.pairs
	for _, i := range s.byLoc.list(end.loc) {
		e := &s.x.summaries[i]
		if s.work--; s.work <= 0 {
			return
		}
		// With two pairs the other rotation is found from the other thread.
		if !races(end, e) || s.uses(n, e) || s.p.pairs == 2 && e.thread < e1.thread {
			continue
		}
		s.chain[2*n] = e
		s.ordered[n+1] = s.ordered[n] || s.x.segments.before(e.segment, end.segment)
		candidates := s.byThread.list(e.thread)
		if last {
			candidates = s.byLoc.list(e1.loc)
		}
		for _, j := range candidates {
			b := &s.x.summaries[j]
			s.work--
			if b.thread != e.thread || e.first > b.last {
				continue
			}
			s.chain[2*n+1] = b
			if races(b, e1) {
				s.report(n + 1)
			} else if !last {
				s.extend(n + 1)
			}
		}
	}
}

// uses reports whether the chain's first n pairs have an event of e's thread.
func (s *search) uses(n int, e *summary) bool {
	for j := range n {
		if s.chain[2*j].thread == e.thread {
			return true
		}
	}
	return false
}

// report records the chain of n pairs as a cycle.
func (s *search) report(n int) {
	var sites siteSeq
	var relaxed [numModels]edgeSet
	for i := range n {
		a, b := s.chain[2*i], s.chain[2*i+1]
		sites[2*i], sites[2*i+1] = a.site, b.site
		for m, on := 0, relaxable(a, b); on != 0; m, on = m+1, on>>1 {
			relaxed[m] |= edgeSet(on&1) << i
		}
	}
	ordered := s.ordered[n] || s.x.segments.before(s.chain[0].segment, s.chain[2*n-1].segment)
	s.p.add(&sites, n, ordered, &relaxed)
}
