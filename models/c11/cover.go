package c11

// A cover answers for any store to a location whether one of a set of stores comes after it. The cost
// does not depend on the size of the set: a block precedes one of the set's blocks if and only if the
// join of the clocks of these blocks contains it.
type cover struct {
	clock  []int32 // the join, in which a block's own head does not count; counter 0: -1 if it has no clock
	blocks []int32 // of the stores, each once; without some that precede others
	stores []int32 // by index in blocks: the last of the stores in the block
	at     []int32 // by block: its index in blocks, if it is there
	heads  bool    // all of the stores are heads of their blocks
	fence  int32   // clock has what precedes the blocks whose fence is this or an earlier one
}

// manyPriors is the number of stores from which a location with few views uses a cover, rather than
// comparing with each store.
const manyPriors = 6

// of makes c the cover of stores, the newest first. Their location is in the graph.
func (c *cover) of(m *Memory, stores []int32) {
	c.reset(m)
	for _, s := range stores {
		c.add(m, s)
	}
}

// reset makes c the cover of no store.
func (c *cover) reset(m *Memory) {
	c.clock = appendClock(c.clock[:0], m.width)
	c.clock[0] = -1
	c.blocks, c.stores, c.heads, c.fence = c.blocks[:0], c.stores[:0], true, 0
	if n := len(m.blocks); n > len(c.at) {
		c.at = append(c.at, make([]int32, n-len(c.at))...)
	}
}

func (c *cover) add(m *Memory, s int32) {
	st := &m.stores[s]
	if c.has(st.block) {
		if i := c.at[st.block]; m.stores[c.stores[i]].place < st.place {
			c.stores[i], c.heads = s, false
		}
		return
	}
	b := &m.blocks[st.block]
	own := &c.clock[b.thread+1]
	if *own >= b.number {
		return // the block and those before it are covered
	}
	c.heads = c.heads && st.place == 0
	c.at[st.block] = int32(len(c.blocks))
	c.blocks, c.stores = append(c.blocks, st.block), append(c.stores, s)
	if b.thread == noThread {
		return
	}
	before := *own
	switch clock := m.clockAt(m.before, st.block); {
	case b.fence != 0 && b.fence <= c.fence:
	case c.clock[0] < 0:
		copyClock(c.clock, clock)
		c.fence = b.fence
	default:
		m.joinClock(c.clock, clock)
		c.fence = max(c.fence, b.fence)
	}
	*own = max(before, b.number-1)
}

// has reports whether one of the stores is in a block.
func (c *cover) has(block int32) bool {
	i := c.at[block]
	return int(i) < len(c.blocks) && c.blocks[i] == block
}

// includes reports whether s is one of the stores, and the last of them in its block.
func (c *cover) includes(m *Memory, s int32) bool {
	b := m.stores[s].block
	return c.has(b) && c.stores[c.at[b]] == s
}

// hides reports whether one of the stores comes after store s.
func (c *cover) hides(m *Memory, s int32) bool {
	st := &m.stores[s]
	thread, number := st.thread, st.number
	if st.place > 0 {
		b := &m.blocks[st.block]
		thread, number = b.thread, b.number
	}
	if c.clock[thread+1] >= number {
		return true
	}
	return c.has(st.block) && m.stores[c.stores[c.at[st.block]]].place > st.place
}
