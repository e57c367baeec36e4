package c11

import (
	"math"
	"slices"

	"fencepost/models"
	"fencepost/trace"
)

// A choice is the set of stores that a load or an RMW may read. If a store is hidden, all earlier
// stores of its thread are hidden, too. So the set has a suffix of each thread's stores, and the
// stores need not be visited one by one, only counted and picked. For an RMW it has a suffix of each
// thread's blocks, of which the RMW reads the ends.
type choice struct {
	stamp   int64
	thread  trace.ThreadID
	loc     models.Loc
	kind    trace.Kind
	order   trace.Order
	part    models.Part
	n       int
	base    bool // the set contains the initial content, or the end of its block
	spans   []span
	left    []span           // scratch of merged
	from    []models.StoreID // scratch of inOrder: by thread, the oldest store of the choice
	listed  bool             // list holds the whole set
	list    []int32
	room    []int32 // memory for list
	failing bool    // of a compare-exchange: the set has more stores than it may read; see pick
	// The store that was picked last.
	id    models.StoreID
	store int32
}

// A span is a part of a view's stores or blocks.
type span struct{ view, from, to int32 }

// maxListed bounds the stores that are listed for an RMW. If there are more, the stores are in the
// order of the heads of their blocks, and a compare-exchange searches for a store that it may read
// from the chosen place on.
const maxListed = 64

// Pick returns the k-th of the stores that Read counted. Number 0 is the oldest in execution order.
// See maxListed for RMWs with very many.
func (m *Memory) Pick(op *models.Op, k int) models.StoreID {
	c := &m.choice
	c.store = m.pick(op, k)
	c.id = m.stores[c.store].id
	return c.id
}

// Readable appends the stores that op may read, oldest first in execution order.
func (m *Memory) Readable(dst []models.StoreID, op *models.Op) []models.StoreID {
	l := &m.locs[op.Loc]
	switch {
	case !l.atomic && (op.Kind == trace.Load && op.Order == trace.Plain || op.Word):
		return append(dst, l.id)
	case !l.atomic:
		m.enter(op.Loc)
	case op.Word:
		return append(dst, m.stores[l.last].id)
	}
	m.choose(l, op)
	for k := range m.choice.n {
		dst = append(dst, m.Pick(op, k))
	}
	return dst
}

// choose sets m.choice to the choice of op, an access to l.
func (m *Memory) choose(l *location, op *models.Op) {
	c := &m.choice
	if c.stamp == m.stamp && c.thread == op.Thread && c.loc == op.Loc && c.kind == op.Kind && c.order == op.Order && c.part == op.Part {
		return
	}
	c.stamp, c.thread, c.loc, c.kind, c.order, c.part = m.stamp, op.Thread, op.Loc, op.Kind, op.Order, op.Part
	c.listed, c.failing, c.store = false, false, 0
	switch {
	case l.total && m.chooseTotal(l, op):
	case op.Kind == trace.Load:
		p := m.priorsOf(op.Thread, op.Loc, op.Part, op.Order == trace.SeqCst)
		if p.logged {
			c.room = m.appendOpen(c.room[:0], p)
			c.n, c.list, c.listed = len(c.room), c.room, true
			return
		}
		m.spanStores(p)
	case !op.CAS:
		m.spanBlocks(m.priorsOf(op.Thread, op.Loc, op.Part, op.Order == trace.SeqCst))
		if c.n > 1 && c.n <= maxListed {
			c.room = m.appendMembers(c.room[:0], true)
			m.sortList()
		}
	default:
		m.chooseCAS(op)
	}
}

