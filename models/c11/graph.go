package c11

// A block is a node of the modification-order graph: a store, which is its head, and the RMWs that
// read it and each other, in modification order. No other store comes between them, so an edge from
// or to one of them is an edge from or to the block.
//
// The clock of a block holds, for each thread, the number of the latest head by that thread among the
// block and the blocks before it. Heads by one thread are ordered, so one comparison decides whether
// a path leads from one block to another (Theorem 1 of the paper, applied to heads). The block of the
// initial content, whose head is by no thread, precedes all others without edges.
//
// If the stores of a location are in total order its blocks have neither edges nor clocks. Their
// order is the execution order of their heads.
type block struct {
	thread int32 // of the head; noThread: the initial content
	number int32 // of the head among the events of its thread
	head   int32 // event ID
	tail   int32 // the last store
	out    int32 // first edge
	// fence is the number of a seq_cst fence, or 0. What precedes the block is what threads knew before
	// this fence or an earlier one, and what precedes that.
	fence int32
	total bool // the stores to its location are in total order
}

const noThread = -1

// An edge leads from the block in whose list it is to block to.
type edge struct {
	to   int32
	next int32 // edge of the same list
}

// newBlock makes a block of a location whose stores are in total order.
func (m *Memory) newBlock(thread, number, head, tail int32) int32 {
	b := m.spare.block
	if b != 0 {
		m.spare.block = m.blocks[b].out
	} else {
		n := len(m.blocks)
		if n == cap(m.blocks) {
			m.blocks = append(m.blocks, block{})
		}
		m.blocks = m.blocks[:n+1]
		b = int32(n)
	}
	k := &m.blocks[b]
	k.thread, k.number, k.head, k.tail, k.out, k.fence, k.total = thread, number, head, tail, 0, 0, true
	return b
}

// enterGraph puts block b into the graph with a zero clock, and returns the clock.
func (m *Memory) enterGraph(b int32) (clock []int32) {
	m.blocks[b].total = false
	m.before = m.reach(m.before, b)
	clock = m.clockAt(m.before, b)
	clearClock(clock)
	return clock
}

// makeGraph puts the blocks of l into the graph. It is called before the first store that leaves the
// total order.
func (m *Memory) makeGraph(l *location) {
	last := int32(0)
	for _, s := range l.order {
		m.stores[s].floor = m.stores[s].c
		b := m.stores[s].block
		if b == last {
			continue
		}
		clock := m.enterGraph(b)
		if last != 0 && m.blocks[last].thread != noThread {
			m.newEdge(last, b)
			copyClock(clock, m.clockAt(m.before, last))
		}
		if k := &m.blocks[b]; k.thread != noThread {
			clock[threadIndex(k.thread)] = k.number
		}
		last = b
	}
}

func (m *Memory) freeBlock(b int32) {
	for e := m.blocks[b].out; e != 0; {
		next := m.edges[e].next
		m.edges[e].next = m.spare.edge
		m.spare.edge = e
		e = next
	}
	m.blocks[b].out = m.spare.block
	m.spare.block = b
}

// reaches reports whether block a comes before another block b.
func (m *Memory) reaches(a, b int32) bool {
	t := m.blocks[a].thread
	switch {
	case t == noThread:
		return true
	case m.blocks[b].total:
		return m.blocks[a].head < m.blocks[b].head
	}
	return m.before[int(b)*m.width+int(t)+1] >= m.blocks[a].number
}

// precedes reports whether store a comes before store b of the same location in
// every modification order that is still possible.
func (m *Memory) precedes(a, b int32) bool {
	x, y := &m.stores[a], &m.stores[b]
	if x.block == y.block {
		return x.place < y.place
	}
	return m.reaches(x.block, y.block)
}

func (m *Memory) newEdge(a, b int32) {
	e := m.spare.edge
	if e != 0 {
		m.spare.edge = m.edges[e].next
	} else {
		e = int32(len(m.edges))
		m.edges = append(m.edges, edge{})
	}
	m.edges[e] = edge{b, m.blocks[a].out}
	m.blocks[a].out = e
}

// addEdge orders block a before block b, which must not reach a: ADDEDGE and
// MERGE of Figure 4.
func (m *Memory) addEdge(a, b int32) {
	if a == b || m.reaches(a, b) {
		return
	}
	m.newEdge(a, b)
	m.follow(a, b, m.clockAt(m.before, a))
}

// addEdges orders all blocks of a cover before block b, unless they are b. b must reach none of them.
// The cover is of no use any more.
func (m *Memory) addEdges(c *cover, b int32) {
	if m.newEdges(c, b) {
		m.follow(0, b, c.clock)
	}
}

// newEdges adds the edges of addEdges, and the heads of the blocks to the clock of the cover. It
// reports whether there are new edges.
func (m *Memory) newEdges(c *cover, b int32) (added bool) {
	for _, a := range c.blocks {
		k := &m.blocks[a]
		own := &c.clock[k.thread+1]
		if a == b || *own >= k.number || m.reaches(a, b) {
			continue
		}
		m.newEdge(a, b)
		*own = k.number
		added = true
	}
	return added
}

// follow adds clock past to the clocks of block b and of all blocks after b. If past is the clock of one
// block, a is that block. Otherwise a is 0.
func (m *Memory) follow(a, b int32, past []int32) {
	clock := m.clockAt(m.before, b)
	m.blocks[b].fence = 0
	if m.blocks[b].out == 0 {
		m.joinClock(clock, past)
		return
	}
	// Only counters that are new to b can be new to the blocks after b.
	m.news = m.news[:0]
	for i, n := range past[:m.running+1] {
		if n > clock[i] {
			clock[i] = n
			m.news = append(m.news, news{int32(i), n})
		}
	}
	m.queue = append(m.queue[:0], b)
	for i := 0; i < len(m.queue); i++ {
		for e := m.blocks[m.queue[i]].out; e != 0; e = m.edges[e].next {
			to := m.edges[e].to
			clock := m.clockAt(m.before, to)
			if a != 0 && m.reaches(a, to) || a == 0 && !m.newsTo(clock) {
				continue
			}
			for _, n := range m.news {
				clock[n.counter] = max(clock[n.counter], n.number)
			}
			m.queue = append(m.queue, to)
		}
	}
}

// newsTo reports whether some of m.news is new to a clock.
func (m *Memory) newsTo(clock []int32) bool {
	for _, n := range m.news {
		if n.number > clock[n.counter] {
			return true
		}
	}
	return false
}

// A news is a new value of a counter of a clock.
type news struct{ counter, number int32 }
