package candidates

import (
	"fmt"
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
)

// location finds the location that an operation accesses.
func (w *walker) location(in *isa.Instr) (l int, a register, ok bool) {
	a = w.reg(in.A)
	l, ok = w.locs[uint64(a.value)]
	if !ok {
		if !w.speculative { // else no execution may read the value that is the address
			w.wild(in, a.value)
		}
		return 0, a, false
	}
	if x := &w.u.prog.Locations[l]; x.Main>>w.thread&1 != 0 {
		if !w.speculative {
			w.failf(in, "an access to %s, which main accesses while the thread runs, is", x.Name)
		}
		return 0, a, false
	}
	size := &w.u.sizes[l]
	if *size == 0 {
		*size = in.Size
		w.u.changed = true // a free writes to locations that are accessed
		if name := w.overlapped(uint64(a.value), in.Size); name != "" {
			w.failf(in, "an access to a part of %s (mixed sizes) is", name)
			return 0, a, false
		}
	}
	if *size != in.Size {
		w.failf(in, "an access of %d bytes to %s, of which %d are accessed elsewhere (mixed sizes), is", in.Size, w.u.prog.Locations[l].Name, *size)
		return 0, a, false
	}
	return l, a, true
}

// overlapped returns the name of another accessed location that overlaps the bytes at an
// address; "" if there is none.
func (w *walker) overlapped(addr uint64, size uint8) string {
	for d := -7; d < int(size); d++ {
		if l, ok := w.locs[addr+uint64(d)]; ok && d != 0 && w.u.sizes[l] > 0 && (d > 0 || d+int(w.u.sizes[l]) > 0) {
			return w.u.prog.Locations[l].Name
		}
	}
	return ""
}

// poison is the content of freed memory, as the kernel's allocator leaves it.
const poison = 0x6b6b6b6b6b6b6b6b

// freed appends writes to all accessed locations of a block. They are plain, but no compiler calls the
// allocator before the branches that decide whether it is called: so they depend on what these read, as
// on an address. The kernel relies on that where a reference count has gone to 0.
func (w *walker) freed(in *isa.Instr) bool {
	a := w.reg(in.A)
	i := slices.IndexFunc(w.u.prog.Blocks, func(b isa.Block) bool { return b.Addr == a.value })
	if i < 0 {
		if a.value != 0 && !w.speculative {
			w.wild(in, a.value)
		}
		return a.value == 0
	}
	b := &w.u.prog.Blocks[i]
	for l := range w.u.prog.Locations {
		if addr := int64(w.u.prog.Locations[l].Addr); addr < b.Addr || addr >= b.Addr+b.Size || w.u.sizes[l] == 0 {
			continue
		}
		if !w.addWrite(in, event{kind: writes, loc: int16(l), tags: in.Tags, addr: a.dep | w.state.ctrl | w.state.pickCtrl, pickAddr: a.pick, written: code.Extend(poison, w.u.sizes[l], true)}) {
			return false
		}
	}
	return true
}

// nullPage is the number of bytes before and after address 0 at which no object lies.
const nullPage = 4096

// wild ends a path at an access to an address where no location begins. The program is refused only
// if an execution reaches the access: the address may be computed from a pointer that is not set yet,
// or that freed memory holds.
func (w *walker) wild(in *isa.Instr, addr int64) {
	src := w.th.Src[in.Src]
	before := len(w.paths)
	m := w.mark()
	w.endSections(in)
	w.finish()
	w.reset(m)
	w.release(m)
	if len(w.paths) > before {
		if addr > -nullPage && addr < nullPage {
			w.paths[before].null = &src
		}
		where := fmt.Sprintf("to the address %d, where no location is,", addr)
		if w.beside(addr) {
			where = "beside the start of a location (mixed sizes, or not aligned)"
		}
		w.paths[before].wild = unsupported("%s: %s: an access %s is", src.Pos, src.Text, where)
	}
}

