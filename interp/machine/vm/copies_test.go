package vm

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// hasCopy is HasCopies of one block, told again: it looks at all values, for this block alone.
func (m *VM) hasCopy(b Block, h *testHolder) bool {
	size := uint64(max(b.Size, 1))
	mask := uint64(1)<<bits.Len64(b.Addr+size) - 1
	match := func(v uint64) bool {
		for ; v >= b.Addr; v >>= 1 {
			if (v&mask)-b.Addr < size {
				return true
			}
		}
		return false
	}
	words := func(v uint64, size uint8) bool {
		if size <= 8 {
			return match(v)
		}
		return match(m.wides.Word(v, size, 0)) || match(m.wides.Word(v, size, 1))
	}
	register := func(v int64) bool { return match(uint64(v)) || m.wides.Bytes() > 0 && words(uint64(v), 16) }
	for _, t := range m.threads {
		if t.State == Done {
			if !t.joined && match(uint64(t.result)) {
				return true
			}
			continue
		}
		for pc, base := range map[int]int{t.pc: t.base, t.frames[0].pc: t.frames[0].base} {
			for _, r := range m.lives[t.fn][pc] {
				if register(t.regs[base+int(r)]) {
					return true
				}
			}
		}
		if register(t.result) || slices.ContainsFunc(t.values, register) {
			return true
		}
		if t.bulk.active && (match(t.bulk.dst) || match(t.bulk.src) ||
			slices.ContainsFunc(t.bulk.chunks, func(c chunk) bool { return register(int64(c.value)) })) {
			return true
		}
	}
	for l := range m.space.locs {
		at := &m.space.locs[l]
		if at.size == 0 || at.obj < 0 || m.space.objs[at.obj].dead {
			continue
		}
		values := h.held[l]
		for _, p := range h.pending {
			if p.Loc == models.Loc(l) {
				values = append(slices.Clone(values), p.Value)
			}
		}
		if slices.ContainsFunc(values, func(v uint64) bool { return words(v, at.size) }) {
			return true
		}
	}
	for i := range m.space.objs {
		o := &m.space.objs[i]
		if o.dead || !o.private && !m.space.replaced {
			continue
		}
		for at := int64(0); at+8 <= o.size; at++ {
			if match(word(m.space.arena[int64(o.base)+at:], 8)) {
				return true
			}
		}
	}
	return false
}

// A testHolder is a Holder of given values.
type testHolder struct {
	held    [][]uint64 // by location
	pending []models.Pending
}

func (h *testHolder) Held(l models.Loc, least uint64, match, use func(v uint64) bool) {
	for _, v := range h.held[l] {
		if v >= least && match(v) && !use(v) {
			return
		}
	}
}

func (h *testHolder) Pending(use func(l models.Loc, v uint64) bool) {
	for _, p := range h.pending {
		if !use(p.Loc, p.Value) {
			return
		}
	}
}

// A copyTest is a random state of a VM, and freed blocks.
type copyTest struct {
	r      *rand.Rand
	m      VM
	h      testHolder
	freed  []Block
	heap   []int32 // objects that are alive
	chance int     // one in chance values is made of an address in a block
}

// value returns a value that may hold the address of a freed block, between other bits, or
// almost.
func (c *copyTest) value() uint64 {
	if c.r.IntN(c.chance) > 0 {
		return uint64(c.r.IntN(1 << 20))
	}
	b := c.freed[c.r.IntN(len(c.freed))]
	v := b.Addr + uint64(c.r.Int64N(b.Size+2)) - 1
	if c.r.IntN(3) == 0 {
		v |= c.r.Uint64() << bits.Len64(v)
	}
	if k := c.r.IntN(20); c.r.IntN(3) == 0 {
		v = v<<k | c.r.Uint64()>>(64-k)
	}
	return v
}

func (c *copyTest) valueOf(size uint8) uint64 {
	if size > 8 {
		return c.m.wides.Number(c.value(), c.value())
	}
	return c.value() & mask(size)
}

// size returns the size of an object: sometimes of many pages.
func (c *copyTest) size() int64 {
	if c.r.IntN(5) == 0 {
		return 1 + c.r.Int64N(1<<uint(8+c.r.IntN(12)))
	}
	return 8 + c.r.Int64N(40)
}

