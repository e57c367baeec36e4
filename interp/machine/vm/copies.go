package vm

import (
	"math/bits"

	"fencepost/interp/code"
	"fencepost/models"
)

// A Holder knows which values of locations threads may still read.
type Holder interface {
	// Held calls use with values of location l that a thread may still read and for which match
	// holds, until use returns false. match holds for no value below least, and may hold for fewer
	// values after a call of use. Held need not report values of stores that Pending reports.
	Held(l models.Loc, least uint64, match, use func(v uint64) bool)
	// Pending calls use with the location and the value of each pending store, until use returns false.
	Pending(use func(l models.Loc, v uint64) bool)
}

// copies is a search for copies of the addresses of freed blocks. All blocks are sought together.
//
// A value holds a copy of the address of a block if the bits of an address in the block are somewhere
// among its bits: the upper bits of a value may hold something else beside the address, and so may
// its lower bits.
type copies struct {
	sought  []soughtBlock // those of which no copy was found yet
	least   uint64        // the lowest address
	offsets uint64        // each address in a block is below this, modulo code.SlotSize
	slots   [soughtSlots / 64]uint64
	at      models.Loc // the location whose values are looked at
	looked  int        // locations and values looked at

	match, use func(v uint64) bool               // m.matchesCopy and m.useCopy
	pending    func(l models.Loc, v uint64) bool // m.usePending

	live    []models.Loc // the first locations, in order, without those that were dead when they were looked at
	listed  int          // the number of locations from which live was made
	private []int32      // the private ones of the first objects
	sorted  int          // the number of these objects
}

// A soughtBlock is a block of which a copy is sought.
type soughtBlock struct {
	first, size uint64 // addresses
	mask        uint64 // the bits of an address in the block
	object      int32
	index       int
}

// soughtSlots is how many low bits of the numbers of slots copies.slots distinguishes, as a power of 2.
const soughtSlots = 1 << 10

// reset forgets the execution.
func (c *copies) reset() {
	c.live, c.listed, c.private, c.sorted = c.live[:0], 0, c.private[:0], 0
}

// seek makes the blocks those that are sought.
func (c *copies) seek(blocks []Block) {
	*c = copies{sought: c.sought[:0], least: ^uint64(0), match: c.match, use: c.use, pending: c.pending,
		live: c.live, listed: c.listed, private: c.private, sorted: c.sorted}
	for i := range blocks {
		b := &blocks[i]
		size := uint64(max(b.Size, 1))
		width := bits.Len64(b.Addr + size)
		c.sought = append(c.sought, soughtBlock{b.Addr, size, 1<<width - 1, b.object, i})
		c.least = min(c.least, b.Addr)
		c.offsets = max(c.offsets, size)
		// Bits of a value above the address may be any.
		step := uint64(soughtSlots)
		if width < code.SlotBits+bits.Len(soughtSlots-1) {
			step = 1 << max(width-code.SlotBits, 0)
		}
		first := b.Addr >> code.SlotBits
		for k := range min((b.Addr+size-1)>>code.SlotBits-first+1, soughtSlots) {
			for n := (first + k) % step; n < soughtSlots; n += step {
				c.slots[n/64] |= 1 << (n % 64)
			}
		}
	}
}

// find returns the index in sought of a block of whose address v holds a copy, or -1.
func (c *copies) find(v uint64) int {
	for ; v >= c.least; v >>= 1 {
		slot := v >> code.SlotBits % soughtSlots
		if v%code.SlotSize >= c.offsets || c.slots[slot/64]>>(slot%64)&1 == 0 {
			continue
		}
		for i := range c.sought {
			if b := &c.sought[i]; v&b.mask-b.first < b.size {
				return i
			}
		}
	}
	return -1
}

// take ends the search for all blocks of whose address v holds a copy. at is the location of v, or -1.
// It reports whether blocks are left.
func (m *VM) take(v uint64, at models.Loc) bool {
	c := &m.copies
	for i := c.find(v); i >= 0; i = c.find(v) {
		b := &c.sought[i]
		m.copied[b.index] = true
		if at >= 0 {
			m.space.objs[b.object].lastCopy = at + 1
		}
		last := len(c.sought) - 1
		c.sought[i] = c.sought[last]
		c.sought = c.sought[:last]
	}
	return len(c.sought) > 0
}

// HasCopies reports for each of the blocks, which were freed, whether a copy of its address may be
// left: in a register that may still be read, in a thread's private memory, or in a location that
// threads share. The result is valid until the next call. looked is the number of values looked at.
func (m *VM) HasCopies(blocks []Block, h Holder) (copied []bool, looked int) {
	m.copied = append(m.copied[:0], make([]bool, len(blocks))...)
	if len(blocks) == 0 {
		return m.copied, 0
	}
	m.copies.seek(blocks)
	m.seekCopies(h)
	return m.copied, m.copies.looked
}

