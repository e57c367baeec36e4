package c11

// A cover answers for any store to a location whether one of a set of stores comes after it. The cost
// does not depend on the size of the set: a block precedes one of the set's blocks if and only if the
// join of the clocks of these blocks contains it.
type cover struct {
	clock  []int32 // the join, in which a block's own head does not count
	blocks []int32 // of the stores, each once
	places []int32 // by index in blocks: the place of the last of the stores in the block
	at     []int32 // by block: its index in blocks, if it is there
	heads  bool    // all of the stores are heads of their blocks
}

// manyPriors is the number of stores from which a location with few views uses a cover, rather than
// comparing with each store.
const manyPriors = 6

// coverOf sets m.cover to the cover of stores, the newest first. Their location is in the graph.
func (m *Memory) coverOf(stores []int32) *cover {
	c := &m.cover
	c.clock = appendClock(c.clock[:0], m.width)
	c.blocks, c.places, c.heads = c.blocks[:0], c.places[:0], true
	if n := len(m.blocks); n > len(c.at) {
		c.at = append(c.at, make([]int32, n-len(c.at))...)
	}
	for _, s := range stores {
		c.add(m, s)
	}
	return c
}

func (c *cover) add(m *Memory, s int32) {
	st := &m.stores[s]
	c.heads = c.heads && st.place == 0
	if c.has(st.block) {
		i := c.at[st.block]
		c.places[i] = max(c.places[i], st.place)
		return
	}
	c.at[st.block] = int32(len(c.blocks))
	c.blocks, c.places = append(c.blocks, st.block), append(c.places, st.place)
	b := &m.blocks[st.block]
	if b.thread == noThread {
		return
	}
	own := &c.clock[b.thread+1]
	if *own >= b.number {
		return // the blocks before this one are covered
	}
	before := *own
	m.joinClock(c.clock, m.clockAt(m.before, st.block))
	*own = max(before, b.number-1)
}

// has reports whether one of the stores is in a block.
func (c *cover) has(block int32) bool {
	i := c.at[block]
	return int(i) < len(c.blocks) && c.blocks[i] == block
}

// hides reports whether one of the stores comes after store s.
func (c *cover) hides(m *Memory, s int32) bool {
	st := &m.stores[s]
	thread, number := st.thread, st.number
	if st.place > 0 {
		b := &m.blocks[st.block]
		thread, number = b.thread, b.number
	}
	if thread != noThread && c.clock[thread+1] >= number {
		return true
	}
	own := c.has(st.block)
	return own && c.places[c.at[st.block]] > st.place || thread == noThread && (!own || len(c.blocks) > 1)
}