// chooseTotal is choose for a location whose stores are in total order. It reports false, and does
// nothing, if an RMW may read too many stores to list.
func (m *Memory) chooseTotal(l *location, op *models.Op) bool {
	ends := m.visible(l, op, op.Order == trace.SeqCst)
	from := ends
	if op.CAS && op.Order != op.Fail {
		from = m.visible(l, op, op.Fail == trace.SeqCst)
	}
	c, list := &m.choice, l.order[from:]
	if op.Kind != trace.Load {
		if len(list) > maxListed {
			return false
		}
		c.room = c.room[:0]
		for i := min(from, ends); i < len(l.order); i++ {
			s := l.order[i]
			st := &m.stores[s]
			fits := i >= ends && m.blocks[st.block].tail == s
			if op.CAS && st.value != op.Expect {
				fits = i >= from
			}
			if fits {
				c.room = append(c.room, s)
			}
		}
		list = c.room
	}
	c.n, c.list, c.listed = len(list), list, true
	return true
}

// spanStores sets the choice to all stores that are not hidden.
func (m *Memory) spanStores(p *priorSet) {
	priors := p.stores
	c := &m.choice
	l := &m.locs[c.loc]
	c.spans = c.spans[:0]
	c.base = l.base != 0 && len(priors) == 0
	c.n = 0
	if c.base {
		c.n = 1
	}
	covered := m.coveredBy(l, p)
	if l.index == 0 {
		for i := l.views; i != 0; i = m.views[i].next {
			v := &m.views[i]
			from := 0
			if len(priors) > 0 {
				from = m.firstVisible(v, priors, covered)
			}
			m.addSpan(i, from, len(v.stores))
		}
		return
	}
	tips := m.indexes[l.index].tips
	for i := range tips {
		t := &tips[i]
		switch {
		case t.block == 0:
		case len(priors) == 0:
			m.addSpan(t.view, 0, int(t.stores))
		case covered != nil && t.head != noThread && covered.clock[t.head+1] >= t.number:
		case covered != nil && t.head != noThread && covered.clock[t.thread+1] >= t.before && !covered.has(t.block):
			m.addSpan(t.view, int(t.stores)-1, int(t.stores))
		default:
			m.addSpan(t.view, m.firstVisible(&m.views[t.view], priors, covered), int(t.stores))
		}
	}
}

// coveredBy returns the cover of the priors of an access to l, or nil if they are few.
func (m *Memory) coveredBy(l *location, p *priorSet) *cover {
	if l.total || len(p.stores) == 0 || l.index == 0 && len(p.stores) < manyPriors {
		return nil
	}
	if !p.covered {
		p.cover.of(m, p.stores)
		p.covered = true
	}
	return &p.cover
}

// fewHeads is how many heads of blocks firstVisible compares with a cover before it searches.
const fewHeads = 16

// firstVisible returns the index of the first store of a view that is not hidden.
func (m *Memory) firstVisible(v *view, priors []int32, covered *cover) int {
	list := v.stores
	from := len(list)
	if covered != nil && covered.heads {
		last := covered.clock[v.thread+1]
		for first := max(from-fewHeads, 0); from > first && list[from-1].head != noNumber; from-- {
			if list[from-1].head <= last {
				return from
			}
		}
	}
	for first := max(from-nearEnd, 0); from > 0 && !m.hidden(list[from-1].store, priors, covered); from-- {
		if from == first {
			return 1 + lastUpTo(from, func(k int) bool { return m.hidden(list[k].store, priors, covered) })
		}
	}
	return from
}

// spanBlocks sets the choice to all blocks whose ends are not hidden.
func (m *Memory) spanBlocks(p *priorSet) {
	priors := p.stores
	c := &m.choice
	l := &m.locs[c.loc]
	c.spans = c.spans[:0]
	covered := m.coveredBy(l, p)
	c.base = l.origin != 0 && !m.hidden(m.blocks[l.origin].tail, priors, covered)
	c.n = 0
	if c.base {
		c.n = 1
	}
	for i := l.views; i != 0; i = m.views[i].next {
		list := m.views[i].blocks
		from := 0
		if len(priors) > 0 {
			from = 1 + lastUpTo(len(list), func(k int) bool { return m.hidden(m.blocks[list[k]].tail, priors, covered) })
		}
		m.addSpan(i, from, len(list))
	}
}

