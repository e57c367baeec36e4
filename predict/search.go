package predict

import (
	"slices"

	"fencepost/trace"
)

// A search enumerates the cycles of an execution by Algorithm 1, depth first and over
// summaries.
type search struct {
	p        *Predictor
	x        *execution
	byLoc    groups // the summaries that race, by location, then thread
	byThread groups // the same by thread, in the order of their first events
	all      []int32
	users    []uint64 // by location: a bit for each thread with summaries there, the last one for all threads from 63 on
	atomic   []bool   // by location: some access to it is atomic
	partners []uint64 // by thread: a bit for each thread with which it may have a new cycle of two; nil: all may
	work     int      // remaining steps of maxSteps
	askAt    int      // value of work at which Spend is called next
	askedAt  int      // value of work at the last call of Spend

	chain   []*summary // e1, e1', e2, e2', ...
	relaxed []uint8    // by pair: see relaxable
	ordered []bool     // by number of pairs: creation or join forbid a race among them

	// scratch of report
	how   []uint8
	sites []int32

	recent [1 << recentBits]instance   // short cycles reported last, by hash
	edges  [1 << readEdgeBits]readEdge // for C11: edges of this execution
}

// An instance is a cycle of two pairs with small site numbers, packed. A search reports the
// same few cycles again and again. A cycle that it has just reported adds nothing.
type instance struct {
	sites uint64 // 16 bits each
	how   uint32 // 1<<16 if creation or join forbid it; by pair, 8 bits of relaxable; 1<<17; from 1<<18 on, the number of unseen races
}

const recentBits = 12

// again reports whether the chain of n pairs was just reported.
func (s *search) again(n, unseen int, ordered bool, how []uint8) bool {
	if n != 2 {
		return false
	}
	i := instance{how: uint32(unseen)<<18 | 1<<17 | uint32(how[1])<<8 | uint32(how[0])}
	if ordered {
		i.how |= 1 << 16
	}
	high := int32(0)
	for _, e := range s.chain[:4] {
		i.sites = i.sites<<16 | uint64(uint16(e.site))
		high |= e.site
	}
	r := &s.recent[(i.sites^uint64(i.how))*0x9e3779b97f4a7c15>>(64-recentBits)]
	if *r == i && high < 1<<16 {
		return true
	}
	*r = i
	return false
}

// groups is a list of lists of summaries.
type groups struct {
	start []int32 // list g is all[start[g]:start[g+1]]
	all   []int32
}

func (g *groups) list(n int32) []int32 { return g.all[g.start[n]:g.start[n+1]] }

// fill groups the summaries of list by the number that of returns, keeping their order.
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
	for k := len(list) - 1; k >= 0; k-- {
		i := of(list[k])
		g.start[i+1]--
		g.all[g.start[i+1]] = list[k]
	}
	// start[i+1] is now where list i starts.
	copy(g.start, g.start[1:])
	g.start[n] = int32(len(list))
}

// prepare finds the summaries of x that can be part of a cycle.
func (s *search) prepare(x *execution) {
	s.x = x
	if x.c11 {
		clear(s.edges[:])
	}
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
	s.users = append(s.users[:0], make([]uint64, len(s.byLoc.start))...)
	s.atomic = append(s.atomic[:0], make([]bool, len(s.byLoc.start))...)
	for _, i := range s.byLoc.all {
		q := &x.summaries[i]
		s.users[q.loc] |= 1 << min(q.thread, 63)
		s.atomic[q.loc] = s.atomic[q.loc] || q.order != trace.Plain
	}
}

