package c11

import (
	"slices"

	"fencepost/models"
	"fencepost/trace"
)

// Load performs a load, the reading half of an RMW, or a compare-exchange that fails. It sets op.C to
// the place of the store in execution order. Modification order agrees with that only as far as the
// graph requires.
func (m *Memory) Load(op *models.Op, from models.StoreID) uint64 {
	l := &m.locs[op.Loc]
	if !l.atomic {
		if op.Order == trace.Plain && op.Kind == trace.Load {
			return m.loadPlain(l, op)
		}
		m.enter(op.Loc)
	}
	s := l.last
	if !op.Word {
		s = m.find(op.Loc, from)
	}
	v := m.likelyView(l, op.Thread)
	if v.thread != op.Thread {
		v = m.view(l, op.Thread)
	}
	return m.load(l, v, &m.threads[op.Thread], op, s)
}

// Read performs the load or RMW op if there is one store that it may read; otherwise it
// returns how many there are.
func (m *Memory) Read(op *models.Op) (n int, value uint64) {
	l := &m.locs[op.Loc]
	if !l.atomic {
		if op.Order == trace.Plain && op.Kind == trace.Load {
			return 1, m.loadPlain(l, op)
		}
		m.enter(op.Loc)
	}
	v, th, s := m.likelyView(l, op.Thread), &m.threads[op.Thread], l.last
	if v.thread != op.Thread {
		v = m.view(l, op.Thread)
	}
	if !op.Word && !(l.total && (endsWith(v.seen, l.last, op.Part) || m.knowsLast(l, th) || l.lastIsSC(op))) {
		if m.choose(l, op); m.choice.n > 1 {
			return m.choice.n, 0
		}
		s = m.pick(op, 0)
	}
	return 1, m.load(l, v, th, op, s)
}

// load performs a read of store s by thread th. v is the thread's view of l.
func (m *Memory) load(l *location, v *view, th *thread, op *models.Op, s int32) uint64 {
	st := &m.stores[s]
	order := op.Order
	if op.CAS && st.value != op.Expect {
		order = op.Fail
	}
	if !l.total { // otherwise the priors precede s already
		p := m.priorsOf(op.Thread, op.Loc, op.Part, order == trace.SeqCst)
		if l.index != 0 && !op.Word {
			st.floor = max(st.floor, m.floorOf(p, s))
		}
		if p.logged && !op.Word {
			m.addEdges(&p.cover, st.block)
		} else {
			for _, p := range p.stores {
				if op.Word && m.precedes(s, p) {
					continue // the program wrote to a lock word by other means
				}
				m.addEdge(m.stores[p].block, st.block)
			}
		}
	}
	n := m.tick(th, op.Thread)
	if !endsWith(v.seen, s, op.Part) {
		if op.Part.Size > 0 {
			m.seePart(l, v, n, s, op.Part)
		} else if st.thread != noThread { // the initial content precedes all stores anyway
			v.seen = append(v.seen, access{number: n, store: s})
			if l.index != 0 {
				m.tipOf(l, v).saw(n, s)
				m.addLogged(l, m.loggedLoad(op.Thread, n, s))
			}
		}
	}
	if m.opts.CXX20 && order == trace.SeqCst && st.thread != noThread {
		m.addSC(l, s)
	}
	if st.released && order != trace.Plain {
		m.synchronise(th, op.Thread, s, order)
	}
	if l.index != 0 && op.Part.Size == 0 && !op.Word {
		setKnown(v, th)
	}
	th.read, th.readAt = s, op.Loc
	switch {
	case op.Word:
	case order == trace.Plain && op.Kind == trace.Load:
		m.racePlainLoad(l, op, n)
	default:
		if m.concurrent(&l.write, op.Thread) {
			m.race(op, &l.write, true, false, false, true)
		}
		v.loaded = epochOf(op, n)
	}
	op.C, op.RF, op.Undef = st.c, st.id, st.undef
	return st.value
}

