package vm

import (
	"encoding/binary"
	"math"
	"slices"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// The first piece of each stripe is stripeSlots slots long. These pieces follow one another in the
// order of the stripes. The first stripesWide stripes have further pieces of the same length: the
// second pieces of all of them follow the first pieces, then the third ones, and so on, except where
// another stripe has its first piece.
const (
	stripeSlots = 1 << 10
	stripesWide = 64
)

// The parts of an address are, from the top bits: the generation of its slot, the number of the slot,
// and the offset in the slot. All addresses are below the addresses of functions.
const (
	slotBits    = 22
	maxSlots    = 1 << slotBits
	generations = 1 << 8
)

// A slot is one page of SlotSize addresses.
type slot struct {
	base  uint32 // index into the arena of the slot's first byte
	limit uint32 // accessible bytes from the first; 0 if the object is dead
	obj   int32  // index into objs
	gen   uint32 // generation of the addresses that are valid now
}

// The memory of an object: a fixed part, a part for each slot, and a part for each byte with its
// marks.
const (
	objectCost = 96
	slotCost   = 16
	byteCost   = 6
)

// objectKind is the storage duration of an object.
type objectKind uint8

const (
	staticObject objectKind = iota
	threadObject
	heapObject
	autoObject
)

// A memObject is an object of the program's memory.
type memObject struct {
	life
	addr     uint64
	size     int64
	base     uint32 // index into the arena
	stripe   int32  // 0 for private objects; otherwise 1 + the thread that makes the object
	history  int32  // 1 + index into space.histories, if other objects had the addresses before; otherwise 0
	dead     bool
	readOnly bool
	private  bool
	located  bool   // some of its bytes are locations
	room     uint8  // log2 of the bytes reserved in the arena; 0 for static objects
	settled  bool   // the object was freed, and no copy of its address is left
	lives    uint16 // how many blocks had the address before, by Config.Reuse
	stores   int32  // visible stores by its thread, if it is automatic; not kept by Snapshot
	lastCopy int32  // 1 + the location where a copy of the address was found last; 0: none
	hash     uint64 // of the content, if private: see contentHash
}

// minRoom is the smallest room of an object that is not static.
const minRoom = 4

// A life describes the origin and the end of an object.
type life struct {
	name string     // of a variable
	pos  *trace.Pos // of the definition, or of the allocation
	died *trace.Pos // of the free; nil if the frame ended
	kind objectKind
}

// A history lists the lives of the earlier objects at an object's addresses. An entry holds for the
// generations below until that no earlier entry holds for. Consecutive equal lives, as in a loop,
// share an entry.
type history []struct {
	life
	until uint32
}

// maxHistory bounds the entries of a history.
const maxHistory = 16

// A location is a scalar that a thread accesses visibly. The models identify it by its number, an
// index into space.locs.
type location struct {
	addr uint64
	off  uint32 // index into the arena
	size uint8  // 0 once the location was replaced by ones of other sizes
	obj  int32  // its object; if that is dead, -1 - index into space.dead

	readOnly bool  // of the object
	open     uint8 // size, or 0 if not every access is allowed: the location was removed, is read-only or is not aligned
}

// A space is the byte-addressed memory of one execution. The arena holds the content of private
// objects and the initial content of locations. The model holds the current content of locations.
//
// A later object reuses the room of a dead object, and its slots with addresses of the next
// generation. So a stale pointer is always recognised, and the history finds the life of its object.
// Slots whose generations are exhausted are not reused, and only their room is. Private objects, to
// which no stale pointer can exist, keep their addresses. Numbers of locations are not reused,
// because the models may still know them.
type space struct {
	arena     []byte
	defined   []byte  // 1 for each byte that was written or is initialised
	locAt     []int32 // for each byte: 0, or 1 + the location that starts here, or -1 - the one that covers it
	slots     []slot
	objs      []memObject
	locs      []location
	dead      []life // of objects that had locations
	histories []history
	stripes   []stripe     // where the memory is not striped, all is in the first two
	rooms     [33][]uint32 // arena indices of objects whose generations are exhausted, by room
	spent     bool         // rooms is not empty
	// replaced says that a location of a shared object was removed: its content is then in the arena.
	replaced bool
	freed    []int32 // blocks that malloc may reuse at their address, in the order of their frees
	keeps    int     // bound on len(freed)
	memory   account

	// The initial objects of the program.
	image      []byte
	imageSlots int
	imageObjs  int
	dirty      bool // static content differs from image

	refused *code.Object // a static object for which there is no memory
	wides   *trace.Wides // of the VM

	// Config.Striped: each thread allocates addresses from a stripe of its own, and private objects
	// have a common one. So an address does not depend on other threads.
	striped bool
	zeroed  bool   // Config.Zeroed
	pieces  []bool // by place: a piece of a stripe is there; used for places from stripesWide on

	stamp, stamps int64 // equal stamps mean equal content, except for the account; the latest stamp

	changes int // counts deaths, replacements and seals; a resolved location is valid until it changes
}

// A stripe is a range of slots.
type stripe struct {
	used  int64       // slots, if the memory is striped
	free  [33][]int32 // dead objects with another generation of addresses, by room
	rooms uint8       // free[rooms:] are empty
}

// recycle makes the addresses of object n, of the given room, available to later objects.
func (t *stripe) recycle(room uint8, n int32) {
	t.free[room] = append(t.free[room], n)
	t.rooms = max(t.rooms, room+1)
}

// init makes s, which is zero, the initial memory of program p.
func (s *space) init(p *code.Program, striped bool, memory *Memory, wides *trace.Wides) {
	s.memory.bound, s.wides = memory, wides
	s.memory.reset()
	s.slots = make([]slot, 1, 1+len(p.Objects))
	s.objs = slices.Grow(s.objs, len(p.Objects))
	for i := range p.Objects {
		o := &p.Objects[i]
		n := int32(-1)
		if bytes, most := (o.Size+15)&^15, memory.image(); o.Size <= most && int64(len(s.arena))+bytes <= most {
			n = s.extend(o.Size, bytes, 0, 0)
		}
		if n < 0 {
			s.refused = o
			break
		}
		m := &s.objs[n]
		if m.addr != o.Addr {
			panic("interp: static object is not where the compiler put it")
		}
		m.life, m.size, m.readOnly = life{name: o.Name, pos: &o.Pos, kind: staticObject}, o.Size, o.ReadOnly
		copy(s.arena[m.base:], o.Init)
		s.define(n)
	}
	s.image = append([]byte(nil), s.arena...)
	s.imageSlots, s.imageObjs = len(s.slots), len(s.objs)
	s.striped = striped // set last: static objects have the addresses that the compiler chose
}

// reset starts a new execution. Its cost is proportional to what the last execution used.
func (s *space) reset() {
	s.touch()
	for i := range s.locs {
		if l := &s.locs[i]; l.size != 0 && l.obj >= 0 {
			clear(s.locAt[l.off : l.off+uint32(l.size)])
		}
	}
	for i := range s.objs[:s.imageObjs] {
		s.objs[i].located = false
	}
	s.locs, s.dead, s.replaced = s.locs[:0], s.dead[:0], false
	s.histories, s.freed = s.histories[:0], s.freed[:0]
	n := len(s.image)
	s.arena, s.defined, s.locAt = s.arena[:n], s.defined[:n], s.locAt[:n]
	if s.dirty {
		copy(s.arena, s.image)
		fill(s.defined)
		s.dirty = false
	}
	if !s.striped {
		s.slots = s.slots[:s.imageSlots]
	}
	s.objs = s.objs[:s.imageObjs]
	clear(s.pieces)
	for i := range s.stripes {
		t := &s.stripes[i]
		s.clearStripe(int32(i), t.used)
		t.used = 0
		for k := range t.free[:t.rooms] {
			t.free[k] = t.free[k][:0]
		}
		t.rooms = 0
	}
	if s.spent {
		s.spent = false
		for k := range s.rooms {
			s.rooms[k] = s.rooms[k][:0]
		}
	}
	s.memory.reset()
}

// touch records that the content changes.
func (s *space) touch() {
	s.stamps++
	s.stamp = s.stamps
}

// clearStripe clears the first n slots of a stripe. It keeps their memory, because making the slots
// of all stripes anew is slow (docs/notes/vm.md).
func (s *space) clearStripe(stripe int32, n int64) {
	if !s.striped {
		return
	}
	for from := int64(0); from < n; from += stripeSlots {
		first := s.firstSlot(stripe, from)
		for k := first; k < min(first+min(n-from, stripeSlots), int64(len(s.slots))); k++ {
			s.slots[k] = slot{obj: -1}
		}
	}
}

// shrink frees the memory of an execution that has ended, except for the objects of the program.
func (s *space) shrink() {
	s.touch()
	n := len(s.image)
	s.arena, s.defined, s.locAt = slices.Clone(s.arena[:n]), slices.Clone(s.defined[:n]), slices.Clone(s.locAt[:n])
	s.arena, s.defined, s.locAt = s.arena[:n:n], s.defined[:n:n], s.locAt[:n:n] // grow checks only the capacity of arena
	s.slots, s.objs = slices.Clone(s.slots[:s.imageSlots]), slices.Clone(s.objs[:s.imageObjs])
	s.histories, s.stripes, s.rooms = nil, nil, [33][]uint32{}
	for i := range s.locs {
		if l := &s.locs[i]; l.obj >= int32(s.imageObjs) {
			l.size = 0
		}
	}
}

// stripeOf returns the stripe with number n, a memObject.stripe.
func (s *space) stripeOf(n int32) *stripe {
	if !s.striped {
		n = min(n, 1)
	}
	s.stripes = lists.Extended(s.stripes, int(n)+1)
	return &s.stripes[n]
}

// add makes a new object of size bytes, never written, and returns its index, or -1 if memory is
// exhausted. A private object belongs to a frame, and no other thread can see it.
func (s *space) add(kind objectKind, name string, pos *trace.Pos, size int64, stripe int32, private bool) int32 {
	if size > s.memory.bound.execution() {
		return -1
	}
	s.touch()
	if private {
		stripe = 0
	}
	room := uint8(minRoom)
	for int64(1)<<room < size {
		room++
	}
	free := &s.stripeOf(stripe).free[room]
	k := len(*free) - 1
	n := int32(-1)
	if k >= 0 {
		n, *free = (*free)[k], (*free)[:k]
	} else if n = s.extend(size, 1<<room, room, stripe); n < 0 {
		return -1
	}
	// Fields are set one by one, because a copy of the struct is slower.
	o := &s.objs[n]
	o.name, o.pos, o.died, o.kind = name, pos, nil, kind
	o.size, o.stripe, o.room, o.private, o.settled, o.lives, o.hash = size, stripe, room, private, false, 0, 0
	o.stores = 0
	if k >= 0 {
		o.dead, o.readOnly, o.located = false, false, false
		s.revive(n)
	}
	s.wipe(o)
	if s.zeroed {
		s.define(n)
	}
	return n
}

// extend makes an object of size bytes at addresses that were not used before, with room for bytes
// bytes in the arena. It returns its index, or -1 if memory is exhausted.
func (s *space) extend(size, bytes int64, room uint8, stripe int32) int32 {
	slots := code.Slots(max(size, 1<<room))
	base, again := int64(len(s.arena)), false
	if k := len(s.rooms[room]); k > 0 {
		base, again = int64(s.rooms[room][k-1]), true
	}
	first := int64(len(s.slots))
	if s.striped {
		first = s.reserve(stripe, slots)
	}
	cost := objectCost + slotCost*slots
	if !again {
		cost += byteCost * bytes
	}
	if first < 0 || first+slots > maxSlots || base+bytes > math.MaxUint32 || !s.memory.take(cost) {
		return -1
	}
	if again {
		s.rooms[room] = s.rooms[room][:len(s.rooms[room])-1]
	} else {
		s.grow(int(base + bytes))
	}
	n := int32(len(s.objs))
	for k := range slots {
		at := k << code.SlotBits
		if first+k == int64(len(s.slots)) {
			s.slots = append(s.slots, slot{})
		}
		s.slots[first+k] = slot{base: uint32(base + at), limit: limitAt(size, at), obj: n}
	}
	s.objs = append(s.objs, memObject{})
	o := &s.objs[n]
	o.addr, o.base = uint64(first)<<code.SlotBits, uint32(base)
	return n
}

// place marks the bytes of location l, whose object is alive, in locAt.
func (s *space) place(l models.Loc) {
	s.touch()
	at := &s.locs[l]
	s.objs[at.obj].located = true
	bytes, inner := s.locAt[at.off:at.off+uint32(at.size)], -1-l
	switch len(bytes) {
	case 4:
		*(*[4]int32)(bytes) = [4]int32{l + 1, inner, inner, inner}
	case 8:
		*(*[8]int32)(bytes) = [8]int32{l + 1, inner, inner, inner, inner, inner, inner, inner}
	default:
		for i := range bytes {
			bytes[i] = inner
		}
		bytes[0] = l + 1
	}
}

// limitAt returns the limit of the slot that starts at byte at of an object of size bytes. It may
// reach into the next slot, because an access may straddle two slots.
func limitAt(size, at int64) uint32 {
	return uint32(min(max(size-at, 0), code.SlotSize+trace.MaxSize))
}

// reserve returns the number of the first of n new slots of a stripe, or -1 if the stripe is
// exhausted.
func (s *space) reserve(stripe int32, n int64) int64 {
	t := s.stripeOf(stripe)
	if left := stripeSlots - t.used%stripeSlots; n > left && n <= stripeSlots {
		t.used += left // to the next piece
	}
	place, first := placeOf(stripe, t.used), s.firstSlot(stripe, t.used)
	switch {
	case n > stripeSlots || first+n > maxSlots || place > int64(stripe) && stripe >= stripesWide:
		return -1
	case place >= stripesWide && t.used%stripeSlots == 0 && !s.claimPiece(int(place)):
		return -1
	}
	t.used += n
	for int64(len(s.slots)) < first+n {
		s.slots = append(s.slots, slot{obj: -1})
	}
	return first
}

// placeOf returns the place of the piece that contains slot n of a stripe, counted in pieces.
func placeOf(stripe int32, n int64) int64 { return n/stripeSlots*stripesWide + int64(stripe) }

// firstSlot returns the index into slots of slot n of a stripe.
func (s *space) firstSlot(stripe int32, n int64) int64 {
	return int64(s.imageSlots) + placeOf(stripe, n)*stripeSlots + n%stripeSlots
}

// claimPiece claims a place, after the first pieces of the first stripesWide stripes, for a piece of
// a stripe. It reports whether the place was free.
func (s *space) claimPiece(place int) bool {
	s.pieces = lists.Extended(s.pieces, place+1)
	free := !s.pieces[place]
	s.pieces[place] = true
	return free
}

// grow makes the arena and its shadows end bytes long. locAt stays zero where there is no location.
func (s *space) grow(end int) {
	if end <= cap(s.arena) {
		s.arena, s.defined, s.locAt = s.arena[:end], s.defined[:end], s.locAt[:end]
		return
	}
	room := max(min(2*cap(s.arena), int(s.memory.bound.execution()/byteCost)), end, 4096)
	arena, defined, locAt := make([]byte, end, room), make([]byte, end, room), make([]int32, end, room)
	copy(arena, s.arena)
	copy(defined, s.defined)
	copy(locAt, s.locAt)
	s.arena, s.defined, s.locAt = arena, defined, locAt
}

// revive makes the slots of object n accessible with its present generation and size.
func (s *space) revive(n int32) {
	o := &s.objs[n]
	gen, first := split(o.addr)
	for k := range code.Slots(int64(1) << o.room) {
		sl := &s.slots[first+uint64(k)]
		sl.limit, sl.gen, sl.obj = limitAt(o.size, k<<code.SlotBits), gen, n
	}
}

// wipe makes the content of object o zero and never written.
func (s *space) wipe(o *memObject) {
	if o.room == minRoom { // most objects are small, and this needs no calls
		*(*[1 << minRoom]byte)(s.arena[o.base:]) = [1 << minRoom]byte{}
		*(*[1 << minRoom]byte)(s.defined[o.base:]) = [1 << minRoom]byte{}
	} else {
		clear(s.arena[o.base : int64(o.base)+o.size])
		clear(s.defined[o.base : int64(o.base)+o.size])
	}
}

// split returns the generation and the slot number of an address.
func split(addr uint64) (gen uint32, slot uint64) {
	n := addr >> code.SlotBits
	return uint32(n >> slotBits), n & (maxSlots - 1)
}

// define marks the content of object n as written. A new object is then zero.
func (s *space) define(n int32) {
	o := &s.objs[n]
	fill(s.defined[o.base : int64(o.base)+o.size])
}

// fill sets all bytes of b to 1.
func fill(b []byte) {
	if len(b) > 0 {
		b[0] = 1
		for n := 1; n < len(b); n *= 2 {
			copy(b[n:], b[:n])
		}
	}
}

// kill ends the life of object n, by thread by. at is the position of the free, or nil if its frame
// ended. malloc may reuse the address only if returns is set.
func (s *space) kill(n int32, by trace.ThreadID, at *trace.Pos, returns bool) {
	s.touch()
	o := &s.objs[n]
	o.dead, o.died = true, at
	if o.located {
		s.forget(n)
	}
	gen, first := split(o.addr)
	for k := range code.Slots(int64(1) << o.room) {
		s.slots[first+uint64(k)].limit = 0
	}
	if o.private {
		s.stripeOf(0).recycle(o.room, n)
		return
	}
	s.changes++
	if returns {
		if s.freed = append(s.freed, n); len(s.freed) <= s.keeps {
			return
		}
		n = s.freed[0]
		s.freed = slices.Delete(s.freed, 0, 1)
		o = &s.objs[n]
		gen, _ = split(o.addr)
	} else if s.striped && by+1 != o.stripe {
		return // the stripe's thread does not decide when the object dies
	}
	if gen+1 == generations {
		s.rooms[o.room] = append(s.rooms[o.room], o.base)
		s.spent = true
		return
	}
	s.remember(o, gen+1)
	o.addr += maxSlots << code.SlotBits
	s.stripeOf(o.stripe).recycle(o.room, n)
}

// alive is VM.Alive.
func (s *space) alive(l models.Loc) bool { return s.locs[l].size != 0 && s.locs[l].obj >= 0 }

// eachLoc calls f for every location in object o.
func (s *space) eachLoc(o *memObject, f func(models.Loc)) {
	at := s.locAt[o.base : int64(o.base)+o.size]
	for i := 0; i < len(at); {
		if l := at[i]; l > 0 {
			i += int(s.locs[l-1].size)
			f(l - 1)
		} else {
			i++
		}
	}
}

// forget removes the locations of object n, which dies.
func (s *space) forget(n int32) {
	o := &s.objs[n]
	s.dead = append(s.dead, o.life)
	s.eachLoc(o, func(l models.Loc) { s.locs[l].obj, s.locs[l].open = -int32(len(s.dead)), 0 })
	if o.room == minRoom {
		*(*[1 << minRoom]int32)(s.locAt[o.base:]) = [1 << minRoom]int32{}
	} else {
		clear(s.locAt[o.base : int64(o.base)+o.size])
	}
}

// seal makes object n read-only.
func (s *space) seal(n int32) {
	s.touch()
	o := &s.objs[n]
	o.readOnly = true
	s.changes++
	for _, l := range s.locAt[o.base : int64(o.base)+o.size] {
		if l > 0 {
			s.locs[l-1].readOnly, s.locs[l-1].open = true, 0
		}
	}
}

// remember adds the life of object o, which has ended, to its history, for the generations below
// until.
func (s *space) remember(o *memObject, until uint32) {
	if o.history == 0 {
		if n := len(s.histories); n < cap(s.histories) {
			s.histories = s.histories[:n+1]
			s.histories[n] = s.histories[n][:0]
		} else {
			s.histories = append(s.histories, nil)
		}
		o.history = int32(len(s.histories))
	}
	p := &s.histories[o.history-1]
	switch n := len(*p); {
	case n > 0 && (*p)[n-1].life == o.life:
		(*p)[n-1].until = until
		return
	case n == maxHistory:
		*p = slices.Delete(*p, 0, 1)
		(*p)[0].life = life{} // no longer known
	}
	*p = append(*p, struct {
		life
		until uint32
	}{o.life, until})
}

// earlierLife returns the life of the object that had addr in an earlier generation of its slot.
func (s *space) earlierLife(addr uint64) (l *life, ok bool) {
	gen, n := split(addr)
	if n == 0 || n >= uint64(len(s.slots)) || s.slots[n].obj < 0 {
		return nil, false
	}
	o := &s.objs[s.slots[n].obj]
	if g, _ := split(o.addr); gen >= g || o.history == 0 {
		return nil, false
	}
	for i := range s.histories[o.history-1] {
		if p := &s.histories[o.history-1][i]; gen < p.until {
			return &p.life, true
		}
	}
	return nil, false
}

// lifeOf returns the life of the object of location l.
func (s *space) lifeOf(l *location) *life {
	if l.obj < 0 {
		return &s.dead[-1-l.obj]
	}
	return &s.objs[l.obj].life
}

// resolve returns the index into the arena of size bytes at addr. ok is false unless one live object
// contains all of them.
func (s *space) resolve(addr uint64, size uint8) (off uint32, ok bool) {
	off, _, ok = s.find(addr, size)
	return off, ok
}

// find is resolve that also returns the index of the object.
func (s *space) find(addr uint64, size uint8) (off uint32, obj int32, ok bool) {
	gen, n := split(addr)
	if n >= uint64(len(s.slots)) {
		return 0, -1, false
	}
	sl := &s.slots[n]
	at := uint32(addr) & (code.SlotSize - 1)
	if at+uint32(size) > sl.limit || gen != sl.gen {
		return 0, -1, false
	}
	return sl.base + at, sl.obj, true
}

// object returns the index of the object, dead or alive, that has the slot of addr in the generation
// of addr; -1 if there is none. addr may be outside the bounds of the object.
func (s *space) object(addr uint64) int32 {
	gen, n := split(addr)
	if n == 0 || n >= uint64(len(s.slots)) || s.slots[n].obj < 0 {
		return -1
	}
	obj := s.slots[n].obj
	if g, _ := split(s.objs[obj].addr); g != gen {
		return -1
	}
	return obj
}

// scalarAt returns the location that starts at off and has this size, or -1.
func (s *space) scalarAt(off uint32, size uint8) models.Loc {
	if l := s.locAt[off] - 1; l >= 0 && s.locs[l].size == size {
		return l
	}
	return -1
}

// covering returns the location that contains the byte at off, or -1.
func (s *space) covering(off uint32) models.Loc {
	l := s.locAt[off]
	return max(l, -l) - 1
}

// content reads a scalar from the arena.
func (s *space) content(off uint32, size uint8) (v uint64, undef trace.Undef) {
	all := marks[size]
	if all == 0 {
		return s.longContent(off, size)
	}
	missing := all &^ word(s.defined[off:], size)
	return word(s.arena[off:], size), trace.Undef(missing * gather >> 56)
}

// marks are the marks of bytes that were all written, by the size of a scalar of C. The product of
// marks and gather has the lowest bits of the eight bytes in its highest byte.
var marks = [256]uint64{1: 0x01, 2: 0x0101, 4: 0x01010101, 8: allDefined}

const gather = 0x0102040810204080

// allDefined are the marks of eight bytes that were written.
const allDefined = 0x0101010101010101

// word returns the first size bytes of b as a little-endian number.
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

// setContent writes a scalar to the arena.
func (s *space) setContent(off uint32, size uint8, v uint64, undef trace.Undef) {
	s.touch()
	if int(off) < len(s.image) {
		s.dirty = true
	}
	if marks[size] == 0 {
		s.setLongContent(off, size, v, undef)
		return
	}
	code.PutWord(s.arena[off:], size, v)
	code.PutWord(s.defined[off:], size, allDefined)
	for i := uint8(0); undef>>i != 0; i++ {
		if undef>>i&1 != 0 {
			s.defined[off+uint32(i)] = 0
		}
	}
}
