package vm

import (
	"encoding/binary"
	"math"
	"slices"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// A stripe begins with stripeSlots slots that lie behind those of the stripe before it.
// The first stripesWide stripes go on in pieces of the same length: the next of all of
// them lie behind the first of all, and so on, unless another stripe begins there.
const (
	stripeSlots = 1 << 10
	stripesWide = 64
)

// An address is, from the top, the generation of its slot, the number of the slot,
// and the place in it. All lie below the functions' addresses.
const (
	slotBits    = 22
	maxSlots    = 1 << slotBits
	generations = 1 << 8
)

// A slot is one page of SlotSize addresses.
type slot struct {
	base  uint32 // place in the arena of the slot's first byte
	limit uint32 // bytes from the first that are accessible; 0 when the object is dead
	obj   int32  // index into objs
	gen   uint32 // generation of the addresses that mean this slot now
}

// What an object takes beside its own bytes, and each byte of it with its marks.
const (
	objectCost = 96
	slotCost   = 16
	byteCost   = 6
)

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
	life
	addr     uint64
	size     int64
	base     uint32 // place in the arena
	stripe   int32  // 0: private objects; 1 + the thread that makes it
	past     int32  // 1 + index into space.pasts, if the addresses meant other objects before
	dead     bool
	readOnly bool
	private  bool
	located  bool   // some of its bytes are locations
	room     uint8  // log2 of the arena bytes taken; not of static objects
	settled  bool   // it was freed, and no copy of its address is left
	lives    uint16 // how many blocks had the address before, of one that Config.Reuse lets have it
}

// minRoom is the least room of an object that is not static.
const minRoom = 4

// A life is where an object comes from and where it ended.
type life struct {
	name string     // of a variable
	pos  *trace.Pos // of the definition, or of the allocation
	died *trace.Pos // of the free; nil if the frame ended
	kind objectKind
}

// A past is the lives of the objects that an object's addresses meant in earlier
// generations: each is that of the generations before until, from that of the one
// before it on. Those of a loop are mostly alike, and one entry.
type past []struct {
	life
	until uint32
}

// maxPast is how many lives of other objects are known of an address.
const maxPast = 16

// A location is a scalar that some thread accesses visibly: the models know
// it by its number.
type location struct {
	addr uint64
	off  uint32 // place in the arena
	size uint8  // 0 once the location was replaced by ones of other sizes
	obj  int32  // its object; if that is dead, -1 - index into space.dead

	readOnly bool  // its object is
	open     uint8 // size, or 0 if not every access is allowed: it is gone, read-only or not aligned
}

// A space is the byte-addressed memory of one execution. The arena holds the
// content of private objects and the initial content of locations; the current
// content of a location is the model's.
//
// The room of a dead object is used again, and its slots are, with addresses of
// the next generation: a stale pointer is always recognised, and means the life
// that it did. Slots whose generations are used up stay dead, their room is used
// on. Private objects, to which no stale pointer can exist, keep their addresses.
// Numbers of locations are not used again: the models may still know them.
type space struct {
	arena   []byte
	defined []byte  // 1 for each byte that was written or is initialised
	locAt   []int32 // for each byte: 0, or 1 + the location that starts here, or -1 - the one that covers it
	slots   []slot
	objs    []memObject
	locs    []location
	dead    []life // of objects that had locations
	pasts   []past
	stripes []stripe     // where the memory is not striped, all is in the first two
	rooms   [33][]uint32 // arena places by room, of slots that are used up
	spent   bool         // there are some
	// replaced says that locations of objects that threads share were taken away: what these
	// held is in the arena.
	replaced bool
	freed    []int32 // blocks that malloc may return again at their address, as they were freed
	keeps    int     // how many of them there are at most
	memory   account

	// What the program starts with.
	image      []byte
	imageSlots int
	imageObjs  int
	dirty      bool // static content differs from image

	refused *code.Object // a static object for which there is no memory
	wides   *trace.Wides // of the VM

	// Config.Striped: addresses are given out in stripes, one for each thread and
	// one for private objects, so that they depend on nothing else.
	striped bool
	zeroed  bool   // Config.Zeroed
	pieces  []bool // by place: a piece of a stripe is there, of those behind stripesWide

	stamp, stamps int64 // equal ones mean equal content, the account aside; how many there were

	changes int // counts deaths, replacements and seals: a resolved location is valid while it stays
}

