package c11

import "slices"

// A logged is an access by which a thread saw a store.
//
// The log of a location has its accesses, the newest last; a load comes after the store that it read.
// What a further access must consider is near the end of the log. Each store has a floor: all stores
// up to this place in execution order precede it or are it. Once a thread knows of a store it need
// not consider those up to the floor.
//
// Only locations with an index have a log, from the first time that one is needed.
type logged struct {
	counter uint32 // of the thread
	number  int32  // of the access; of the initial content noNumber
	store   int32
	head    uint32 // counter of the thread of the head of the store's block
	first   int32  // number of the head of the store's block
	c       int32  // if the access stored: the place in execution order; otherwise noNumber
}

// loggedStore returns the entry of store s.
func (m *Memory) loggedStore(s int32) logged {
	st := &m.stores[s]
	b := &m.blocks[st.block]
	n := st.number
	if st.thread == noThread {
		n = noNumber
	}
	return logged{counter: uint32(st.thread + 1), number: n, store: s, head: uint32(b.thread + 1), first: b.number, c: st.c}
}

// loggedLoad returns the entry of a load, event n of a thread, that read store s.
func (m *Memory) loggedLoad(thread, n, s int32) logged {
	b := &m.blocks[m.stores[s].block]
	return logged{counter: uint32(thread + 1), number: n, store: s, head: uint32(b.thread + 1), first: b.number, c: noNumber}
}

// addLogged appends an entry to the log of l, if there is one.
func (m *Memory) addLogged(l *location, e logged) {
	if x := &m.indexes[l.index]; x.logs {
		x.log = append(x.log, e)
	}
}

// newLog makes the log of l.
func (m *Memory) newLog(l *location) {
	x := &m.indexes[l.index]
	x.log, x.logs = x.log[:0], true
	for _, s := range l.order {
		x.log = append(x.log, m.loggedStore(s))
	}
	for i := l.views; i != 0; i = m.views[i].next {
		v := &m.views[i]
		for _, a := range v.seen {
			x.parts = x.parts || a.part.Size > 0
			if st := &m.stores[a.store]; st.thread != v.thread || st.number != a.number {
				x.log = append(x.log, m.loggedLoad(v.thread, a.number, a.store))
			}
		}
	}
}

// forgetLogged removes the gone stores from the log of l.
func (m *Memory) forgetLogged(l *location) {
	x := &m.indexes[l.index]
	left := x.log[:0]
	for _, e := range x.log {
		if e.store = m.heir(e.store); e.store != 0 {
			left = append(left, e)
		}
	}
	x.log = left
}

// maxLogged bounds the entries of a log that an access considers, for each view of the location.
const maxLogged = 6

// maxPause bounds the accesses that do not try a log after one had too many entries to consider. There
// are as many as such accesses in a row.
const maxPause = 16

// computeLogged is compute for a location with a log whose stores are not in total order. It adds
// only stores that precede no other of the set, and covers them. If it would have to consider too
// many entries it reports false.
func (m *Memory) computeLogged(p *priorSet, at *location, v *view, sc bool) bool {
	x := &m.indexes[at.index]
	if at.total || p.part.Size > 0 {
		return false
	}
	if !x.logs {
		m.newLog(at)
	}
	if x.parts {
		return false
	}
	if x.pause > 0 {
		x.pause--
		return false
	}
	c := &p.cover
	c.reset(m)
	seen, stored, past := m.logClocks(p, at, sc)
	var own access // by which the thread saw a store last
	floor := int32(-1)
	if n := len(v.seen); n > 0 {
		own = v.seen[n-1]
		floor = m.stores[own.store].floor
	}
	least := max(0, len(x.log)-maxLogged*len(x.tips))
	log := x.log[least:]
	open, n := slices.Grow(p.open[:0], len(log)+1)[:len(log)+1], 0
	clock := c.clock[:len(seen)]
	stored = stored[:len(seen)]
	i := len(log) - 1
	for {
		// This loop calls nothing, so its values stay in registers.
		for ; i >= 0; i-- {
			e := &log[i]
			if e.c <= floor {
				break
			}
			known := seen[e.counter]
			if sc && e.c != noNumber {
				known = stored[e.counter]
			}
			// Numbers less than 0 stand for conditions, because a processor mispredicts most branches here.
			uncovered, stores, knows := clock[e.head]-e.first, e.c-noNumber, e.number-known-1
			open[n] = int32(i)
			n -= int(uncovered & stores >> 31) // adds 1 if both hold
			if uncovered&knows < 0 {
				break
			}
		}
		if i < 0 || log[i].c <= floor {
			break
		}
		e := &log[i]
		c.add(m, e.store)
		floor = max(floor, m.stores[e.store].floor)
		if e.number > past[e.counter] {
			p.fence = 0
		}
		i--
	}
	p.log, p.open = log, open[:n]
	if i < 0 && least > 0 {
		x.failed = min(x.failed+1, maxPause)
		x.pause = x.failed
		return false
	}
	x.failed = 0
	if own.store != 0 {
		if c.add(m, own.store); own.number > past[p.thread+1] {
			p.fence = 0
		}
	}
	p.oldest = -1
	if i >= 0 {
		p.oldest = log[i].c
	}
	p.stores, p.covered, p.logged = append(p.stores, c.stores...), true, true
	return true
}

