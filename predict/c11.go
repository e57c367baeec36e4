package predict

import (
	"fencepost/trace"
	"fencepost/trace/bitset"
)

// The C11 filter: it decides which cycles C11 forbids. C11 preserves no order between two
// accesses of a thread as ppo does on hardware: even an acquire load and the accesses after
// it may be seen in another order (IRIW with acquire loads). So a cycle of po, rf, fr and
// modification order is judged as a whole, by the axioms of RC11 (PLDI 2017) and of the
// fragment that models/c11 runs. Four kinds of cycles are removed.
//
//   - Cycles through one location: coherence forbids them. A pair on one location can be
//     left out of a cycle, because the edges before and after it compose.
//   - Cycles of seq_cst accesses alone: their edges are edges of psc, which has no cycle. A
//     store may reach a later load through another store, so no other store to the location
//     may be weaker.
//   - Cycles in which every pair on two locations has a seq_cst fence between: from fence
//     to fence the cycle runs through eco, so it is a cycle of psc.
//   - Cycles in which all conflict edges except one are synchronisation: the access after
//     that edge happens before the access before it, and coherence forbids the edge. If all
//     edges are reads of the storing thread's stores, whatever their orders, they are a
//     cycle of po ∪ rf, which this fragment of C11 does not have.
//
// A conflict edge synchronises under four conditions, in which all accesses are atomic. The
// load reads from the store's thread in any case, because no other thread stores to the
// location. That thread releases with each store that can be read, or with a fence after
// the first access of its pair. The load acquires, or a fence before the second access of
// its pair does. Where two such edges meet in a thread, the acquire comes before the
// release. Accesses to a location that is never accessed atomically are ordered by
// happens-before if there is no data race. With a data race the program has no meaning;
// that is reported as a race and not as a cycle.
//
// In doubt a cycle is kept. The filter does not use these facts: the failure order of a
// compare-exchange, which is not in the trace; RMWs of other threads continue release
// sequences; locks synchronise; psc also orders mixtures of fences and accesses.

// fenced holds the accesses of a thread after which there was no fence yet: no seq_cst one,
// no release one, no acquire one.
type fenced struct{ sc, release, acquire bitset.Set }

func (f *fenced) reset() { f.sc, f.release, f.acquire = f.sc[:0], f.release[:0], f.acquire[:0] }

func (f *fenced) union(g *fenced) {
	f.sc.Union(g.sc)
	f.release.Union(g.release)
	f.acquire.Union(g.acquire)
}

// add adds an access and reports whether it is new in any of the sets.
func (f *fenced) add(n int) bool {
	sc, release, acquire := f.sc.Add(n), f.release.Add(n), f.acquire.Add(n)
	return sc || release || acquire
}

// c11Fence applies a fence with a C11 order, or a hardware fence, which acts like the C11
// fence that implies it.
func (w *windows) c11Fence(o trace.Order, f trace.FenceKind) {
	switch {
	case o == trace.SeqCst || f == trace.StoreLoad:
		w.changed(w.open.sc.Clear())
		w.changed(w.open.release.Clear())
		w.changed(w.open.acquire.Clear())
		return
	case o == trace.Plain && f == trace.StoreStore:
		o = trace.Release
	case o == trace.Plain && f == trace.LoadLoad:
		o = trace.Acquire
	}
	if o.Releases() {
		w.changed(w.open.release.Clear())
	}
	if o.Acquires() {
		w.changed(w.open.acquire.Clear())
	}
}

// releases reports whether each event of the summary is a release store, and acquires
// whether each is an acquire read.
func (s *summary) releases() bool { return s.writes() && s.order.Releases() }

func (s *summary) acquires() bool {
	return (s.kind == trace.Load || s.kind == trace.RMW) && s.order.Acquires()
}

func (s *summary) isSC() bool { return s.order == trace.SeqCst && s.kind != trace.CASFail }

// reads reports whether the summary's events read.
func (s *summary) reads() bool { return s.kind != trace.Store }

// separated reports whether there was a fence between every event of a and every later one
// of b. without is the set of b for that kind of fence.
func separated(a, b *summary, without bitset.Set) bool {
	return a != b && a.local < maxTracked && b.local < maxTracked && !without.Has(int(a.local))
}

// openBits returns, a bit for each kind of fence, whether none of that kind was between a
// and s.
func (s *summary) openBits(a *summary) (bits uint8) {
	for i, without := range []bitset.Set{s.open.sc, s.open.release, s.open.acquire} {
		if without.Has(int(a.local)) {
			bits |= 1 << i
		}
	}
	return bits
}

// A closedCycle is a chain of pairs that races close to a cycle.
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
	loose := 0 // number of edges that do not synchronise; the edges around a pair on one location count as one
	_, synced := c.synchronises(pairs - 1)
	for i := range pairs {
		a, b := c.pair(i)
		to, _ := c.pair(i + 1)
		allSC = allSC && a.isSC() && b.isSC() && c.direct(b, to)
		allFenced = allFenced && (a.loc == b.loc || separated(a, b, b.open.sc))
		own, syncs := c.synchronises(i)
		allOwn = allOwn && own
		if !syncs && (synced || a.loc != b.loc) {
			loose++
		}
		synced = syncs
	}
	return allSC || allFenced || allOwn || loose == 0 || loose == 1 && c.chained()
}

// direct reports whether the edge from b to e passes through no store weaker than seq_cst.
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

// between reports whether e may read from w while b comes before e.
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

// synchronises examines the edge after pair i. own says that the next pair reads a store of
// this pair's thread; syncs that it also synchronises with it.
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
	released := edge.released || separated(a, b, b.open.release)
	acquired := e.acquires() || separated(e, next, next.open.acquire)
	return edge.own, edge.own && edge.atomic && e.order != trace.Plain && released && acquired
}

// A readEdge describes the stores from which e may read if b comes before e.
type readEdge struct {
	b, e     *summary
	own      bool // all are by b's thread
	atomic   bool // all are atomic
	released bool // all release
}

// Many cycles share edges. The latest 1 << readEdgeBits are kept, by hash.
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

// chained reports whether, in every thread in which two synchronising edges meet, the
// acquire of the first comes before the release of the second.
func (c closedCycle) chained() bool {
	for i := range len(c.chain) / 2 {
		a, b := c.pair(i)
		if _, in := c.synchronises(i + len(c.chain)/2 - 1); !in {
			continue
		}
		if _, out := c.synchronises(i); !out {
			continue
		}
		if !a.acquires() && !b.releases() && !separated(a, b, b.open.sc) && c.s.atomic[a.loc] && c.s.atomic[b.loc] {
			return false
		}
	}
	return true
}
