package vm

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// Reuse says when malloc may return the address of memory that was freed. An allocator may
// do so at any time (C11 7.22.3), and then a compare-and-swap takes the new object for the
// old one whose address it has kept (ABA). Without such a copy of the address nothing can
// tell the two from each other.
//
// A free synchronises with the allocation that takes its block. An allocation is then a
// visible operation, for it matters which frees come before it.
type Reuse uint8

var reuseNames = [...]string{"never", "stale", "always"}

// MarshalText returns the name.
func (r Reuse) MarshalText() ([]byte, error) { return []byte(reuseNames[r]), nil }

// UnmarshalText takes a name.
func (r *Reuse) UnmarshalText(text []byte) (err error) {
	*r, err = ParseReuse(string(text))
	return err
}

// ParseReuse returns the rule of a name, which may be empty.
func ParseReuse(name string) (Reuse, error) {
	if name == "" {
		return ReuseNever, nil
	}
	for i, n := range reuseNames {
		if n == name {
			return Reuse(i), nil
		}
	}
	return 0, fmt.Errorf("unknown rule %q of reuse (known: %s)", name, strings.Join(reuseNames[:], ", "))
}

// The rules.
const (
	ReuseNever  Reuse = iota
	ReuseStale        // where another thread may run, and a copy of the address may be left in a register or in memory
	ReuseAlways       // wherever a block that was freed is large enough
)

// maxFreed is how many freed blocks of one execution of a machine may come back: those that
// were freed last.
const maxFreed = 64

// Recycles reports whether memory comes back in a program under rule r: it frees and
// allocates. Unless it always may, the program also has a compare-exchange of the size of an
// address or more, which may take a new object for the old one unless it expects a constant: in
// others every allocation would be a choice, and few of them compare addresses in another way.
func Recycles(p *code.Program, r Reuse) bool {
	if r == ReuseNever {
		return false
	}
	frees, allocates, compares := false, false, false
	for i := range p.Funcs {
		for _, in := range p.Funcs[i].Code {
			switch in.Op {
			case code.DCAS:
				compares = true
			case code.CAS:
				compares = compares || p.Access[in.Imm].Size >= 8 && !p.Access[in.Imm].Known
			case code.Sys:
				switch code.SysID(in.C) {
				case code.Free:
					frees = true
				case code.Realloc:
					frees, allocates = true, true
				case code.Malloc, code.Calloc, code.AlignedAlloc:
					allocates = true
				}
			}
		}
	}
	return frees && allocates && (compares || r == ReuseAlways)
}

// offers reports whether memory that is freed and allocated now may come back. If only one
// thread is left, nobody else can tell its blocks apart, and it may not look at what it has
// freed: then memory comes back only if it always may.
func (m *VM) offers() bool {
	if !m.reuses || m.config.Reuse == ReuseAlways {
		return m.reuses
	}
	return slices.ContainsFunc(m.threads[1:], func(t *Thread) bool { return !t.joined })
}

// Settle says that no copy is left of the address of block b: there will be none. Nothing can
// tell then whether an allocation gets it.
func (m *VM) Settle(b Block) { m.space.objs[b.object].settled = true }

// takeFreed makes an object of a block that was freed, as the driver says, and returns it; -1
// if it is to have other addresses.
func (m *VM) takeFreed(t *Thread, size int64) int32 {
	s := &m.space
	if !m.offers() {
		return -1
	}
	s.freed = slices.DeleteFunc(s.freed, func(n int32) bool { return s.objs[n].settled })
	m.blocks, m.fitting = m.blocks[:0], m.fitting[:0]
	for i, n := range s.freed {
		if o := &s.objs[n]; Fits(size, o.size) {
			m.blocks = append(m.blocks, Block{Addr: o.addr, Size: o.size, Allocated: *o.pos, Freed: *o.died, Life: o.lives, object: n})
			m.fitting = append(m.fitting, i)
		}
	}
	k := m.driver.Reuse(t, size, m.blocks)
	if k < 0 {
		return -1
	}
	n := m.blocks[k].object
	s.freed = append(s.freed[:m.fitting[k]], s.freed[m.fitting[k]+1:]...)
	s.again(n, size, t.userPos())
	return n
}

// Fits reports whether an allocation of size bytes may get a block of which so many were
// allocated before.
func Fits(size, block int64) bool {
	room := int64(1) << minRoom
	for room < block {
		room *= 2
	}
	return size <= room
}

// again makes block n, which was freed, a new object at its address.
func (s *space) again(n int32, size int64, pos *trace.Pos) {
	s.touch()
	o := &s.objs[n]
	gen, _ := split(o.addr)
	s.remember(o, gen)
	o.pos, o.died, o.size, o.dead, o.readOnly, o.located = pos, nil, size, false, false, false
	o.lives++
	s.changes++
	s.revive(n)
	s.wipe(o)
	if s.zeroed {
		s.define(n)
	}
}

// Outlived reports whether the operation before which t is parked is one on a block at an
// address that another had before, and t cannot know of the allocation: the driver says so.
// Its pointer is to the block that was freed.
func (m *VM) Outlived(t *Thread) bool { return m.reuses && m.outlived(t) != nil }