// A stripe is a range of slots.
type stripe struct {
	used  int64       // slots, if the memory is striped
	free  [33][]int32 // dead objects whose addresses have another generation, by room
	rooms uint8       // free[rooms:] are empty
}

// recycle gives the addresses of object n, whose room is known, to those that follow.
func (t *stripe) recycle(room uint8, n int32) {
	t.free[room] = append(t.free[room], n)
	t.rooms = max(t.rooms, room+1)
}

// init makes s, which is zero, the memory that program p starts with.
func (s *space) init(p *code.Program, striped bool, memory *Memory, wides *trace.Wides) {
	s.memory.of, s.wides = memory, wides
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
	s.striped = striped // objects of the program are where the compiler put them
}

// reset starts a new execution: cost proportional to what the last one used.
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
	s.pasts, s.freed = s.pasts[:0], s.freed[:0]
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

// touch notes that the content changes.
func (s *space) touch() {
	s.stamps++
	s.stamp = s.stamps
}

// clearStripe makes the first n slots of a stripe mean nothing again. The slots stay: to
// fill those of all stripes anew took a quarter of the time of executions in which
// threads have objects.
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

// shrink gives back what an execution that has ended takes, beside the objects of
// the program.
func (s *space) shrink() {
	s.touch()
	n := len(s.image)
	s.arena, s.defined, s.locAt = slices.Clone(s.arena[:n]), slices.Clone(s.defined[:n]), slices.Clone(s.locAt[:n])
	s.arena, s.defined, s.locAt = s.arena[:n:n], s.defined[:n:n], s.locAt[:n:n] // grow asks one for the room of all
	s.slots, s.objs = slices.Clone(s.slots[:s.imageSlots]), slices.Clone(s.objs[:s.imageObjs])
	s.pasts, s.stripes, s.rooms = nil, nil, [33][]uint32{}
	for i := range s.locs {
		if l := &s.locs[i]; l.obj >= int32(s.imageObjs) {
			l.size = 0
		}
	}
}

// stripeOf returns the stripe of a memObject.stripe.
func (s *space) stripeOf(n int32) *stripe {
	if !s.striped {
		n = min(n, 1)
	}
	for int(n) >= len(s.stripes) {
		s.stripes = append(s.stripes, stripe{})
	}
	return &s.stripes[n]
}

