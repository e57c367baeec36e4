package c11

import (
	"slices"

	"fencepost/trace"
	"fencepost/trace/clock"
)

// prune forgets stores that no thread can read any more (section 6.1). If a thread has seen a store
// in an access that happens before the next operations of all threads, the store hides from all
// threads the stores that precede it.
//
// All stores that precede a forgotten store are forgotten, too. So it orders no store that is left,
// with one exception: stores after it come after its whole block. In lists that name it the first
// store left of its block replaces it.
//
// prune runs again when there are twice as many stores as are left, so its cost is constant for each
// store.
func (m *Memory) prune() {
	m.stamp++
	if m.opts.Prune != KeepAll && !m.keeps {
		m.setFloor()
		for _, l := range m.atomics {
			m.pruneLocation(&m.locs[l])
		}
		m.pruneFences()
	}
	m.limit = max(m.opts.Every, 2*m.live)
}

// setFloor sets m.floor to the events that happen before the next operation of every thread that
// still runs.
func (m *Memory) setFloor() {
	m.floor = appendClock(m.floor[:0], m.width)
	first := true
	for t := range m.threads[:m.running] {
		switch {
		case m.threads[t].exited:
		case first:
			first = false
			copy(m.floor, m.nextClock(trace.ThreadID(t)))
		default:
			for i, n := range m.nextClock(trace.ThreadID(t)) {
				m.floor[i] = min(m.floor[i], n)
			}
		}
	}
}

// nextClock returns the clock of the next operation of t. t may wait for another thread to end, which
// may wait for a third.
func (m *Memory) nextClock(t trace.ThreadID) []int32 {
	th := &m.threads[t]
	if th.joins < 0 {
		return th.now
	}
	m.ahead = append(m.ahead[:0], th.now...)
	for u, n := th.joins, 0; u >= 0 && n < m.running; n++ {
		clock.Join(m.ahead, m.threads[u].now)
		u = m.threads[u].joins
	}
	return m.ahead
}

func (m *Memory) pruneLocation(l *location) {
	roots := m.queue[:0]
	for i := l.views; i != 0; i = m.views[i].next {
		v := &m.views[i]
		if k := v.lastSeenWhole(m.floor[threadIndex(v.thread)]); k >= 0 {
			roots = append(roots, v.seen[k].store)
		}
		if m.opts.Prune == Aggressive {
			if k := lastUpTo(len(v.stores), func(k int) bool { return v.stores[k].id <= m.now-m.opts.Window }); k >= 0 {
				roots = append(roots, v.stores[k].store)
			}
		}
	}
	m.queue = roots
	if len(roots) == 0 {
		return
	}
	if l.base != 0 {
		m.stores[l.base].gone = true
	}
	var covered *cover
	if !l.total && len(roots) >= manyPriors {
		covered = &m.priors[0].cover
		covered.of(m, roots)
	}
	for i := l.views; i != 0; i = m.views[i].next {
		v := &m.views[i]
		v.cut = 1 + lastUpTo(len(v.stores), func(k int) bool { return m.hidden(v.stores[k].store, roots, covered) })
		for _, s := range v.stores[:v.cut] {
			m.stores[s.store].gone = true
		}
	}
	m.forget(l)
}

// heir returns s or, if it is gone, the first store left of its block, or 0 if there is none or all
// threads know it. m.queue holds the stores before which all stores are gone.
func (m *Memory) heir(s int32) (first int32) {
	if !m.stores[s].gone {
		return s
	}
	if m.opts.Prune == Conservative {
		return 0
	}
	for _, r := range m.queue {
		if m.stores[r].block == m.stores[s].block && (first == 0 || m.stores[r].place > m.stores[first].place) {
			first = r
		}
	}
	if m.stores[first].gone {
		return 0
	}
	return first
}

// heirs replaces the gone stores in a list of a view by their heirs.
func (m *Memory) heirs(list []access) []access {
	left := list[:0]
	for _, a := range list {
		if a.store = m.heir(a.store); a.store != 0 {
			left = inherited(left, a)
		}
	}
	return left
}

// inherited appends access a, whose store is an heir, to a list of a view, unless the last entry
// covers it.
func inherited(list []access, a access) []access {
	if endsWith(list, a.store, a.part) {
		return list
	}
	return append(list, a)
}

// forget removes the gone stores from location l.
func (m *Memory) forget(l *location) {
	sc := l.sc[:0]
	for _, s := range l.sc {
		if s.store = m.heir(s.store); s.store != 0 {
			sc = append(sc, s)
		}
	}
	l.sc = sc
	if l.origin != 0 && m.stores[m.blocks[l.origin].tail].gone {
		m.freeBlock(l.origin)
		l.origin = 0
	}
	for i := l.views; i != 0; i = m.views[i].next {
		v := &m.views[i]
		k := v.lastSeenWhole(m.floor[threadIndex(v.thread)])
		v.seen = m.heirs(slices.Delete(v.seen, 0, max(k, 0)))
		v.lost = m.heirs(v.lost)
		if m.opts.Prune == Aggressive {
			for _, s := range v.stores[:v.cut] {
				if h := m.heir(s.store); h != 0 {
					v.lost = inherited(v.lost, access{number: m.stores[s.store].number, store: h})
				}
			}
		}
		n := 0
		for n < len(v.blocks) && m.stores[m.blocks[v.blocks[n]].tail].gone {
			m.freeBlock(v.blocks[n])
			n++
		}
		v.blocks = slices.Delete(v.blocks, 0, n)
	}
	if l.index != 0 {
		m.forgetLogged(l)
	}
	l.order = slices.DeleteFunc(l.order, func(s int32) bool { return m.stores[s].gone })
	lost := m.stores[l.last].gone
	if l.base != 0 {
		m.freeStore(l.base)
		l.base = 0
	}
	for i := l.views; i != 0; i = m.views[i].next {
		v := &m.views[i]
		for _, s := range v.stores[:v.cut] {
			m.freeStore(s.store)
		}
		v.stores = slices.Delete(v.stores, 0, v.cut)
		if l.index != 0 {
			m.renewTip(l, v)
		}
	}
	if lost {
		l.last = m.newestFinal(l)
	}
}

// pruneFences forgets the clocks of seq_cst fences that can no longer become the latest fence known
// to a thread.
func (m *Memory) pruneFences() {
	s := &m.sc
	if len(s.number) == 0 {
		return
	}
	used := m.used[:0]
	for range s.number {
		used = append(used, false)
	}
	m.used = used
	use := func(f int32) {
		if i := s.index(f); i >= 0 {
			used[i] = true
		}
	}
	for i := range m.threads[:m.running] {
		t := &m.threads[i]
		use(t.now[scIndex])
		for _, fence := range [...][]int32{t.release, t.acquire} {
			if len(fence) > 0 {
				use(fence[scIndex])
			}
		}
	}
	for _, l := range m.atomics {
		for i := m.locs[l].views; i != 0; i = m.views[i].next {
			if h := m.views[i].head; len(h) > 0 {
				use(h[scIndex])
			}
			for _, s := range m.views[i].stores {
				if m.stores[s.store].released {
					use(m.released[int(s.store)*m.width+scIndex])
				}
			}
		}
	}
	n := 0
	for i, f := range s.number {
		if used[i] {
			s.number[n] = f
			copy(s.clocks[n*m.width:(n+1)*m.width], s.clocks[i*m.width:(i+1)*m.width])
			n++
		}
	}
	m.live -= len(s.number) - n
	s.number, s.clocks = s.number[:n], s.clocks[:n*m.width]
}