// logClocks returns the events of which p has to consider all accesses, and of which it has to
// consider stores, and the events before the latest seq_cst fence that happens before the access. It
// adds the seq_cst stores of p to its cover.
func (m *Memory) logClocks(p *priorSet, at *location, sc bool) (seen, stored, past []int32) {
	th := &m.threads[p.thread]
	now := th.now
	p.fence = 0
	f := now[scIndex]
	if f == 0 && !sc {
		return now, now, now
	}
	if s := at.scBefore(f); s != 0 {
		p.cover.add(m, s)
	}
	past = now
	if b := m.sc.before(f); f != 0 && b != nil {
		past, p.fence = b, f
	}
	p.seen = append(p.seen[:0], past...)
	m.joinNow(p.seen, th, p.thread)
	if !sc {
		return p.seen, p.seen, past
	}
	if n := len(at.sc); n > 0 {
		p.cover.add(m, at.sc[n-1].store)
	}
	p.fence = 0
	p.stored = append(p.stored[:0], p.seen...)
	m.joinClock(p.stored, m.sc.all)
	if m.opts.CXX20 {
		return p.stored, p.stored, past
	}
	return p.seen, p.stored, past
}

// unhidden returns the store of entry i of a log, or 0 if c hides it or it was forgotten.
func (m *Memory) unhidden(p *priorSet, i int32) int32 {
	e, c := &p.log[i], &p.cover
	if c.clock[e.head] >= e.first || !c.heads && c.hides(m, e.store) {
		return 0
	}
	if m.opts.Prune == Aggressive && m.stores[e.store].c != e.c {
		return 0 // its heir is in its place
	}
	return e.store
}

// appendOpen appends the stores that p does not hide, in execution order.
func (m *Memory) appendOpen(dst []int32, p *priorSet) []int32 {
	for _, s := range p.stores {
		if m.stores[s].c <= p.oldest && !p.cover.hides(m, s) {
			dst = append(dst, s)
		}
	}
	if len(dst) > 1 {
		slices.SortFunc(dst, func(a, b int32) int { return int(m.stores[a].c - m.stores[b].c) })
	}
	for k := len(p.open) - 1; k >= 0; k-- {
		if s := m.unhidden(p, p.open[k]); s != 0 {
			dst = append(dst, s)
		}
	}
	return dst
}

// floorOf returns the floor of a store that has come after p, or is s.
func (m *Memory) floorOf(p *priorSet, s int32) int32 {
	l := &m.locs[p.loc]
	if !p.logged {
		floor := int32(0)
		for _, s := range p.stores {
			floor = max(floor, m.stores[s].floor)
		}
		return floor
	}
	for k := len(p.open) - 1; k >= 0; k-- {
		if o := m.unhidden(p, p.open[k]); o != 0 && o != s && !p.cover.includes(m, o) {
			return m.stores[o].c - 1
		}
	}
	return l.count
}
