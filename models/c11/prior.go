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
}

// priorsOf returns the set for an access by t to a part of l, which is atomic. sc says that the
// access is seq_cst. The set is valid until the memory changes.
func (m *Memory) priorsOf(t trace.ThreadID, l models.Loc, part models.Part, sc bool) []int32 {
	p := &m.priors[0]
	if sc {
		p = &m.priors[1]
	}
	if p.stamp != m.stamp || p.thread != t || p.loc != l || p.part != part {
		p.stamp, p.thread, p.loc, p.part = m.stamp, t, l, part
		m.compute(p, sc)
		m.newestFirst(p.stores)
	}
	return p.stores
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
	p.stores = p.stores[:0]
	at, now := &m.locs[p.loc], m.threads[p.thread].now
	if sc || now[scIndex] != 0 {
		m.computeSC(p, at, now, sc)
		return
	}
	if at.index != 0 {
		tips, known := m.newTo(at, p.thread)
		for i := range tips {
			t := &tips[i]
			m.addSeenOf(p, t, now[t.thread+1], known[t.thread+1])
		}
		return
	}
	for i := at.views; i != 0; {
		v := &m.views[i]
		i = v.next
		p.addSeen(v, now[v.thread+1], p.part)
	}
}

// addSeenOf is addSeen for the view of a tip. It adds nothing if the thread saw the store in its
// event from or earlier.
func (m *Memory) addSeenOf(p *priorSet, t *tip, n, from int32) {
	switch {
	case n <= from || n < t.first:
	case n < t.last:
		v := &m.views[t.view]
		if k := v.lastSeen(n); k >= 0 && v.seen[k].number > from {
			p.addSeenUpTo(v, k, p.part)
		}
	case t.last > from:
		p.add(t.store) // most views: the access was to the whole location
	}
}

// setKnown records that thread th, whose view v is of a location with an index, accesses the whole
// location now. Stores that other threads saw there before precede the store that it sees, or are
// that store. So accesses of other threads that happen before now need not be considered again. Nor
// do those of which a load has learned: they happen before the store that it reads, or before an
// earlier one.
func (m *Memory) setKnown(v *view, th *thread) {
	if m.knowsAll(v, th) {
		return
	}
	if len(v.known) == 0 {
		v.known = appendAny(v.known, m.width)
	}
	copyClock(v.known, th.now)
	own := v.thread + 1
	v.knownAt = v.known[own]
	v.known[own] = 0 // its own last access represents the others
}

// knowsAll reports whether accesses of other threads at the location of view v, which is of thread
// th, need not be considered: th has learned of none since it set known.
func (m *Memory) knowsAll(v *view, th *thread) bool {
	return len(v.known) > 0 && th.learned <= v.knownAt
}

// clearKnown makes all threads consider all accesses to l again, because an earlier one was added.
func (m *Memory) clearKnown(l *location) {
	for i := l.views; i != 0; i = m.views[i].next {
		m.views[i].known = m.views[i].known[:0]
	}
}

// newTo returns the tips of the views of l, which has an index, that t has to consider, and the numbers
// that knownTo returns.
func (m *Memory) newTo(l *location, t trace.ThreadID) (tips []tip, known []int32) {
	v, known := m.knownTo(l, t)
	tips = m.indexes[l.index].tips
	if m.knowsAll(v, &m.threads[t]) {
		tips = tips[v.tip : v.tip+1]
	}
	return tips, known
}

// knownTo returns t's view of l, which has an index, and for each thread the number of the event up to
// which t need not consider its accesses to l.
func (m *Memory) knownTo(l *location, t trace.ThreadID) (v *view, known []int32) {
	if v = &m.views[m.viewOf(l, t)]; len(v.known) > 0 {
		return v, v.known
	}
	return v, m.zero
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
		_, known := m.knownTo(at, p.thread)
		tips := m.indexes[at.index].tips
		for i := range tips {
			t := &tips[i]
			m.addSeenOf(p, t, now[t.thread+1], known[t.thread+1])
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
		if k := m.sc.all[t+1]; k > n {
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
