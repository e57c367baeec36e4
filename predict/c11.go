package predict

import "fencepost/trace"

// This file decides which cycles C11 may make. No order between two accesses of
// a thread is preserved as such, as ppo is by a machine: even what an acquire
// load comes before may be seen in another order (IRIW with acquire loads). What
// a cycle of po, rf, fr and modification order cannot be is judged as a whole,
// by the axioms of RC11 (PLDI 2017) and those of the fragment that models/c11
// runs. Four kinds of cycles are removed.
//
//   - Through one location: coherence. A pair on one location can be left out of
//     a cycle, for the edges before and after it then compose.
//   - All accesses are seq_cst: the edges are edges of psc, which has no cycle.
//     A store reaches a later load through another store, perhaps; so no other
//     store to the location may be weaker.
//   - Every pair on two locations has a seq_cst fence between: from fence to
//     fence the cycle runs through eco, so it is one of psc.
//   - All conflict edges but one are synchronisation: then the first access after
//     that one happens before the last one before it, and coherence forbids the
//     edge. If all edges are reads of what the storing thread wrote, whatever
//     their orders, they are a cycle of po ∪ rf, of which C11 here has none.
//
// An edge synchronises if the load reads from the thread of the store in any
// case, since no other thread stores to the location, if that thread releases
// with each store that can be read, or with a fence after the first access of its
// pair, and if the load acquires, or a fence before the second access of its; all
// these are atomic.
// Where two such edges meet in a thread the acquiring must come before the
// releasing. Without a data race accesses to a location that is never accessed
// atomically are ordered by happens-before; with one the program has no meaning,
// which is reported as such and not as a cycle.
//
// In doubt a cycle is kept: the order with which a compare-exchange fails is not
// in the trace; RMWs of other threads continue release sequences; locks
// synchronise; psc also knows mixtures of fences and accesses.

// fenced are the accesses of a thread after which there was no fence yet: of
// order seq_cst, one that releases, one that acquires.
type fenced struct{ sc, release, acquire bitset }

func (f *fenced) reset() { f.sc, f.release, f.acquire = f.sc[:0], f.release[:0], f.acquire[:0] }

func (f *fenced) union(g *fenced) {
	f.sc.union(g.sc)
	f.release.union(g.release)
	f.acquire.union(g.acquire)
}

// add puts an access in and reports whether that is new.
func (f *fenced) add(n int32) bool {
	sc, release, acquire := f.sc.add(n), f.release.add(n), f.acquire.add(n)
	return sc || release || acquire
}

// c11Fence is a fence of a C11 order, or of a machine, which does as much as the
// C11 fence that implies it.
func (w *windows) c11Fence(o trace.Order, f trace.FenceKind) {
	switch {
	case o == trace.SeqCst || f == trace.StoreLoad:
		w.changed(w.open.sc.clear())
		w.changed(w.open.release.clear())
		w.changed(w.open.acquire.clear())
		return
	case o == trace.Plain && f == trace.StoreStore:
		o = trace.Release
	case o == trace.Plain && f == trace.LoadLoad:
		o = trace.Acquire
	}
	if o.Releases() {
		w.changed(w.open.release.clear())
	}
	if o.Acquires() {
		w.changed(w.open.acquire.clear())
	}
}

// releases and acquires tell what every event of the summary does.
func (s *summary) releases() bool { return s.writes() && s.order.Releases() }

func (s *summary) acquires() bool {
	return (s.kind == trace.Load || s.kind == trace.RMW) && s.order.Acquires()
}

func (s *summary) isSC() bool { return s.order == trace.SeqCst && s.kind != trace.CASFail }

// reads reports whether the summary's events read.
func (s *summary) reads() bool { return s.kind != trace.Store }

// separated reports whether between every event of a and every later one of b
// there was a fence of a kind.
func separated(a, b *summary, without *bitset) bool {
	return a != b && a.local < maxTracked && b.local < maxTracked && !without.has(a.local)
}

// openBits tells, as bits, of which fences there were none between a and s.
func (s *summary) openBits(a *summary) (bits uint8) {
	for i, without := range []*bitset{&s.open.sc, &s.open.release, &s.open.acquire} {
		if without.has(a.local) {
			bits |= 1 << i
		}
	}
	return bits
}

// A closedCycle is a chain of pairs that races close, held against the rules.
type closedCycle struct {
	s     *search
	chain []*summary
}