// addRacing appends to s.all those summaries of a list, of one location, that race.
func (s *search) addRacing(list []int32) {
	var first, second *summary // a writing summary, and one of another thread, a writing one if possible
	threads := false           // list has more than one thread
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

// cycles searches the prepared execution and adds its cycles to p.
func (s *search) cycles(p *Predictor) {
	s.p = p
	s.work = p.mostSteps() - p.steps
	s.askAt, s.askedAt = s.work-spendEvery, s.work
	for _, i := range s.byThread.all {
		e1 := &s.x.summaries[i]
		s.chain[0] = e1
		for _, j := range s.byThread.list(e1.thread) {
			if !s.spend() {
				break
			}
			if b := &s.x.summaries[j]; e1.first <= b.last {
				s.chain[1] = b
				s.extend(1)
			}
		}
	}
	if s.work > 0 && !s.ask() {
		s.work = 0
	}
	p.steps = p.mostSteps() - s.work
	p.cut = p.cut || s.work <= 0 && !p.stopped
}

// mostSteps returns how many steps the search may take in all executions together. From
// fullPairs on, each pair less divides it by four: a search for shorter cycles that takes
// longer finds millions of them.
func (p *Predictor) mostSteps() int { return maxSteps >> (2 * max(0, fullPairs-p.pairs)) }

// spendEvery is the number of steps between two calls of Spend.
const spendEvery = 1 << 16

// ask calls Spend with the steps taken, and reports whether the search may continue.
func (s *search) ask() bool {
	n := s.askedAt - s.work
	s.askedAt = s.work
	if s.p.o.Spend == nil || s.p.o.Spend(n) {
		return true
	}
	s.p.stopped = true
	return false
}

// spend counts a step. It reports whether the search may continue.
func (s *search) spend() bool {
	if s.work <= 0 {
		return false
	}
	s.work--
	if s.work < s.askAt {
		s.askAt = s.work - spendEvery
		if !s.ask() {
			s.work = 0
		}
	}
	return s.work > 0
}

// extend continues the chain of n pairs by one more.
func (s *search) extend(n int) {
	if n+1 == s.p.pairs {
		s.complete(n)
		return
	}
	e1, end := s.chain[0], s.chain[2*n-1]
	s.relaxed[n-1] = relaxable(s.chain[2*n-2], end)
	for _, i := range s.byLoc.list(end.loc) {
		e := &s.x.summaries[i]
		if !s.spend() {
			return
		}
		if !races(end, e) || s.uses(n, e.thread) {
			continue
		}
		s.chain[2*n] = e
		s.ordered[n+1] = s.ordered[n] || s.x.segments.before(e.segment, end.segment)
		for _, j := range s.byThread.list(e.thread) {
			b := &s.x.summaries[j]
			if e.first > b.last {
				s.work--
				continue
			}
			if !s.spend() {
				return
			}
			s.chain[2*n+1] = b
			if races(b, e1) {
				s.relaxed[n] = relaxable(e, b)
				s.report(n + 1)
			} else {
				s.extend(n + 1)
			}
		}
	}
}

// complete closes the chain of n pairs with a last pair, of a thread that uses both the
// location at the end of the chain and that at its beginning.
func (s *search) complete(n int) {
	e1, end := s.chain[0], s.chain[2*n-1]
	users := s.users[e1.loc] & s.users[end.loc]
	if n == 1 && e1.thread < 63 {
		// The search from the other thread finds the other rotation.
		users &= ^uint64(1) << e1.thread
		if s.partners != nil {
			users &= s.partners[e1.thread]
		}
	}
	if users == 0 {
		return
	}
	s.relaxed[n-1] = relaxable(s.chain[2*n-2], end)
	from, to := s.byLoc.list(end.loc), s.byLoc.list(e1.loc)
	for len(from) > 0 && len(to) > 0 {
		if !s.spend() {
			return
		}
		t, u := s.x.summaries[from[0]].thread, s.x.summaries[to[0]].thread
		if t != u {
			if t < u {
				from = from[s.run(from):]
			} else {
				to = to[s.run(to):]
			}
			continue
		}
		es, bs := from[:s.run(from)], to[:s.run(to)]
		from, to = from[len(es):], to[len(bs):]
		if s.uses(n, t) || users>>min(t, 63)&1 == 0 {
			continue
		}
		for _, i := range es {
			e := &s.x.summaries[i]
			if !end.writes() && !e.writes() {
				continue
			}
			s.chain[2*n] = e
			s.ordered[n+1] = s.ordered[n] || s.x.segments.before(e.segment, end.segment)
			for _, j := range bs {
				b := &s.x.summaries[j]
				if !s.spend() {
					return
				}
				if e.first <= b.last && (b.writes() || e1.writes()) {
					s.chain[2*n+1], s.relaxed[n] = b, relaxable(e, b)
					s.report(n + 1)
				}
			}
		}
	}
}

// run returns how many of the first summaries of a location belong to one thread.
func (s *search) run(list []int32) int {
	t := s.x.summaries[list[0]].thread
	for n, i := range list {
		if s.x.summaries[i].thread != t {
			return n
		}
	}
	return len(list)
}

// uses reports whether thread t has one of the chain's first n pairs.
func (s *search) uses(n int, t trace.ThreadID) bool {
	for j := range n {
		if s.chain[2*j].thread == t {
			return true
		}
	}
	return false
}

// report records the chain of n pairs as a cycle.
func (s *search) report(n int) {
	ordered := s.ordered[n] || s.x.segments.before(s.chain[0].segment, s.chain[2*n-1].segment)
	how := append(s.how[:0], s.relaxed[:n]...)
	if s.x.c11 && (closedCycle{s, s.chain[:2*n]}).impossible() {
		for i := range how {
			how[i] &^= 1 << c11
		}
	}
	unseen := 0
	for i := range n {
		if s.chain[2*i+1].writes() && s.chain[(2*i+2)%(2*n)].writes() {
			unseen++
		}
	}
	if s.again(n, unseen, ordered, how) {
		return
	}
	sites := s.sites[:0]
	for _, e := range s.chain[:2*n] {
		sites = append(sites, e.site)
	}
	var relaxed [numModels]edgeSet
	for i, on := range how {
		for m := range relaxed {
			relaxed[m] |= edgeSet(on>>m&1) << i
		}
	}
	s.p.add(sites, unseen, ordered, &relaxed)
	s.how, s.sites = how, sites
}