// change makes, frees and changes some of the objects and values.
func (c *copyTest) change(t *testing.T) {
	r, s := c.r, &c.m.space
	for range r.IntN(8) {
		private := r.IntN(4) == 0
		n := s.add(heapObject, "", nil, c.size(), 1, private)
		if n < 0 {
			t.Fatal("no memory")
		}
		c.heap = append(c.heap, n)
		o := &s.objs[n]
		for off := o.base; !private && off+16 < o.base+uint32(o.size) && off < o.base+64; {
			size := []uint8{4, 8, 8, 8, 16}[r.IntN(5)]
			s.locs = append(s.locs, location{addr: o.addr + uint64(off-o.base), off: off, size: size, obj: n})
			s.place(models.Loc(len(s.locs) - 1))
			c.h.held = append(c.h.held, nil)
			off += uint32(size)
		}
	}
	for range r.IntN(6) {
		if k := r.IntN(len(c.heap) + 1); k < len(c.heap) {
			n := c.heap[k]
			c.heap = slices.Delete(c.heap, k, k+1)
			if o := &s.objs[n]; !o.private {
				c.freed = append(c.freed, Block{Addr: o.addr, Size: o.size, object: n})
			}
			s.kill(n, 0, nil, true)
		}
	}
	c.freed = slices.DeleteFunc(c.freed, func(b Block) bool { return s.objs[b.object].addr != b.Addr || !s.objs[b.object].dead })
	if len(c.freed) == 0 {
		return
	}
	for l := range s.locs {
		if at := &s.locs[l]; r.IntN(4) == 0 {
			c.h.held[l] = c.h.held[l][:0]
			for range r.IntN(3) {
				c.h.held[l] = append(c.h.held[l], c.valueOf(max(at.size, 1)))
			}
		}
	}
	c.h.pending = c.h.pending[:0]
	for range r.IntN(3) {
		if n := len(s.locs); n > 0 {
			l := r.IntN(n)
			c.h.pending = append(c.h.pending, models.Pending{Loc: models.Loc(l), Value: c.valueOf(max(s.locs[l].size, 1))})
		}
	}
	for _, n := range c.heap {
		if o := &s.objs[n]; r.IntN(3) == 0 && o.size >= 8 {
			code.PutWord(s.arena[int64(o.base)+r.Int64N(o.size-7):], 8, c.value())
		}
	}
	for _, u := range c.m.threads {
		u.State = []State{Ready, Done}[r.IntN(2)]
		u.joined, u.bulk.active = r.IntN(2) == 0, r.IntN(4) == 0
		u.result, u.bulk.dst, u.bulk.src = int64(c.value()), c.value(), c.value()
		u.bulk.chunks = append(u.bulk.chunks[:0], chunk{value: c.value()})
		u.values = append(u.values[:0], int64(c.value()))
		for i := range u.regs {
			u.regs[i] = int64(c.value())
		}
	}
}

// The search for all blocks at once finds of each block what the search for this block finds.
func TestHasCopies(t *testing.T) {
	t.Parallel()
	copied, free := 0, 0
	for seed := range uint64(testsize.Count(300, 5000)) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := &copyTest{r: r, chance: 1 + r.IntN(200)}
		m := &c.m
		m.Init(&code.Program{}, nil, Config{Striped: r.IntN(2) == 0})
		m.space.keeps = maxFreed
		m.begin(context.Background())
		f := &code.Func{}
		m.lives = map[*code.Func][][]uint8{f: {{0}, {1, 2}}}
		for n := range trace.ThreadID(r.IntN(3)) {
			m.threads = append(m.threads, &Thread{ID: n, fn: f, pc: 1, base: 4, regs: make([]int64, 8), frames: []frame{{fn: f}}})
		}
		for step := range 12 {
			c.change(t)
			m.space.replaced = m.space.replaced || step > 8 && r.IntN(4) == 0
			got, _ := m.HasCopies(c.freed, &c.h)
			for i, b := range c.freed {
				want := m.hasCopy(b, &c.h)
				if got[i] != want {
					t.Fatalf("seed %d, step %d: block %#x of %d bytes: copied %v, want %v", seed, step, b.Addr, b.Size, got[i], want)
				}
				if want {
					copied++
				} else {
					free++
				}
			}
		}
	}
	if min(copied, free) < (copied+free)/10 {
		t.Errorf("%d blocks have copies and %d have none", copied, free)
	}
}