func (c closedCycle) pair(i int) (a, b *summary) {
	i %= len(c.chain) / 2
	return c.chain[2*i], c.chain[2*i+1]
}

// impossible reports whether C11 forbids the cycle.
func (c closedCycle) impossible() bool {
	allSC, allFenced, allOwn := true, true, true
	pairs := len(c.chain) / 2
	loose := 0 // edges that do not synchronise; those around a pair on one location count as one
	_, synced := c.synchronises(pairs - 1)
	for i := range pairs {
		a, b := c.pair(i)
		to, _ := c.pair(i + 1)
		allSC = allSC && a.isSC() && b.isSC() && c.direct(b, to)
		allFenced = allFenced && (a.loc == b.loc || separated(a, b, &b.open.sc))
		own, syncs := c.synchronises(i)
		allOwn = allOwn && own
		if !syncs && (synced || a.loc != b.loc) {
			loose++
		}
		synced = syncs
	}
	return allSC || allFenced || allOwn || loose == 0 || loose == 1 && c.chained()
}

// direct reports whether the edge from b to e leads through no store that is
// weaker than seq_cst.
func (c closedCycle) direct(b, e *summary) bool {
	if !b.writes() || e.writes() {
		return true
	}
	list := c.s.byLoc.list(e.loc)
	c.s.work -= len(list)
	for _, i := range list {
		if w := &c.s.x.summaries[i]; w.writes() && !w.isSC() && c.between(b, w, e) {
			return false
		}
	}
	return true
}

// between reports whether e may read from w although b comes before e.
func (c closedCycle) between(b, w, e *summary) bool {
	g := &c.s.x.segments
	switch {
	case g.before(w.segment, b.segment) || g.before(e.segment, w.segment):
		return false
	case w.thread == b.thread:
		return w.last >= b.first
	case w.thread == e.thread:
		return w.first < e.last
	}
	return true
}

// synchronises looks at the edge after pair i: own says that the next pair reads
// what this thread stored, syncs that it synchronises with it, too.
func (c closedCycle) synchronises(i int) (own, syncs bool) {
	a, b := c.pair(i)
	e, next := c.pair(i + 1)
	if !c.s.atomic[b.loc] {
		return true, true
	}
	if !b.writes() || !e.reads() {
		return false, false
	}
	edge := c.readFrom(b, e)
	released := edge.released || separated(a, b, &b.open.release)
	acquired := e.acquires() || separated(e, next, &next.open.acquire)
	return edge.own, edge.own && edge.atomic && e.order != trace.Plain && released && acquired
}

// A readEdge is what is known of the stores that e may read from where b comes before e.
type readEdge struct {
	b, e     *summary
	own      bool // all are of b's thread
	atomic   bool // all are atomic
	released bool // all release
}

// Many cycles have the same edges: the latest are kept, by hash.
const readEdgeBits = 12

// readFrom returns the edge from b to e.
func (c closedCycle) readFrom(b, e *summary) *readEdge {
	h := (uint64(b.thread)<<48 ^ uint64(b.local)<<32 ^ uint64(e.thread)<<16 ^ uint64(e.local)) * 0x9e3779b97f4a7c15
	r := &c.s.edges[h>>(64-readEdgeBits)]
	if r.b == b && r.e == e {
		return r
	}
	*r = readEdge{b, e, true, true, true}
	list := c.s.byLoc.list(b.loc)
	c.s.work -= len(list)
	for _, k := range list {
		w := &c.s.x.summaries[k]
		if !w.writes() || !c.between(b, w, e) {
			continue
		}
		r.own = r.own && w.thread == b.thread
		r.atomic = r.atomic && w.order != trace.Plain
		r.released = r.released && w.releases()
	}
	return r
}

// chained reports whether in every thread in which two edges that synchronise
// meet what the first acquires comes before what the second releases.
func (c closedCycle) chained() bool {
	for i := range len(c.chain) / 2 {
		a, b := c.pair(i)
		if _, in := c.synchronises(i + len(c.chain)/2 - 1); !in {
			continue
		}
		if _, out := c.synchronises(i); !out {
			continue
		}
		if !a.acquires() && !b.releases() && !separated(a, b, &b.open.sc) && c.s.atomic[a.loc] && c.s.atomic[b.loc] {
			return false
		}
	}
	return true
}