// add makes a new object of size bytes, its content never written, and returns its index,
// or -1 if memory is exhausted. A private one is of a frame, and no other thread can see it.
func (s *space) add(kind objectKind, name string, pos *trace.Pos, size int64, stripe int32, private bool) int32 {
	if size > s.memory.of.execution() {
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
	// In place: a copy of what was just written waits for it.
	o := &s.objs[n]
	o.name, o.pos, o.died, o.kind = name, pos, nil, kind
	o.size, o.stripe, o.room, o.private, o.settled, o.lives = size, stripe, room, private, false, 0
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

// extend makes an object of size bytes at addresses that were not used before, with so many
// bytes of the arena; -1 if memory is exhausted. Others may have the addresses later, as far
// as room goes.
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

// place marks the bytes of location l, whose object is not dead.
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

// limitAt returns how many bytes of an object are accessible from the slot that
// starts at its byte at; an access may straddle two slots.
func limitAt(size, at int64) uint32 {
	return uint32(min(max(size-at, 0), code.SlotSize+trace.MaxSize))
}

// reserve returns the first of n slots of a stripe, or -1 if it is used up.
func (s *space) reserve(stripe int32, n int64) int64 {
	t := s.stripeOf(stripe)
	if left := stripeSlots - t.used%stripeSlots; n > left && n <= stripeSlots {
		t.used += left // to the next piece
	}
	place, first := placeOf(stripe, t.used), s.firstSlot(stripe, t.used)
	switch {
	case n > stripeSlots || first+n > maxSlots || place > int64(stripe) && stripe >= stripesWide:
		return -1
	case place >= stripesWide && t.used%stripeSlots == 0 && !s.begin(int(place)):
		return -1
	}
	t.used += n
	for int64(len(s.slots)) < first+n {
		s.slots = append(s.slots, slot{obj: -1})
	}
	return first
}

// placeOf returns the place of the piece of a stripe that has slot n of the stripe.
func placeOf(stripe int32, n int64) int64 { return n/stripeSlots*stripesWide + int64(stripe) }

// firstSlot returns the number of slot n of a stripe.
func (s *space) firstSlot(stripe int32, n int64) int64 {
	return int64(s.imageSlots) + placeOf(stripe, n)*stripeSlots + n%stripeSlots
}

// begin takes a place behind the first pieces of the first stripes for a piece of a stripe;
// it reports whether no other has it.
func (s *space) begin(place int) bool {
	for place >= len(s.pieces) {
		s.pieces = append(s.pieces, false)
	}
	free := !s.pieces[place]
	s.pieces[place] = true
	return free
}

// grow makes the arena and its shadows end bytes long; locAt stays zero where
// no location is.
func (s *space) grow(end int) {
	if end <= cap(s.arena) {
		s.arena, s.defined, s.locAt = s.arena[:end], s.defined[:end], s.locAt[:end]
		return
	}
	room := max(min(2*cap(s.arena), int(s.memory.of.execution()/byteCost)), end, 4096)
	arena, defined, locAt := make([]byte, end, room), make([]byte, end, room), make([]int32, end, room)
	copy(arena, s.arena)
	copy(defined, s.defined)
	copy(locAt, s.locAt)
	s.arena, s.defined, s.locAt = arena, defined, locAt
}

// revive gives the addresses of object n to it again.
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
	if o.room == minRoom { // most are small: no calls
		*(*[1 << minRoom]byte)(s.arena[o.base:]) = [1 << minRoom]byte{}
		*(*[1 << minRoom]byte)(s.defined[o.base:]) = [1 << minRoom]byte{}
	} else {
		clear(s.arena[o.base : int64(o.base)+o.size])
		clear(s.defined[o.base : int64(o.base)+o.size])
	}
}

// split returns the generation and the slot of an address.
func split(addr uint64) (gen uint32, slot uint64) {
	n := addr >> code.SlotBits
	return uint32(n >> slotBits), n & (maxSlots - 1)
}

// define marks the content of object n as written: that of a new one is zero.
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

// kill ends the life of object n, by thread by, at a free or, if at is nil, with its
// frame. Only if returns is set may malloc return its address again.
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
		return // when it dies is not the thread's own doing
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

// forget takes the locations of object n, which dies, from its bytes.
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

// seal makes object n const from now on.
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

// remember keeps the life of object o, which is over, for the addresses of
// generations before until.
func (s *space) remember(o *memObject, until uint32) {
	if o.past == 0 {
		if n := len(s.pasts); n < cap(s.pasts) {
			s.pasts = s.pasts[:n+1]
			s.pasts[n] = s.pasts[n][:0]
		} else {
			s.pasts = append(s.pasts, nil)
		}
		o.past = int32(len(s.pasts))
	}
	p := &s.pasts[o.past-1]
	switch n := len(*p); {
	case n > 0 && (*p)[n-1].life == o.life:
		(*p)[n-1].until = until
		return
	case n == maxPast:
		*p = slices.Delete(*p, 0, 1)
		(*p)[0].life = life{} // not known any more
	}
	*p = append(*p, struct {
		life
		until uint32
	}{o.life, until})
}

// gone returns the life of the object that addr meant, if its slot means another
// object now, or none.
func (s *space) gone(addr uint64) (l *life, ok bool) {
	gen, n := split(addr)
	if n == 0 || n >= uint64(len(s.slots)) || s.slots[n].obj < 0 {
		return nil, false
	}
	o := &s.objs[s.slots[n].obj]
	if g, _ := split(o.addr); gen >= g || o.past == 0 {
		return nil, false
	}
	for i := range s.pasts[o.past-1] {
		if p := &s.pasts[o.past-1][i]; gen < p.until {
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

// resolve returns the place in the arena of size bytes at addr; ok is false if
// they are not all in one live object.
func (s *space) resolve(addr uint64, size uint8) (off uint32, ok bool) {
	off, _, ok = s.find(addr, size)
	return off, ok
}

// find is resolve, and returns the object, too.
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

// object returns the index of the object whose addresses addr lies among, dead
// or alive, within or close to its bounds; -1 if there is none.
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

// content reads a scalar from the arena.
func (s *space) content(off uint32, size uint8) (v uint64, undef trace.Undef) {
	all := marks[size]
	if all == 0 {
		return s.longContent(off, size)
	}
	missing := all &^ word(s.defined[off:], size)
	return word(s.arena[off:], size), trace.Undef(missing * gather >> 56)
}

// marks are, by the size of a scalar of C, the marks of bytes that were all written; a
// product with gather has the lowest bits of eight bytes in its highest byte.
var marks = [256]uint64{1: 0x01, 2: 0x0101, 4: 0x01010101, 8: allDefined}

const gather = 0x0102040810204080

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
