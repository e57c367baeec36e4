package c11

import (
	"math/bits"

	"fencepost/trace"
)

// An event of an execution graph. The first events are the initial stores, one for each location. The
// events of a thread are in program order.
type event struct {
	thread        int // -1: initial
	loc           int // -1: fence
	order         trace.Order
	reads, writes bool
	fence         bool
	read, wrote   uint64
	rf            int // event read from
}

// A relation is a bit matrix over at most 64 events.
type relation []uint64

func newRelation(n int) relation { return make(relation, n) }

func (r relation) add(a, b int)      { r[a] |= 1 << b }
func (r relation) has(a, b int) bool { return r[a]>>b&1 != 0 }

func (r relation) union(s relation) relation {
	out := newRelation(len(r))
	for i := range r {
		out[i] = r[i] | s[i]
	}
	return out
}

// then is relational composition.
func (r relation) then(s relation) relation {
	out := newRelation(len(r))
	for i, row := range r {
		for ; row != 0; row &= row - 1 {
			out[i] |= s[bits.TrailingZeros64(row)]
		}
	}
	return out
}

func (r relation) closure() relation {
	out := append(relation(nil), r...)
	for k := range out {
		for i := range out {
			if out.has(i, k) {
				out[i] |= out[k]
			}
		}
	}
	return out
}

func (r relation) maybe() relation {
	out := append(relation(nil), r...)
	for i := range out {
		out.add(i, i)
	}
	return out
}

func (r relation) reflexive() bool {
	for i := range r {
		if r.has(i, i) {
			return true
		}
	}
	return false
}

func (r relation) acyclic() bool { return !r.closure().reflexive() }

// restrict keeps the pairs for which ok.
func (r relation) restrict(ok func(a, b int) bool) relation {
	out := newRelation(len(r))
	for i, row := range r {
		for ; row != 0; row &= row - 1 {
			if j := bits.TrailingZeros64(row); ok(i, j) {
				out.add(i, j)
			}
		}
	}
	return out
}

// A candidate is an execution with everything that does not depend on mo.
type candidate struct {
	cxx20     bool
	events    []event
	sb, rf    relation
	hb        relation
	sbrf      relation
	rmwsOf    []int // the RMW that reads a store, or -1
	contested bool  // two RMWs read one store
}

// newCandidate builds sb, rf and hb, after RC11 (PLDI 2017, section 3).
func newCandidate(opts Options, events []event) *candidate {
	n := len(events)
	g := &candidate{cxx20: opts.CXX20, events: events, sb: newRelation(n), rf: newRelation(n), rmwsOf: make([]int, n)}
	for i := range g.rmwsOf {
		g.rmwsOf[i] = -1
	}
	for i, a := range events {
		for j, b := range events {
			if a.thread < 0 && b.thread >= 0 || a.thread >= 0 && a.thread == b.thread && i < j {
				g.sb.add(i, j)
			}
		}
		if a.reads {
			g.rf.add(a.rf, i)
			if a.writes {
				g.contested = g.contested || g.rmwsOf[a.rf] >= 0
				g.rmwsOf[a.rf] = i
			}
		}
	}
	sw := newRelation(n)
	for w, a := range events {
		if !a.writes || a.thread < 0 {
			continue
		}
		var heads, tails []int
		if a.order.Releases() {
			heads = append(heads, w)
		}
		for h, b := range events {
			if b.writes && b.loc == a.loc && b.order.Releases() && g.sb.has(h, w) && !opts.CXX20 {
				heads = append(heads, h)
			}
		}
		for f, b := range events {
			if b.fence && b.order.Releases() && g.sb.has(f, w) {
				heads = append(heads, f)
			}
		}
		for at, steps := w, 0; at >= 0 && steps < n; at, steps = g.rmwsOf[at], steps+1 {
			for r, b := range events {
				if !g.rf.has(at, r) {
					continue
				}
				if b.order.Acquires() {
					tails = append(tails, r)
				}
				for f, c := range events {
					if c.fence && c.order.Acquires() && g.sb.has(r, f) {
						tails = append(tails, f)
					}
				}
			}
		}
		for _, h := range heads {
			for _, t := range tails {
				sw.add(h, t)
			}
		}
	}
	g.hb = g.sb.union(sw).closure()
	g.sbrf = g.sb.union(g.rf).closure()
	return g
}

// psc returns the order that RC11, or C++20, requires of seq_cst events, given mo.
func (g *candidate) psc(mo relation) relation {
	n := len(g.events)
	rb := g.fromReads(mo)
	eco := g.rf.union(mo).union(rb).closure()
	otherLoc := g.sb.restrict(func(a, b int) bool { return g.events[a].loc != g.events[b].loc })
	scb := g.sb.union(otherLoc.then(g.hb).then(otherLoc)).
		union(g.hb.restrict(func(a, b int) bool { return g.events[a].loc >= 0 && g.events[a].loc == g.events[b].loc })).
		union(mo).union(rb)
	if g.cxx20 { // an RMW is one event here
		scb = g.sb.union(g.sb.then(g.hb).then(g.sb)).union(eco)
	}
	sc, fence := newRelation(n), newRelation(n)
	for i, e := range g.events {
		if e.order == trace.SeqCst {
			if e.fence {
				fence.add(i, i)
			}
			sc.add(i, i)
		}
	}
	maybe := g.hb.maybe()
	base := sc.union(fence.then(maybe)).then(scb).then(sc.union(maybe.then(fence)))
	return base.union(fence.then(g.hb.union(g.hb.then(eco).then(g.hb))).then(fence))
}

func (g *candidate) fromReads(mo relation) relation {
	rb := newRelation(len(g.events))
	for r, e := range g.events {
		if e.reads {
			rb[r] = mo[e.rf] &^ (1 << r)
		}
	}
	return rb
}

// consistent reports whether the execution with modification order mo is one of
// RC11, and whether it is of the fragment in which sb, rf and psc have no cycle.
func (g *candidate) consistent(mo relation) (rc11, fragment bool) {
	if g.contested || g.sbrf.reflexive() || g.hb.reflexive() {
		return false, false
	}
	eco := g.rf.union(mo).union(g.fromReads(mo)).closure()
	if eco.reflexive() || g.hb.then(eco).reflexive() {
		return false, false
	}
	for s, u := range g.rmwsOf {
		if u >= 0 {
			if !mo.has(s, u) {
				return false, false
			}
			for w := range g.events {
				if mo.has(s, w) && mo.has(w, u) {
					return false, false
				}
			}
		}
	}
	psc := g.psc(mo)
	if !psc.acyclic() {
		return false, false
	}
	return true, psc.union(g.sb).union(g.rf).acyclic()
}
