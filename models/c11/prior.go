package c11

import (
	"fencepost/models"
	"fencepost/trace"
)

// A priorSet holds the stores that may not come after the store that a later access reads or writes:
// READPRIORSET and WRITEPRIORSET of Figure 11, which are equal.
type priorSet struct {
	stamp  int64 // Memory.stamp for which the set is valid
	thread trace.ThreadID
	loc    models.Loc
	part   models.Part
	stores []int32
	at     []int32 // by store: its index in stores, if it is there
	// cover is of the stores if covered is set.
	cover   cover
	covered bool
	// If logged is set the set is from the log of the location, whose end is log. Then open has all stores
	// after place oldest in execution order that the set may not hide, as indices into log, the newest first.
	logged bool
	log    []logged
	open   []int32
	oldest int32
	// fence is the number of a seq_cst fence if the set is of what threads knew before this or an earlier
	// one; otherwise 0.
	fence int32
	// Scratch of logClocks.
	seen, stored []int32
}

// priorsOf returns the set for an access by t to a part of l, which is atomic. sc says that the
// access is seq_cst. The set is valid until the memory changes.
func (m *Memory) priorsOf(t trace.ThreadID, l models.Loc, part models.Part, sc bool) *priorSet {
	p := &m.priors[0]
	if sc {
		p = &m.priors[1]
	}
	if p.stamp != m.stamp || p.thread != t || p.loc != l || p.part != part {
		p.stamp, p.thread, p.loc, p.part = m.stamp, t, l, part
		m.compute(p, sc)
	}
	return p
}

// newestFirst moves the newest of the stores to the front. Mostly the others precede it and then need
// no edge.
func (m *Memory) newestFirst(stores []int32) {
	newest := 0
	for i, s := range stores {
		if m.stores[s].c > m.stores[stores[newest]].c {
			newest = i
		}
	}
	if newest > 0 {
		stores[0], stores[newest] = stores[newest], stores[0]
	}
}

// compute fills p for its thread and its part of a location.
func (m *Memory) compute(p *priorSet, sc bool) {
	p.stores, p.covered, p.logged = p.stores[:0], false, false
	at, now := &m.locs[p.loc], m.threads[p.thread].now
	switch {
	case at.index != 0 && m.computeIndexed(p, at, sc):
		return
	case sc || now[scIndex] != 0:
		m.computeSC(p, at, now, sc)
	case at.index != 0:
		tips := m.indexes[at.index].tips
		for i := range tips {
			t := &tips[i]
			m.addSeenOf(p, t, now[t.thread+1])
		}
	default:
		for i := at.views; i != 0; {
			v := &m.views[i]
			i = v.next
			p.addSeen(v, now[v.thread+1], p.part)
		}
	}
	m.newestFirst(p.stores)
}

// computeIndexed is compute for a location with an index if few accesses have to be considered. If
// they are too many it reports false.
func (m *Memory) computeIndexed(p *priorSet, at *location, sc bool) bool {
	v, th := &m.views[m.viewOf(at, p.thread)], &m.threads[p.thread]
	if !sc && th.now[scIndex] == 0 && th.knowsAll(v) {
		p.addSeen(v, noNumber, p.part)
		return true
	}
	return m.computeLogged(p, at, v, sc)
}

// addSeenOf is addSeen for the view of a tip.
func (m *Memory) addSeenOf(p *priorSet, t *tip, n int32) {
	switch {
	case n < t.first:
	case n < t.last:
		v := &m.views[t.view]
		p.addSeenUpTo(v, v.lastSeen(n), p.part)
	default:
		p.add(t.store) // most views: the access was to the whole location
	}
}

// setKnown records that thread th, whose view v is of a location with an index, accesses the whole
// location now. Stores that other threads saw there before precede the store that it sees, or are
// that store. So until it learns of more events it need not consider the accesses of others. What a
// load learns does not count: it happens before the store that the load reads, or before an earlier
// one.
func setKnown(v *view, th *thread) { v.knownAt = th.now[v.thread+1] }

