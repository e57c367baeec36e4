package explore

import (
	"fencepost/interp"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// Accesses of different sizes to the same bytes. The locations of a graph do not overlap. When an
// access has another size than earlier accesses of its bytes, the VM replaces their locations by
// new ones. The initial content of a new location is the last content of the old ones. That is
// sound because clashes checks every new event: a graph may have two accesses of locations that
// overlap, one of them a write, only if the later access follows the earlier one
// (axiom.Graph.Follows). Then
//
//   - the later access sees the earlier one in every execution that has both. Its only possibility
//     is to read, or to replace, the last write of the old location, as coherence would have it
//     of one location;
//   - the prefix of the later access contains the earlier one, with all other writes of its
//     location. So if a revisit keeps an event of the new location, it keeps all writes of the old
//     one in the same order, and the new location begins with the same content;
//   - no write of the old location is added later. It would have to follow the access of the new
//     location, and would belong to yet another location of the same bytes. No write of a new
//     location revisits a read of an old one: the read comes before all of them.
//
// The epoch of a location counts how often its bytes changed their locations after a write, so
// that a location of the same bytes and size is not confused with an earlier one. If nothing was
// written, as before reads of different sizes by several threads, the epoch does not change, and
// the order of these reads does not matter. As the writes follow each other, the epoch of an
// access is the same in every order in which its graph can be run.
//
// Accesses that do not follow each other race. Under RC11 that is a data race unless both are
// atomic, and the search explores nothing after it. No model here describes a race of atomic
// accesses of different sizes, and of a load of a part of a location it is not known which bytes
// race. Such a race is unsupported. psc compares locations: happens-before alone orders seq_cst
// accesses of different sizes.
type shapes struct {
	mixed  bool              // some bytes have been accessed at different sizes
	epochs map[uint64]uint16 // of the current run, by address of a byte; 0 is left out
	// The numbers of the first indexed locations, by the address of each of their bytes.
	at      map[uint64][]int32
	indexed int
}

// epochAt returns the epoch of a new location of size bytes at addr.
func (s *shapes) epochAt(addr uint64, size uint8) (epoch uint16) {
	if len(s.epochs) > 0 {
		for i := range uint64(size) {
			epoch = max(epoch, s.epochs[addr+i])
		}
	}
	return epoch
}

// index adds the new locations to at.
func (s *shapes) index(locations []location) {
	if s.at == nil {
		s.at = map[uint64][]int32{}
	}
	for ; s.indexed < len(locations); s.indexed++ {
		l := &locations[s.indexed]
		for i := range uint64(l.size) {
			s.at[l.addr+i] = append(s.at[l.addr+i], int32(s.indexed))
		}
	}
}

// Replace removes location l of the VM, and returns its content: its last write in co that the
// run has performed.
func (x *explorer) Replace(_ *vm.Thread, l models.Loc) (value uint64, undef trace.Undef, unsupported string) {
	s := &x.shapes
	s.mixed = true
	if x.hasSlots() {
		x.tellApart()
	}
	n := x.locOf[l]
	w := x.g.Locs[n].Last
	for w >= 0 && !x.performed(w) {
		w = x.g.Events[w].CoBefore
	}
	for a := x.g.Locs[n].Access; a != axiom.None; a = x.g.Events[a].Access {
		if x.loose(n) && a != w && x.g.Events[a].Kind.Writes() && x.performed(a) && !x.g.Passes(w, a) && !x.g.Follows(w, a) {
			x.needCoherence() // the content depends on it
			break
		}
	}
	at := &x.locations[n]
	epoch := at.epoch
	if w != axiom.Init {
		epoch++
	}
	if epoch > 0 {
		if s.epochs == nil {
			s.epochs = map[uint64]uint16{}
		}
		for i := range uint64(at.size) {
			s.epochs[at.addr+i] = epoch
		}
	}
	return x.valueOf(w, n), x.undefined(w, n), ""
}

// performed reports whether the run has performed event id.
func (x *explorer) performed(id int32) bool {
	e := &x.g.Events[id]
	return e.Index < x.cursor[e.Thread]
}

// Size returns the size of the next access of t if the graph has it. A copy of memory divides the
// bytes as accesses of other threads do, which race with it, and which a revisit may have deleted.
func (x *explorer) Size(t *vm.Thread) uint8 {
	if int(t.ID) >= len(x.g.Threads) || int(t.ID) >= len(x.cursor) {
		return 0
	}
	list := x.g.Threads[t.ID].Events
	if k := int(x.cursor[t.ID]); k < len(list) && x.g.Events[list[k]].Kind.Accesses() {
		return x.locations[x.g.Events[list[k]].Loc].size
	}
	return 0
}

// Inherits finds nothing: clashes finds the races.
func (x *explorer) Inherits(*vm.Thread, models.Loc) string { return "" }

// Settled always reports true: clashes finds the races.
func (x *explorer) Settled(*vm.Thread, models.Loc) bool { return true }

// lastBytes returns the content of size bytes at addr if the program may have ended before these
// bytes had their last locations. Each byte has the content of its location with the highest epoch
// that was written in the prefix, or else of its first location. v and undef are the content of
// bytes without a location.
func (x *explorer) lastBytes(addr uint64, size uint8, v uint64, undef trace.Undef) (uint64, trace.Undef) {
	if size > 8 {
		wides := x.vm.Wides()
		var missing [trace.MaxSize / 8]trace.Undef
		v = wides.NumberOf(size, func(i uint8) (w uint64) {
			w, missing[i] = x.lastBytes(addr+8*uint64(i), min(size-8*i, 8), wides.Word(v, size, i), trace.NarrowUndef(undef, size, 8*i))
			return w
		})
		return v, trace.JoinUndef(size, func(i uint8) trace.Undef { return missing[i] })
	}
	for i := range uint64(size) {
		of, last := int32(-1), int32(axiom.Init)
		for _, n := range x.locOf[:x.inUse] {
			at := &x.locations[n]
			if addr+i-at.addr >= uint64(at.size) {
				continue
			}
			if w := x.lastOf(n); of < 0 || w != axiom.Init && (last == axiom.Init || at.epoch > x.locations[of].epoch) {
				of, last = n, w
			}
		}
		if of < 0 {
			continue
		}
		from, wide := uint8(addr+i-x.locations[of].addr), x.locations[of].size
		content, missing := x.valueOf(last, of), x.undefined(last, of)
		content, missing = x.vm.Wides().Part(content, wide, from), trace.NarrowUndef(missing, wide, from)
		v = v&^(0xff<<(8*i)) | content&0xff<<(8*i)
		undef = undef&^(1<<i) | missing&1<<i
	}
	return v, undef
}

// clashes reports whether access id, which was just added, races with an access of another size.
// It ends the run then.
func (x *explorer) clashes(id int32) bool {
	if !x.shapes.mixed {
		return false
	}
	x.shapes.index(x.locations)
	at := &x.locations[x.g.Events[id].Loc]
	for i := range uint64(at.size) {
		for _, n := range x.shapes.at[at.addr+i] {
			if x.wholeOf(n) != x.wholeOf(x.g.Events[id].Loc) && int(n) < len(x.g.Locs) && x.clashesWith(id, n) {
				return true
			}
		}
	}
	return false
}

// clashesWith is clashes for the accesses of one location l that overlaps the location of id.
func (x *explorer) clashesWith(id, l int32) bool {
	g := x.g
	e := &g.Events[id]
	mayWrite := e.Kind != axiom.Read && (e.Kind != axiom.FailedRead || e.CAS)
	for t := range int32(len(g.Threads)) {
		if t == e.Thread {
			continue
		}
		for a := g.Latest(l, t); a != axiom.None; a = g.Events[a].Same {
			b := &g.Events[a]
			switch {
			case !mayWrite && !b.Kind.Writes():
				continue
			case !g.Follows(id, a):
				x.dead = x.pool.stop.Load()     // then the graph's answers mean nothing
				if !x.dead && !x.doubtParts() { // their order may have one follow the other
					x.clash(id, a)
				}
				return true
			}
		}
	}
	return false
}

// clash ends the run at event id, which races with event a, of another size. Unless it is a data race, the search
// begins anew with a unit, if there can be one.
func (x *explorer) clash(id, a int32) {
	e, b := &x.g.Events[id], &x.g.Events[a]
	if !x.g.Model().HB() || e.Site < 0 || b.Site < 0 || e.Order != trace.Plain && b.Order != trace.Plain && !x.prog.SizesRace(e.Site, b.Site) ||
		x.vm.LoadsPart(e.Site) || x.vm.LoadsPart(b.Site) {
		if x.join(e.Loc, b.Loc) {
			return
		}
		why := interp.MixedSizes + ", which are more than 8 or not in one object"
		if x.g.Model().HB() {
			why = interp.MixedSizes + interp.InLanguage
		}
		x.vm.Unsupported(x.thread(e.Thread), why)
		_, err := x.vm.Ending()
		x.unsupported(err)
		x.dead = true
		return
	}
	x.raceWith(id, a, &graphCopy{})
	x.dead = true
	x.pool.raced()
}