// endSections ends the critical sections of RCU that the thread is in, for which grace periods wait,
// also where the path ends.
func (w *walker) endSections(in *isa.Instr) {
	open := 0
	for i := range w.events {
		switch tags := w.events[i].tags; {
		case tags&isa.TagOf(code.RcuLock) != 0:
			open++
		case tags&isa.TagOf(code.RcuUnlock) != 0:
			open = max(0, open-1)
		}
	}
	for range open {
		w.add(in, event{kind: fences, loc: -1, tags: isa.TagOf(code.RcuUnlock)})
	}
}

// beside reports whether a location begins near an address.
func (w *walker) beside(addr int64) bool {
	for d := int64(-7); d <= 7; d++ {
		if _, ok := w.locs[uint64(addr+d)]; ok {
			return true
		}
	}
	return false
}

// fenceAt appends a fence that concerns a location.
func (w *walker) fenceAt(in *isa.Instr) bool {
	l, ok := w.locs[uint64(w.reg(in.A).value)]
	if !ok {
		w.failf(in, "an address where no location is, is")
		return false
	}
	e := event{kind: fences, loc: int16(l), tags: in.Tags, data: w.reg(in.B).dep}
	self := uint64(1) << len(w.events)
	if !w.add(in, e) {
		return false
	}
	w.set(in.D, register{dep: self})
	return true
}

// access follows all alternatives of a memory operation.
func (w *walker) access(in *isa.Instr, pc int) {
	l, a, ok := w.location(in)
	if !ok {
		return
	}
	switch in.Kind {
	case isa.Store:
		v := w.reg(in.B)
		m := w.mark()
		if w.addWrite(in, event{kind: writes, loc: int16(l), tags: in.Tags | in.WriteTags, addr: a.dep, pickAddr: a.pick,
			data: v.dep, pickData: v.pick, written: code.Extend(v.value, in.Size, true)}) {
			w.walk(pc + 1)
		}
		w.reset(m)
		w.release(m)
	case isa.StoreX:
		w.storeExclusive(in, pc, l, a)
	default:
		m := w.mark()
		for i := range len(w.u.known[l]) {
			if w.u.coherent && !w.readable(l, &w.u.known[l][i]) {
				continue
			}
			w.load(in, pc, l, a, w.u.known[l][i].value)
			if w.err != nil {
				break
			}
			w.reset(m)
		}
		w.release(m)
	}
}

// readable reports whether coherence allows the next read of a location to have a value.
// The content that the thread sees changes by its own writes, or when another thread writes
// again.
func (w *walker) readable(l int, k *known) bool {
	seen, changes := w.u.prog.Locations[l].Init, 0
	for i := range w.events {
		e := &w.events[i]
		if int(e.loc) != l {
			continue
		}
		if e.kind&reads != 0 && e.read != seen {
			seen = e.read
			changes++
		}
		if e.kind&writes != 0 {
			seen = e.written
		}
	}
	if k.value == seen {
		return true
	}
	return (k.by&^threadBit(w.thread) != 0 || w.thread >= 63) && changes < w.u.writesOfOthers(w.thread, l)
}

// load follows an operation that reads v.
func (w *walker) load(in *isa.Instr, pc, l int, a register, v int64) {
	e := event{kind: reads, loc: int16(l), tags: in.Tags | in.ReadTags, addr: a.dep, pickAddr: a.pick, read: v}
	self := uint64(1) << len(w.events)
	result := register{code.Extend(v, in.Size, in.Signed), self, 0}
	switch in.Kind {
	case isa.Load, isa.LoadX:
		if !w.add(in, e) {
			return
		}
		w.set(in.D, result)
		if in.Kind == isa.LoadX {
			w.state.reserved, w.state.reservedAt = len(w.events)-1, uint64(l)
		}
		w.walk(pc + 1)
	case isa.Amo:
		if in.Unless && v == w.reg(in.C).value {
			e.tags = in.FailTags
			if !in.Waits && w.add(in, e) {
				w.set(in.D, result)
				w.walk(pc + 1)
			}
			return
		}
		x := w.reg(in.B)
		next := register{code.Extend(isa.Modify(in.RMW, code.Extend(v, in.Size, true), code.Extend(x.value, in.Size, true)), in.Size, true), x.dep, x.pick}
		if in.RMW != code.Xchg {
			next.dep |= self
		}
		if w.modify(in, e, next) {
			w.set(in.D, result)
			w.walk(pc + 1)
		}
	case isa.Cas:
		w.compareExchange(in, pc, e, result)
	}
}

