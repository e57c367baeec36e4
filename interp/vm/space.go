package vm

import (
	"encoding/binary"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// maxMemory is how many bytes the live and dead objects of one execution may
// take together.
const maxMemory = 64 << 20

// stripeSlots is the length of a stripe.
const stripeSlots = 1 << 10

// maxSlots bounds the table of address slots.
const maxSlots = 1 << 22

// A slot is one page of SlotSize addresses.
type slot struct {
	base  uint32 // place in the arena of the slot's first byte
	limit uint32 // bytes from the first that are accessible; 0 when the object is dead
	obj   int32  // index into objs
}

// objectKind says where an object comes from.
type objectKind uint8

const (
	staticObject objectKind = iota
	threadObject
	heapObject
	autoObject
)

// A memObject is an object of the program's memory.
type memObject struct {
	addr     uint64
	size     int64
	base     uint32 // place in the arena
	kind     objectKind
	dead     bool
	readOnly bool
	private  bool
	name     string    // of a variable
	pos      trace.Pos // of the definition, or of the allocation
	died     trace.Pos // of the free; unset if the frame ended
	stripe   int32     // 0: private objects; 1 + the thread that makes it
	room     uint8     // log2 of the arena bytes taken; private objects only
}

// A location is a scalar that some thread accesses visibly: the models know
// it by its number.
type location struct {
	off  uint32 // place in the arena
	size uint8  // 0 once the location was replaced by ones of other sizes
	obj  int32
}

// A space is the byte-addressed memory of one execution. The arena holds the
// content of private objects and the initial content of locations; the current
// content of a location is the model's.
//
// Addresses of dead objects are not used again, so a stale pointer is always
// recognised; private objects, to which no stale pointer can exist, are
// recycled.
type space struct {
	arena   []byte
	defined []byte  // 1 for each byte that was written or is initialised
	locAt   []int32 // for each byte: 0, or 1 + the location that starts here, or -1 - the one that covers it
	slots   []slot
	objs    []memObject
	locs    []location
	free    [33][]int32 // recycled private objects by room

	// What the program starts with.
	image      []byte
	imageSlots int
	imageObjs  int
	dirty      bool // static content differs from image

	refused *code.Object // a static object for which there is no memory

	// Config.Striped: addresses are given out in stripes, one for each thread and
	// one for private objects, so that they depend on nothing else.
	striped bool
	used    []int64 // by stripe: slots

	changes int // counts deaths and replacements: a resolved location is valid while it stays
}

// init makes s, which is zero, the memory that program p starts with.
func (s *space) init(p *code.Program, striped bool) {
	s.slots = make([]slot, 1)
	for i := range p.Objects {
		o := &p.Objects[i]
		n := s.add(memObject{size: o.Size, kind: staticObject, readOnly: o.ReadOnly, name: o.Name, pos: o.Pos})
		if n < 0 {
			s.refused = o
			break
		}
		if s.objs[n].addr != o.Addr {
			panic("interp: static object is not where the compiler put it")
		}
		base := s.objs[n].base
		copy(s.arena[base:], o.Init)
		s.define(n)
	}
	s.image = append([]byte(nil), s.arena...)
	s.imageSlots, s.imageObjs = len(s.slots), len(s.objs)
	s.striped = striped // objects of the program are where the compiler put them
}

// reset starts a new execution: cost proportional to what the last one used.
func (s *space) reset() {
	for i := range s.locs {
		if l := &s.locs[i]; l.size != 0 {
			clear(s.locAt[l.off : l.off+uint32(l.size)])
		}
	}
	s.locs = s.locs[:0]
	n := len(s.image)
	s.arena, s.defined, s.locAt = s.arena[:n], s.defined[:n], s.locAt[:n]
	if s.dirty {
		copy(s.arena, s.image)
		for i := range s.defined {
			s.defined[i] = 1
		}
		s.dirty = false
	}
	s.slots = s.slots[:s.imageSlots]
	s.objs = s.objs[:s.imageObjs]
	clear(s.used)
	for i := range s.free {
		s.free[i] = s.free[i][:0]
	}
}

// add makes a new object, its content zero and never written, and returns its
// index, or -1 if memory is exhausted.
func (s *space) add(o memObject) int32 {
	size := (o.size + 15) &^ 15
	base := len(s.arena)
	if o.size > maxMemory || int64(base)+size > maxMemory || int64(len(s.slots))+code.Slots(o.size) > maxSlots {
		return -1
	}
	first := int64(len(s.slots))
	if s.striped {
		if first = s.reserve(o.stripe, code.Slots(o.size)); first < 0 {
			return -1
		}
	}
	end := base + int(size)
	s.grow(end)
	clear(s.arena[base:end])
	clear(s.defined[base:end])
	o.base = uint32(base)
	o.addr = uint64(first) << code.SlotBits
	n := int32(len(s.objs))
	for left, b := o.size, uint32(base); ; {
		limit := max(left, 0)
		if limit > code.SlotSize {
			limit = min(limit, code.SlotSize+8) // an access may straddle two slots of one object
		}
		if first == int64(len(s.slots)) {
			s.slots = append(s.slots, slot{})
		}
		s.slots[first] = slot{base: b, limit: uint32(limit), obj: n}
		first++
		if first-int64(o.addr>>code.SlotBits) == code.Slots(o.size) {
			break
		}
		left -= code.SlotSize
		b += code.SlotSize
	}
	s.objs = append(s.objs, o)
	return n
}

// reserve returns the first of n slots of a stripe, or -1 if it is used up.
func (s *space) reserve(stripe int32, n int64) int64 {
	for int(stripe) >= len(s.used) {
		s.used = append(s.used, 0)
	}
	if s.used[stripe]+n > stripeSlots {
		return -1
	}
	first := int64(s.imageSlots) + int64(stripe)*stripeSlots + s.used[stripe]
	s.used[stripe] += n
	for int64(len(s.slots)) < first+n {
		s.slots = append(s.slots, slot{obj: -1})
	}
	return first
}

// grow makes the arena and its shadows end bytes long; locAt stays zero where
// no location is.
func (s *space) grow(end int) {
	if end <= cap(s.arena) {
		s.arena, s.defined, s.locAt = s.arena[:end], s.defined[:end], s.locAt[:end]
		return
	}
	room := max(2*cap(s.arena), end, 4096)
	arena, defined, locAt := make([]byte, end, room), make([]byte, end, room), make([]int32, end, room)
	copy(arena, s.arena)
	copy(defined, s.defined)
	copy(locAt, s.locAt)
	s.arena, s.defined, s.locAt = arena, defined, locAt
}

// addPrivate makes an object of a frame that no other thread can see; it may
// reuse the room and the addresses of one that is dead.
func (s *space) addPrivate(o memObject) int32 {
	if o.size > maxMemory {
		return -1
	}
	room := uint8(4)
	for int64(1)<<room < o.size {
		room++
	}
	o.room, o.private, o.stripe = room, true, 0
	if list := s.free[room]; len(list) > 0 {
		n := list[len(list)-1]
		s.free[room] = list[:len(list)-1]
		old := &s.objs[n]
		o.addr, o.base = old.addr, old.base
		*old = o
		s.revive(n)
		return n
	}
	size := o.size
	o.size = int64(1) << room
	n := s.add(o)
	if n >= 0 {
		s.objs[n].size = size
		s.revive(n)
	}
	return n
}

// revive gives private object n its size again and marks its content never written.
func (s *space) revive(n int32) {
	o := &s.objs[n]
	left := o.size
	first := int64(o.addr >> code.SlotBits)
	for k := range code.Slots(int64(1) << o.room) {
		s.slots[first+k].limit = uint32(min(max(left, 0), code.SlotSize+8))
		left -= code.SlotSize
	}
	clear(s.defined[o.base : int64(o.base)+o.size])
}

// zero makes the content of object n, which is new, zero instead of never written.
func (s *space) zero(n int32) {
	o := &s.objs[n]
	clear(s.arena[o.base : int64(o.base)+o.size])
	s.define(n)
}

// define marks the content of object n as written.
func (s *space) define(n int32) {
	o := &s.objs[n]
	d := s.defined[o.base : int64(o.base)+o.size]
	for i := range d {
		d[i] = 1
	}
}

// kill ends the life of object n.
func (s *space) kill(n int32, at trace.Pos) {
	o := &s.objs[n]
	o.dead, o.died = true, at
	size := o.size
	if o.private {
		size = int64(1) << o.room
		s.free[o.room] = append(s.free[o.room], n)
	} else {
		s.changes++
	}
	first := int64(o.addr >> code.SlotBits)
	for k := range code.Slots(size) {
		s.slots[first+k].limit = 0
	}
}

// resolve returns the place in the arena of size bytes at addr; ok is false if
// they are not all in one live object.
func (s *space) resolve(addr uint64, size uint8) (off uint32, ok bool) {
	n := addr >> code.SlotBits
	if n >= uint64(len(s.slots)) {
		return 0, false
	}
	sl := &s.slots[n]
	at := uint32(addr) & (code.SlotSize - 1)
	if at+uint32(size) > sl.limit {
		return 0, false
	}
	return sl.base + at, true
}

// object returns the index of the object whose addresses addr lies among, dead
// or alive, within or close to its bounds; -1 if there is none.
func (s *space) object(addr uint64) int32 {
	n := addr >> code.SlotBits
	if n == 0 || n >= uint64(len(s.slots)) {
		return -1
	}
	return s.slots[n].obj
}

// addrOf is the address of the arena place off of object n.
func (s *space) addrOf(l *location) uint64 {
	o := &s.objs[l.obj]
	return o.addr + uint64(l.off-o.base)
}

// scalarAt returns the location that starts at off and has this size, or -1.
func (s *space) scalarAt(off uint32, size uint8) models.Loc {
	if l := s.locAt[off] - 1; l >= 0 && s.locs[l].size == size {
		return l
	}
	return -1
}

// content reads a scalar from the arena.
func (s *space) content(off uint32, size uint8) (v uint64, undef trace.Undef) {
	if v, d := word(s.arena[off:], size), word(s.defined[off:], size); d == allDefined&mask(size) {
		return v, 0
	}
	for i, d := range s.defined[off : off+uint32(size)] {
		if d == 0 {
			undef |= 1 << i
		}
	}
	return word(s.arena[off:], size), undef
}

// allDefined are the marks of eight bytes that were written.
const allDefined = 0x0101010101010101

// word returns the first size bytes of b, the first being the least significant.
func word(b []byte, size uint8) uint64 {
	switch size {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

// setWord makes v the first size bytes of b.
func setWord(b []byte, size uint8, v uint64) {
	switch size {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	default:
		binary.LittleEndian.PutUint64(b, v)
	}
}

// setContent writes a scalar to the arena.
func (s *space) setContent(off uint32, size uint8, v uint64, undef trace.Undef) {
	setWord(s.arena[off:], size, v)
	setWord(s.defined[off:], size, allDefined)
	for i := range size {
		if undef>>i&1 != 0 {
			s.defined[off+uint32(i)] = 0
		}
	}
	if int(off) < len(s.image) {
		s.dirty = true
	}
}
