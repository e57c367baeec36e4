package vm

import (
	"fmt"
	"slices"
	"strings"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// Reuse says when malloc may return the address of memory that was freed. An allocator may do so at
// any time (C11 7.22.3). A compare-and-swap may then take the new object for the old one whose
// address its thread has kept (ABA). Without such a copy of the address no thread can distinguish the
// objects.
//
// A free synchronises with the allocation that takes its block. With reuse an allocation is a visible
// operation, because it matters which frees come before it.
type Reuse uint8

var reuseNames = [...]string{"never", "stale", "always"}

// MarshalText returns the name.
func (r Reuse) MarshalText() ([]byte, error) { return []byte(reuseNames[r]), nil }

// UnmarshalText takes a name.
func (r *Reuse) UnmarshalText(text []byte) (err error) {
	*r, err = ParseReuse(string(text))
	return err
}

// ParseReuse returns the rule with a name; the empty name is ReuseNever.
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
	ReuseStale        // if another thread may run, and a copy of the address may be left in a register or in memory
	ReuseAlways       // if a block that was freed is large enough
)

// maxFreed bounds the freed blocks that one execution of a machine offers to malloc: those freed
// last.
const maxFreed = 64

// Recycles reports whether malloc may reuse memory in a program under rule r: the program frees and
// allocates. Under ReuseStale the program must also have a compare-exchange, of at least the size of
// an address, that does not expect a constant. Only such an operation may take a new object for the
// old one. In other programs every allocation would be a choice, and few of them compare addresses in
// another way.
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

// offers reports whether malloc may reuse memory that is freed now. Under ReuseStale it may not if
// only one thread is left: no other thread can distinguish its blocks, and the thread itself may not
// access what it has freed.
func (m *VM) offers() bool {
	if !m.reuses || m.config.Reuse == ReuseAlways {
		return m.reuses
	}
	return slices.ContainsFunc(m.threads[1:], func(t *Thread) bool { return !t.joined })
}

// Settle declares that no copy of the address of block b is left. As there will be none, no thread
// can notice whether an allocation takes the block.
func (m *VM) Settle(b Block) { m.space.objs[b.object].settled = true }

// takeFreed makes a new object of a freed block that the driver chooses, and returns its index, or -1
// if the driver chooses none.
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
	s.reallocate(n, size, t.userPos())
	return n
}

// Fits reports whether an allocation of size bytes may take a freed block for which block bytes were
// allocated.
func Fits(size, block int64) bool {
	room := int64(1) << minRoom
	for room < block {
		room *= 2
	}
	return size <= room
}

// reallocate makes block n, which was freed, a new object at its address.
func (s *space) reallocate(n int32, size int64, pos *trace.Pos) {
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

// Outlived reports whether t is parked before an operation on a block at a reused address, and cannot
// know of the block's allocation, as the driver says. The pointer of t is then to the earlier block,
// which was freed.
func (m *VM) Outlived(t *Thread) bool { return m.reuses && m.outlived(t) != nil }

// outlived returns the object at the reused address, or nil if Outlived does not hold.
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

// usesFreed fails t, whose operation is on object o, for an access to the block that had the address
// before.
func (m *VM) usesFreed(t *Thread, o *memObject) {
	before := m.space.histories[o.history-1]
	l := &before[len(before)-1].life
	if t.in.Op == code.Sys && (code.SysID(t.in.C) == code.Free || code.SysID(t.in.C) == code.Realloc) {
		e := &Error{Kind: DoubleFree}
		e.setObject(l)
		m.fail(t, e)
		return
	}
	m.useAfterFree(t, l)
}

// Reallocates reports whether t is parked before a realloc.
func (m *VM) Reallocates(t *Thread) bool {
	return t.in.Op == code.Sys && code.SysID(t.in.C) == code.Realloc
}

// Lives returns how many blocks had the address of location l before the object of l.
func (m *VM) Lives(l models.Loc) uint16 {
	if at := &m.space.locs[l]; at.obj >= 0 {
		return m.space.objs[at.obj].lives
	}
	return 0
}