// seekCopies looks at all values until no block is left.
func (m *VM) seekCopies(h Holder) {
	c, s := &m.copies, &m.space
	if c.match == nil {
		c.match, c.use, c.pending = m.matchesCopy, m.useCopy, m.usePending
	}
	for _, t := range m.threads {
		if t.State != Done && !m.takeThread(t) || t.State == Done && !t.joined && !m.take(uint64(t.result), -1) {
			return
		}
	}
	if h.Pending(c.pending); len(c.sought) == 0 || !m.takeLast(h) {
		return
	}
	c.list(s)
	for _, l := range c.live {
		if !m.takeHeld(h, l) {
			return
		}
	}
	if !s.replaced {
		for _, o := range c.private {
			if !s.objs[o].dead && !m.takeContent(&s.objs[o]) {
				return
			}
		}
		return
	}
	for i := range s.objs {
		if o := &s.objs[i]; !o.dead && !m.takeContent(o) {
			return
		}
	}
}

// list updates live and private.
func (c *copies) list(s *space) {
	left := c.live[:0]
	for _, l := range c.live {
		if s.alive(l) {
			left = append(left, l)
		}
	}
	for ; c.listed < len(s.locs); c.listed++ {
		if l := models.Loc(c.listed); s.alive(l) {
			left = append(left, l)
		}
	}
	c.live = left
	for ; c.sorted < len(s.objs); c.sorted++ {
		if s.objs[c.sorted].private {
			c.private = append(c.private, int32(c.sorted))
		}
	}
}

// takeLast looks at the locations where copies were found last. A copy found there spares the look
// at all others.
func (m *VM) takeLast(h Holder) bool {
	c, s := &m.copies, &m.space
	last := models.Loc(-1)
	for i := 0; i < len(c.sought); {
		b := c.sought[i]
		l := s.objs[b.object].lastCopy - 1
		if l >= 0 && l != last && int(l) < len(s.locs) && s.alive(l) && !m.takeHeld(h, l) {
			return false
		}
		last = l
		if i < len(c.sought) && c.sought[i].index == b.index {
			i++
		}
	}
	return true
}

// takeHeld looks at the values of a location that threads may read.
func (m *VM) takeHeld(h Holder, l models.Loc) bool {
	c := &m.copies
	c.at = l
	c.looked++
	h.Held(l, c.least, c.match, c.use) // the number of a content is below least only if all words are: see trace.Wides
	return len(c.sought) > 0
}

// matchesCopy reports whether value v of location copies.at holds a copy.
func (m *VM) matchesCopy(v uint64) bool {
	c := &m.copies
	c.looked++
	size := m.space.locs[c.at].size
	if size <= 8 {
		return c.find(v) >= 0
	}
	for i := range size / 8 {
		if c.find(m.wides.Word(v, size, i)) >= 0 {
			return true
		}
	}
	return false
}

// useCopy looks at value v of location copies.at.
func (m *VM) useCopy(v uint64) bool {
	size := m.space.locs[m.copies.at].size
	if size <= 8 {
		return m.take(v, m.copies.at)
	}
	return m.takeWords(v, size, m.copies.at)
}

// usePending looks at value v of a pending store.
func (m *VM) usePending(l models.Loc, v uint64) bool {
	c := &m.copies
	c.looked++
	if !m.space.alive(l) {
		return true
	}
	c.at = l
	return m.useCopy(v)
}

// takeWords looks at the words of the value v of size bytes.
func (m *VM) takeWords(v uint64, size uint8, at models.Loc) bool {
	for i := range size / 8 {
		if !m.take(m.wides.Word(v, size, i), at) {
			return false
		}
	}
	return true
}

// takeContent looks at any eight consecutive bytes of object o in the arena.
func (m *VM) takeContent(o *memObject) bool {
	bytes := m.space.arena[o.base : int64(o.base)+o.size]
	m.copies.looked += len(bytes) / 8
	for at := 0; at+8 <= len(bytes); at++ {
		if v := word(bytes[at:], 8); v >= m.copies.least && !m.take(v, -1) {
			return false
		}
	}
	return true
}

// takeThread looks at the values that thread t may still use.
func (m *VM) takeThread(t *Thread) bool {
	wide := m.wides.Bytes() > 0
	take := func(v uint64) bool { return m.take(v, -1) && (!wide || m.takeWords(v, 16, -1)) }
	live := func(f *code.Func, pc, base int) bool {
		for _, r := range m.liveBefore(f, pc) {
			if !take(uint64(t.regs[base+int(r)])) {
				return false
			}
		}
		return true
	}
	for _, f := range t.frames {
		if !live(f.fn, f.pc, f.base) {
			return false
		}
	}
	if !live(t.fn, t.pc, t.base) || !take(uint64(t.result)) {
		return false
	}
	for _, v := range t.values {
		if !take(uint64(v)) {
			return false
		}
	}
	b := &t.bulk
	if !b.active {
		return true
	}
	for _, c := range b.chunks {
		if !take(c.value) {
			return false
		}
	}
	return m.take(b.dst, -1) && m.take(b.src, -1)
}