// Store performs a store, or the writing half of an RMW.
func (m *Memory) Store(op *models.Op, value uint64) {
	l := &m.locs[op.Loc]
	if !l.atomic {
		if op.Order == trace.Plain && op.Kind == trace.Store {
			m.storePlain(l, op, value)
			return
		}
		m.enter(op.Loc)
	}
	m.now = op.ID
	l.count++
	op.C = l.count
	s, st := m.newStore()
	st.value, st.id, st.c, st.thread, st.undef = value, op.ID, op.C, op.Thread, op.Undef
	v, th := m.likelyView(l, op.Thread), &m.threads[op.Thread]
	if v.thread != op.Thread {
		v = m.view(l, op.Thread)
	}
	from, total := int32(0), l.total
	if op.Kind == trace.RMW || op.Kind == trace.Lock {
		from = m.extend(l, th, op, s)
		total = total && from == l.last
	} else {
		total = m.begin(l, v, th, op, s)
	}
	n := st.number
	own := ownStore{op.ID, s, noNumber}
	if from == 0 {
		own.head = n
		v.blocks = append(v.blocks, st.block)
	}
	v.stores = append(v.stores, own)
	if k := len(v.seen) - 1; k >= 0 && v.seen[k].number == n {
		v.seen[k].store = s // an RMW has read another
	} else {
		v.seen = append(v.seen, access{number: n, store: s})
	}
	if l.index != 0 {
		t := m.tipOf(l, v)
		t.saw(n, s)
		t.stored(m, own, st.block)
		m.addLogged(l, m.loggedStore(s))
	}
	m.publish(v, th, s, op.Order, from)
	if op.Order == trace.SeqCst {
		m.addSC(l, s)
	}
	if m.opts.IMM {
		m.handOn(v, s, from != 0)
	}
	l.executed(s, total)
	switch {
	case op.Word:
	case op.Order == trace.Plain && op.Kind == trace.Store:
		m.racePlainStore(l, op, n)
	default:
		m.raceStore(l, op)
		v.stored = epochOf(op, n)
	}
	if m.live > m.limit {
		m.prune()
	}
}

// begin makes store s the head of a new block, and orders the block after all stores that must
// precede it. It reports whether the stores to l are still in total order.
func (m *Memory) begin(l *location, v *view, th *thread, op *models.Op, s int32) (total bool) {
	var p *priorSet
	last := m.stores[l.last].block
	total = l.total && (endsWith(v.seen, l.last, op.Part) || m.knowsLast(l, th) || l.lastIsSC(op))
	if !total {
		p = m.priorsOf(op.Thread, op.Loc, op.Part, op.Order == trace.SeqCst)
		total = l.total && (op.Word || m.blocks[last].thread == noThread ||
			slices.ContainsFunc(p.stores, func(p int32) bool { return m.stores[p].block == last }))
	}
	if l.index != 0 && !op.Word {
		setKnown(v, th)
	}
	n := m.tick(th, op.Thread)
	b := m.newBlock(op.Thread, n, op.ID, s)
	st := &m.stores[s]
	st.number, st.block = n, b
	if total {
		return true
	}
	if l.total {
		m.makeGraph(l)
	}
	m.enterGraph(b)
	if l.index != 0 {
		st.floor = m.floorOf(p, s)
	}
	if p.logged {
		if m.newEdges(&p.cover, b) {
			copyClock(m.clockAt(m.before, b), p.cover.clock)
			m.blocks[b].fence = p.fence
		}
	} else {
		for _, p := range p.stores {
			m.addEdge(m.stores[p].block, b)
		}
	}
	if op.Word {
		m.addEdge(last, b)
	}
	// Only now, because a thread's number in the clock says that the edges exist.
	m.before[int(b)*m.width+threadIndex(op.Thread)] = n
	return false
}

// extend appends RMW s to the block of the store from that it read, and returns from. Load has made
// the edges into the block.
func (m *Memory) extend(l *location, th *thread, op *models.Op, s int32) (from int32) {
	from = th.read
	if th.readAt != op.Loc || m.stores[from].id != op.RF {
		from = m.find(op.Loc, op.RF)
	}
	if l.total && from != l.last {
		m.makeGraph(l)
	}
	m.stamp++
	r := &m.stores[from]
	st := &m.stores[s]
	st.number = th.now[threadIndex(op.Thread)]
	st.block, st.place, st.floor = r.block, r.place+1, r.floor
	m.blocks[r.block].tail = s
	return from
}

// endsWith reports whether the last of a view's accesses saw this part of store s. If it did and s is
// the newest store, the next read or write of the thread has no constraint except to follow s.
func endsWith(list []access, s int32, part models.Part) bool {
	k := len(list) - 1
	return k >= 0 && list[k].store == s && list[k].part.Covers(part)
}

// knowsLast reports whether the newest store to l happens before the next operation of th. Then the
// next read or write of the thread at l has no constraint except to follow that store.
func (m *Memory) knowsLast(l *location, th *thread) bool {
	st := &m.stores[l.last]
	return st.number <= th.now[st.thread+1]
}

// lastIsSC reports whether op, also if it is a compare-exchange that fails, and an operation that wrote
// or read the newest store to l are seq_cst. Then the same holds for op as in knowsLast.
func (l *location) lastIsSC(op *models.Op) bool {
	n := len(l.sc)
	return n > 0 && l.sc[n-1].store == l.last && op.Order == trace.SeqCst && (!op.CAS || op.Fail == trace.SeqCst)
}