// never is the knownAt of a view whose thread must consider all accesses.
const never = -1

// knowsAll reports whether th need not consider accesses of other threads at the location of its view v.
func (th *thread) knowsAll(v *view) bool { return th.learned <= v.knownAt }

// forgetKnown makes all threads consider all accesses to l again, because an earlier one was added. For
// the same reason blocks lose their fences.
func (m *Memory) forgetKnown(l *location) {
	for i := l.views; i != 0; i = m.views[i].next {
		v := &m.views[i]
		v.knownAt = never
		for _, b := range v.blocks {
			m.blocks[b].fence = 0
		}
	}
}

// computeSC is compute if the access or a fence in its past is seq_cst.
func (m *Memory) computeSC(p *priorSet, at *location, now []int32, sc bool) {
	var past []int32
	if f := now[scIndex]; f != 0 {
		past = m.sc.before(f)
		p.add(at.scBefore(f))
	}
	if sc && len(at.sc) > 0 {
		p.add(at.sc[len(at.sc)-1].store)
	}
	if at.index != 0 {
		tips := m.indexes[at.index].tips
		for i := range tips {
			t := &tips[i]
			m.addSeenOf(p, t, now[t.thread+1])
			m.addPast(p, t.thread, t.view, past, sc)
		}
		return
	}
	for i := at.views; i != 0; {
		v := &m.views[i]
		p.addSeen(v, now[v.thread+1], p.part)
		m.addPast(p, v.thread, i, past, sc)
		i = v.next
	}
}

// addPast adds the stores that the thread of a view saw before a seq_cst fence. past is the clock of
// the latest fence that happens before the access; nil: none.
func (m *Memory) addPast(p *priorSet, t trace.ThreadID, view int32, past []int32, sc bool) {
	n := m.threads[p.thread].now[t+1]
	if past != nil && (past[t+1] > n || p.part.Size > 0) {
		p.addSeen(&m.views[view], past[t+1], models.Part{}) // what fences order they order as a whole
		n = max(n, past[t+1])
	}
	if sc {
		switch k := m.sc.all[t+1]; {
		case k <= n:
		case m.opts.CXX20:
			p.addSeen(&m.views[view], k, models.Part{})
		default:
			p.add(m.lastStored(&m.views[view], k))
		}
	}
}

// addSeen adds the last stores that the view's thread saw, up to its event n, for the bytes of a
// part.
func (p *priorSet) addSeen(v *view, n int32, part models.Part) {
	if k := len(v.seen) - 1; k >= 0 && v.seen[k].number <= n && v.seen[k].part.Size == 0 {
		p.add(v.seen[k].store) // most views: the access was to the whole location
		return
	}
	p.addSeenUpTo(v, v.lastSeen(n), part)
}

// addSeenUpTo is addSeen for the entries of seen up to index k.
func (p *priorSet) addSeenUpTo(v *view, k int, part models.Part) {
	for ; k >= 0; k-- {
		a := &v.seen[k]
		if a.part.Overlaps(part) {
			p.add(a.store)
		}
		if a.part.Covers(part) {
			return
		}
	}
}

func (p *priorSet) add(s int32) {
	if s == 0 {
		return
	}
	if int(s) >= len(p.at) {
		p.at = append(p.at, make([]int32, int(s)+1-len(p.at))...)
	}
	if i := p.at[s]; int(i) < len(p.stores) && p.stores[i] == s {
		return
	}
	p.at[s] = int32(len(p.stores))
	p.stores = append(p.stores, s)
}

// hidden reports whether store s precedes one of the priors. c is their cover, or nil.
func (m *Memory) hidden(s int32, priors []int32, c *cover) bool {
	if c != nil {
		return c.hides(m, s)
	}
	for _, p := range priors {
		if p != s && m.precedes(s, p) {
			return true
		}
	}
	return false
}