// modify appends the events of an RMW that writes next.
func (w *walker) modify(in *isa.Instr, e event, next register) bool {
	self := uint64(1) << len(w.events)
	if in.OneEvent {
		e.kind |= writes
		e.tags |= in.WriteTags
		e.data, e.pickData, e.written = next.dep&^self, next.pick, next.value
		return w.addWrite(in, e)
	}
	r := len(w.events)
	e.amo = int8(r + 1)
	if !w.add(in, e) {
		return false
	}
	if in.Tags&isa.EX != 0 { // a load-exclusive and a store-exclusive in one instruction
		w.events[r].amo, w.events[r].exclusive = -1, int8(r+1)
	}
	return w.addWrite(in, event{kind: writes, loc: e.loc, tags: in.Tags | in.WriteTags,
		addr: e.addr, pickAddr: e.pickAddr, data: next.dep, pickData: next.pick, written: next.value})
}

func (w *walker) compareExchange(in *isa.Instr, pc int, e event, result register) {
	expected, next := w.reg(in.B), w.reg(in.C)
	self := result.dep
	equal := code.Extend(expected.value, in.Size, true) == code.Extend(e.read, in.Size, true)
	done := register{dep: self | expected.dep, pick: expected.pick}
	if equal {
		m := w.mark()
		next.value = code.Extend(next.value, in.Size, true)
		if in.Choice {
			next.pick |= self | expected.dep | expected.pick
		} else {
			next.dep |= self | expected.dep
		}
		if w.modify(in, e, next) {
			done.value = 1
			w.set(in.D, result)
			w.set(in.E, done)
			w.walk(pc + 1)
		}
		w.reset(m)
		w.release(m)
		if !in.Weak {
			return
		}
	}
	if in.Waits {
		return
	}
	if in.FailTags != 0 || in.OneEvent {
		e.tags = in.FailTags
	}
	if in.Choice {
		e.tags |= in.Tags
	}
	if !w.add(in, e) {
		return
	}
	done.value = 0
	w.set(in.D, result)
	w.set(in.E, done)
	w.walk(pc + 1)
}

// storeExclusive follows a store-exclusive that succeeds, if it can, and one that fails.
func (w *walker) storeExclusive(in *isa.Instr, pc, l int, a register) {
	v := w.reg(in.B)
	m := w.mark()
	fails := register{value: 1}
	if in.Dependence == isa.OnOperands {
		fails.dep, fails.pick = a.dep|v.dep, a.pick|v.pick
	}
	if r := w.state.reserved; r >= 0 && w.state.reservedAt == uint64(l) {
		self := uint64(1) << len(w.events)
		e := event{kind: writes, loc: int16(l), tags: in.Tags | in.WriteTags, addr: a.dep, pickAddr: a.pick,
			data: v.dep, pickData: v.pick, written: code.Extend(v.value, in.Size, true)}
		if w.addWrite(in, e) {
			w.events[r].exclusive = int8(len(w.events) - 1)
			status := register{}
			switch in.Dependence {
			case isa.OnOperands:
				status.dep, status.pick = fails.dep, fails.pick
			case isa.OnWrite:
				status.dep = self
			}
			w.set(in.D, status)
			w.state.reserved = -1
			w.walk(pc + 1)
			w.events[r].exclusive = -1
		}
		w.reset(m)
	}
	w.set(in.D, fails)
	w.state.reserved = -1
	w.walk(pc + 1)
	w.reset(m)
	w.release(m)
}