// outlived returns the object of Outlived, or nil.
func (m *VM) outlived(t *Thread) *memObject {
	if t.stage != 0 || t.bulk.active {
		return nil
	}
	r := t.window()
	switch t.in.Op {
	case code.Load, code.Store, code.RMW, code.CAS:
		return m.outlivedAt(t, t.addr)
	case code.DCAS:
		if o := m.outlivedAt(t, t.addr); o != nil {
			return o
		}
		return m.outlivedAt(t, uint64(r[t.in.A+1]))
	case code.Sys:
		switch id := code.SysID(t.in.C); id {
		case code.Memcpy, code.Memmove:
			if o := m.outlivedAt(t, t.addr); o != nil {
				return o
			}
			return m.outlivedAt(t, uint64(r[t.in.A+1]))
		case code.Free, code.Realloc, code.Memset:
			return m.outlivedAt(t, t.addr)
		default:
			if id >= code.MutexInit && id <= code.OnceEnd {
				return m.outlivedAt(t, t.addr)
			}
		}
	}
	return nil
}

func (m *VM) outlivedAt(t *Thread, addr uint64) *memObject {
	n := m.space.object(addr)
	if n < 0 {
		return nil
	}
	o := &m.space.objs[n]
	if o.lives == 0 || o.dead || m.driver.Knows(t, Block{Addr: o.addr, Size: o.size, Life: o.lives, object: n}) {
		return nil
	}
	return o
}

// usesFreed ends t, whose operation is one on object o, with the error of an access to the
// block that had the address before.
func (m *VM) usesFreed(t *Thread, o *memObject) {
	before := m.space.pasts[o.past-1]
	l := &before[len(before)-1].life
	if t.in.Op == code.Sys && (code.SysID(t.in.C) == code.Free || code.SysID(t.in.C) == code.Realloc) {
		e := &Error{Kind: DoubleFree}
		e.of(l)
		m.fail(t, e)
		return
	}
	m.useAfterFree(t, l)
}

// Reallocates reports whether t is parked before a realloc.
func (m *VM) Reallocates(t *Thread) bool {
	return t.in.Op == code.Sys && code.SysID(t.in.C) == code.Realloc
}

// Lives returns how many blocks had the address of location l before its object.
func (m *VM) Lives(l models.Loc) uint16 {
	if at := &m.space.locs[l]; at.obj >= 0 {
		return m.space.objs[at.obj].lives
	}
	return 0
}

// HasCopy reports whether a copy of the address of block b, which was freed, may be left:
// in a register that is still read, in the memory of a thread, or in one of the locations
// that threads share. Of these, held reports whether a thread may still read a value from
// a location for which match holds. Some bits more may stand beside the address.
func (m *VM) HasCopy(b Block, held func(l models.Loc, match func(v uint64) bool) bool) bool {
	size := uint64(max(b.Size, 1))
	width := uint(bits.Len64(b.Addr + size))
	mask := uint64(1)<<width - 1
	match := func(v uint64) bool {
		for ; v >= b.Addr; v >>= 1 {
			if (v&mask)-b.Addr < size {
				return true
			}
		}
		return false
	}
	for _, t := range m.threads {
		if t.State != Done && m.threadHolds(t, match) || t.State == Done && !t.joined && match(uint64(t.result)) {
			return true
		}
	}
	s := &m.space
	for l := range s.locs {
		at := &s.locs[l]
		if at.size == 0 || at.obj < 0 || s.objs[at.obj].dead {
			continue
		}
		if held(models.Loc(l), func(v uint64) bool { return m.wideMatch(v, at.size, match) }) {
			return true
		}
	}
	for i := range s.objs {
		if o := &s.objs[i]; !o.dead && (o.private || s.replaced) && s.contentMatches(o, match) {
			return true
		}
	}
	return false
}

// wideMatch reports whether match holds for a word of value v of size bytes.
func (m *VM) wideMatch(v uint64, size uint8, match func(uint64) bool) bool {
	if size <= 8 {
		return match(v)
	}
	for i := range size / 8 {
		if match(m.wides.Word(v, size, i)) {
			return true
		}
	}
	return false
}

// contentMatches reports whether match holds for eight bytes of object o that lie in the arena.
func (s *space) contentMatches(o *memObject, match func(uint64) bool) bool {
	bytes := s.arena[o.base : int64(o.base)+o.size]
	for at := 0; at+8 <= len(bytes); at++ {
		if v := word(bytes[at:], 8); v != 0 && match(v) {
			return true
		}
	}
	return false
}

// threadHolds reports whether match holds for a value that thread t may still use.
func (m *VM) threadHolds(t *Thread, match func(uint64) bool) bool {
	holds := func(v uint64) bool { return match(v) || m.wides.Bytes() > 0 && m.wideMatch(v, 16, match) }
	live := func(f *code.Func, pc, base int) bool {
		for _, r := range m.liveBefore(f, pc) {
			if holds(uint64(t.regs[base+int(r)])) {
				return true
			}
		}
		return false
	}
	for _, f := range t.frames {
		if live(f.fn, f.pc, f.base) {
			return true
		}
	}
	if live(t.fn, t.pc, t.base) || holds(uint64(t.result)) {
		return true
	}
	for _, v := range t.values {
		if holds(uint64(v)) {
			return true
		}
	}
	b := &t.bulk
	if !b.active {
		return false
	}
	for _, c := range b.chunks {
		if holds(c.value) {
			return true
		}
	}
	return match(b.dst) || match(b.src)
}