func (m *Memory) addSpan(view int32, from, to int) {
	if from < to {
		m.choice.spans = append(m.choice.spans, span{view, int32(from), int32(to)})
		m.choice.n += to - from
	}
}

// chooseCAS sets the choice to the stores that a compare-exchange may read: to succeed the end of a
// block with the expected value, and to fail any store with another value.
func (m *Memory) chooseCAS(op *models.Op) {
	c := &m.choice
	m.spanStores(m.priorsOf(op.Thread, op.Loc, op.Part, op.Fail == trace.SeqCst))
	if c.n > maxListed {
		c.failing = true
		return
	}
	c.room = m.appendMembers(c.room[:0], false)
	c.room = slices.DeleteFunc(c.room, func(s int32) bool { return m.stores[s].value == op.Expect })
	failing := len(c.room)
	m.spanBlocks(m.priorsOf(op.Thread, op.Loc, op.Part, op.Order == trace.SeqCst))
	c.room = m.appendMembers(c.room, true)
	ends := slices.DeleteFunc(c.room[failing:], func(s int32) bool { return m.stores[s].value != op.Expect })
	c.room = c.room[:failing+len(ends)]
	m.sortList()
}

// appendMembers appends the stores of the spans, or the ends of the blocks of the spans, in any order.
func (m *Memory) appendMembers(dst []int32, blocks bool) []int32 {
	c := &m.choice
	l := &m.locs[c.loc]
	switch {
	case c.base && blocks:
		dst = append(dst, m.blocks[l.origin].tail)
	case c.base:
		dst = append(dst, l.base)
	}
	for _, s := range c.spans {
		for i := s.from; i < s.to; i++ {
			dst = append(dst, m.member(s.view, int(i), blocks))
		}
	}
	return dst
}

// sortList sets the choice to the listed stores, in execution order.
func (m *Memory) sortList() {
	c := &m.choice
	slices.SortFunc(c.room, func(a, b int32) int { return int(m.stores[a].id - m.stores[b].id) })
	c.n, c.list, c.listed = len(c.room), c.room, true
}

// pick returns the k-th store of the choice.
func (m *Memory) pick(op *models.Op, k int) int32 {
	c := &m.choice
	switch {
	case c.listed:
		return c.list[k]
	case !c.failing:
		return m.nth(k, op.Kind != trace.Load)
	}
	priors := m.priorsOf(op.Thread, op.Loc, op.Part, op.Order == trace.SeqCst).stores
	for i := range c.n {
		s := m.nth((k+i)%c.n, false)
		st := &m.stores[s]
		if st.value != op.Expect || m.blocks[st.block].tail == s && !m.hidden(s, priors, nil) {
			return s
		}
	}
	panic("c11: a compare-exchange may read nothing")
}