// find returns the store to l of event id, which exists.
func (m *Memory) find(l models.Loc, id models.StoreID) int32 {
	if c := &m.choice; c.stamp == m.stamp && c.loc == l && c.id == id && c.store != 0 {
		return c.store
	}
	s := m.lookup(l, id)
	if s == 0 {
		panic("c11: no such store")
	}
	return s
}

// lookup returns the store to l of event id, or 0.
func (m *Memory) lookup(l models.Loc, id models.StoreID) int32 {
	at := &m.locs[l]
	if at.base != 0 && m.stores[at.base].id == id {
		return at.base
	}
	for i := at.views; i != 0; i = m.views[i].next {
		list := m.views[i].stores
		k := lastUpTo(len(list), func(k int) bool { return list[k].id <= id })
		if k >= 0 && list[k].id == id {
			return list[k].store
		}
	}
	return 0
}

// Precedes reports whether store a to l precedes store b in every modification order that is still
// possible; store 0 is the initial content. It reports false for stores that were forgotten, for a
// location that belonged to another object before, and for a location outside the graph with races.
// In the graph it treats non-atomic accesses like relaxed ones.
func (m *Memory) Precedes(l models.Loc, a, b models.StoreID) bool {
	at := &m.locs[l]
	switch {
	case at.renewed:
		return false
	case !at.atomic:
		return a < b && !at.raced
	}
	x, y := m.lookup(l, a), m.lookup(l, b)
	return x != 0 && y != 0 && x != y && m.precedes(x, y)
}

// loadPlain performs a load of a location outside the graph.
func (m *Memory) loadPlain(l *location, op *models.Op) uint64 {
	m.racePlainLoad(l, op, m.tick(&m.threads[op.Thread], op.Thread))
	op.C, op.RF, op.Undef = l.count, l.id, l.undef
	return l.value
}

// storePlain performs a store to a location outside the graph.
func (m *Memory) storePlain(l *location, op *models.Op, value uint64) {
	m.racePlainStore(l, op, m.tick(&m.threads[op.Thread], op.Thread))
	l.count++
	op.C = l.count
	l.value, l.id, l.undef = value, op.ID, op.Undef
}

// Latest returns the newest store that may be the last in the modification order of l. A lock word
// has only one.
func (m *Memory) Latest(_ trace.ThreadID, l models.Loc) (models.StoreID, uint64, trace.Undef) {
	at := &m.locs[l]
	if !at.atomic {
		return at.id, at.value, at.undef
	}
	s := at.last
	if b := m.stores[s].block; m.blocks[b].tail != s || !m.final(at, b) {
		s = m.newestFinal(at)
	}
	st := &m.stores[s]
	return st.id, st.value, st.undef
}

// newestFinal is Latest for an atomic location with more blocks than the one of its initial content.
func (m *Memory) newestFinal(l *location) (s int32) {
	for i := l.views; i != 0; i = m.views[i].next {
		if f := m.finalOf(l, &m.views[i]); f != 0 && (s == 0 || m.stores[f].id > m.stores[s].id) {
			s = f
		}
	}
	return s
}

// Finals appends the values of the stores that may be the last in the modification order of l. Final
// values of different locations can be combined freely.
func (m *Memory) Finals(dst []uint64, l models.Loc) []uint64 {
	at := &m.locs[l]
	if !at.atomic {
		return append(dst, at.value)
	}
	if at.origin != 0 && m.final(at, at.origin) {
		return append(dst, m.stores[m.blocks[at.origin].tail].value)
	}
	for i := at.views; i != 0; i = m.views[i].next {
		if s := m.finalOf(at, &m.views[i]); s != 0 {
			dst = append(dst, m.stores[s].value)
		}
	}
	return dst
}

// finalOf returns the end of the view's last block if no other block must follow it, and otherwise 0.
func (m *Memory) finalOf(l *location, v *view) int32 {
	n := len(v.blocks)
	if n == 0 || !m.final(l, v.blocks[n-1]) {
		return 0
	}
	return m.blocks[v.blocks[n-1]].tail
}

// final reports whether no other block must follow block b.
func (m *Memory) final(l *location, b int32) bool {
	if l.total {
		return m.blocks[b].tail == l.last
	}
	if b != l.origin {
		return m.blocks[b].out == 0
	}
	for i := l.views; i != 0; i = m.views[i].next {
		if len(m.views[i].blocks) > 0 {
			return false
		}
	}
	return true
}