// nth returns the k-th store of the spans in execution order. If blocks is set the spans are of
// blocks: nth returns the end of the k-th block in the order of the heads.
func (m *Memory) nth(k int, blocks bool) int32 {
	c := &m.choice
	l := &m.locs[c.loc]
	if c.base {
		if k == 0 {
			if blocks {
				return m.blocks[l.origin].tail
			}
			return l.base
		}
		k--
	}
	if len(c.spans) == 1 {
		return m.member(c.spans[0].view, int(c.spans[0].from)+k, blocks)
	}
	n := c.n
	if c.base {
		n--
	}
	switch {
	case c.n <= maxListed && min(k, n-1-k)*len(c.spans) <= m.running:
		return m.merged(k, blocks)
	case !blocks:
		if s := m.inOrder(l, k, n); s != 0 {
			return s
		}
	}
	// Search for the greatest event such that at most k entries are older.
	lo, hi := int32(math.MaxInt32), int32(0)
	for _, s := range c.spans {
		lo = min(lo, m.age(s.view, int(s.from), blocks))
		hi = max(hi, m.age(s.view, int(s.to)-1, blocks))
	}
	for lo < hi {
		mid := lo + (hi-lo+1)/2
		older := 0
		for _, s := range c.spans {
			older += m.olderThan(s, mid, blocks)
		}
		if older <= k {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	for _, s := range c.spans {
		i := int(s.from) + m.olderThan(s, lo, blocks)
		if i < int(s.to) && m.age(s.view, i, blocks) == lo {
			return m.member(s.view, i, blocks)
		}
	}
	panic("c11: fewer stores than counted")
}

// maxVisits bounds the stores that inOrder visits for each store of the choice.
const maxVisits = 8

// inOrder is nth for stores. It visits the stores of the location in execution order, from the oldest
// or the newest of the choice, whichever is nearer. It returns 0 if there are too many others between
// them.
func (m *Memory) inOrder(l *location, k, n int) int32 {
	c := &m.choice
	c.from = slices.Grow(c.from[:0], m.running)[:m.running]
	for t := range c.from {
		c.from[t] = math.MaxInt32
	}
	oldest := int32(math.MaxInt32)
	for _, s := range c.spans {
		v := &m.views[s.view]
		id := v.stores[s.from].id
		c.from[v.thread] = id
		oldest = min(oldest, id)
	}
	at, step := 0, 1
	if newest := n - 1 - k; newest <= k {
		k, at, step = newest, len(l.order)-1, -1
	} else {
		at, _ = slices.BinarySearchFunc(l.order, oldest, func(s, id int32) int { return int(m.stores[s].id - id) })
	}
	for range maxVisits * n {
		s := l.order[at]
		at += step
		if st := &m.stores[s]; st.thread == noThread || st.id < c.from[st.thread] {
			continue
		}
		if k == 0 {
			return s
		}
		k--
	}
	return 0
}

// merged is nth for few entries. It merges the spans from the oldest entry or from the newest,
// whichever is nearer.
func (m *Memory) merged(k int, blocks bool) int32 {
	c := &m.choice
	n := c.n
	if c.base {
		n--
	}
	newest := k > n/2
	if newest {
		k = n - 1 - k
	}
	left := c.spans
	if k > 0 {
		c.left = append(c.left[:0], c.spans...)
		left = c.left
	}
	for {
		best, at := m.extreme(left, newest, blocks)
		if k == 0 {
			return m.member(best.view, at, blocks)
		}
		k--
		if newest {
			best.to--
		} else {
			best.from++
		}
	}
}

// extreme returns the span with the newest or the oldest entry of all, and the entry's index.
func (m *Memory) extreme(spans []span, newest, blocks bool) (best *span, at int) {
	age := int32(0)
	for i := range spans {
		s := &spans[i]
		if s.from == s.to {
			continue
		}
		place := int(s.from)
		if newest {
			place = int(s.to) - 1
		}
		if a := m.age(s.view, place, blocks); age == 0 || (a > age) == newest {
			best, at, age = s, place, a
		}
	}
	return best, at
}

// member returns entry i of a view's stores, or the end of its block i.
func (m *Memory) member(view int32, i int, blocks bool) int32 {
	v := &m.views[view]
	if blocks {
		return m.blocks[v.blocks[i]].tail
	}
	return v.stores[i].store
}

// age returns the event of entry i of a view's stores, or of the head of its
// block i.
func (m *Memory) age(view int32, i int, blocks bool) int32 {
	v := &m.views[view]
	if blocks {
		return m.blocks[v.blocks[i]].head
	}
	return v.stores[i].id
}

// olderThan counts the entries of span s whose events are before id.
func (m *Memory) olderThan(s span, id int32, blocks bool) int {
	return 1 + lastUpTo(int(s.to-s.from), func(i int) bool { return m.age(s.view, int(s.from)+i, blocks) < id })
}
