package buffering

import (
	"fencepost/interp"
	"fencepost/interp/hardware/isa"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A location identifies a memory location across executions. Allocations at one address in different
// executions may differ in their initial content. The start and the end of a thread are locations,
// too. The creation of a thread is a release, which its start acquires; its end is a release, which a
// join acquires.
type location struct {
	addr  uint64
	value uint64 // initial content
	size  uint8
	undef trace.Undef
}

// Locations of threads have addresses outside of memory.
const (
	startOf = 1 << 62
	endOf   = 1<<62 + 1
)

func (x *explorer) location(at location) int32 {
	n, ok := x.numbers[at]
	if !ok {
		n = int32(len(x.locations))
		x.numbers[at] = n
		x.locations = append(x.locations, at)
	}
	x.grow()
	return n
}

// grow makes room in the graph for all locations.
func (x *explorer) grow() {
	x.g.co = lists.Extended(x.g.co, len(x.locations))
}

// valueOf returns the value of write w, or the initial content of the location.
func (x *explorer) valueOf(w, loc int32) (uint64, trace.Undef) {
	if w < 0 {
		if c, ok := x.first[loc]; ok {
			return c.value, c.undef
		}
		return x.locations[loc].value, x.locations[loc].undef
	}
	return x.g.events[w].value, x.g.events[w].undef
}

// A content is the content of a location.
type content struct {
	value uint64
	undef trace.Undef
}

// alone reports whether t is main while no other thread exists: not yet, or no longer. Its operations
// then are no events, because they come before or after all events. Its stores set the initial or the
// final contents of locations, and its loads read the latest. If a program creates threads again
// after main has joined all, the operations between are events.
func (x *explorer) alone(t *vm.Thread) bool {
	return t.ID == 0 && x.created == x.joined && len(t.Unknown()) == 0 && (x.created == 0 || !x.rounds && !x.has(t))
}

// readAlone performs a load of main while it is alone.
func (x *explorer) readAlone(loc int32) (uint64, trace.Undef) {
	x.acted = true
	return x.latest(loc)
}

// latest returns the content of a location after all events of the graph.
func (x *explorer) latest(loc int32) (uint64, trace.Undef) {
	if x.created == 0 {
		return x.valueOf(initial, loc)
	}
	if c, ok := x.final[loc]; ok {
		return c.value, c.undef
	}
	return x.valueOf(x.g.last(loc), loc)
}

// stored returns 0 if write w to a location is its initial content and main has not set that or the
// final one.
func (x *explorer) stored(w, loc int32) models.StoreID {
	_, first := x.first[loc]
	_, final := x.final[loc]
	if w == initial && !first && !final {
		return 0
	}
	return 1
}

// set performs a store of main while it is alone.
func (x *explorer) set(t *vm.Thread, value uint64) {
	x.acted = true
	to := x.first
	if x.created > 0 {
		to = x.final
	}
	to[x.locOf[t.Op.Loc]] = content{value, t.Op.Undef}
}

// recorded returns the next event of t and moves the cursor past it, if the graph has it and it is of
// kind k.
func (x *explorer) recorded(t *vm.Thread, k kind) (id int32, ok bool) {
	list := x.g.threads[t.ID]
	at := x.cursor[t.ID]
	if at == len(list) || x.g.events[list[at]].op != int32(t.Number) || x.g.events[list[at]].kind != k {
		return none, false
	}
	x.cursor[t.ID]++
	x.acted = true
	return list[at], true
}

// add adds an event of t to the graph.
func (x *explorer) add(t *vm.Thread, e event) int32 {
	e.thread, e.op, e.site = int32(t.ID), int32(t.Number), t.Op.Site
	var choice vm.Deps
	e.addr, e.data, choice, e.ctrl = t.Depends()
	if x.how.Choice {
		e.pickData = choice
	} else {
		e.data = e.data.Union(choice)
	}
	id := x.g.add(e, x.cursor[t.ID])
	x.cursor[t.ID]++
	x.acted = true
	return id
}

// fence adds a fence of a machine, or of the language.
func (x *explorer) fence(t *vm.Thread, tags isa.Tags) {
	if tags == 0 || x.dead || x.alone(t) {
		return
	}
	x.stuck[t.ID] = x.stuck[t.ID] || len(t.Unknown()) > 0 && fenced(tags)
	if _, ok := x.recorded(t, fences); ok {
		return
	}
	id := x.add(t, event{kind: fences, loc: none, peer: -1, tags: tags})
	if !x.g.isLast(id) && !x.check.consistent(&x.g) {
		x.giveUp()
	}
}

// before and after add the fences to which an order is lowered before and after an access of t.
func (x *explorer) before(t *vm.Thread, how *isa.Lowering) { x.fence(t, how.Before) }

func (x *explorer) after(t *vm.Thread, how *isa.Lowering) {
	if how.Branch {
		t.Branches(t.Self())
	}
	x.fence(t, how.After)
}

// The methods below make the explorer the driver of its VM.

// Define adds location l of the VM.
func (x *explorer) Define(l models.Loc, addr uint64, size uint8, value uint64, undef trace.Undef) {
	n := x.location(location{addr, value, size, undef})
	for len(x.locOf) <= int(l) {
		x.locOf = append(x.locOf, none)
	}
	x.locOf[l] = n
}

// Latest returns the value that t's next event reads if the graph has it, and otherwise the content
// of l.
func (x *explorer) Latest(t trace.ThreadID, l models.Loc) (value uint64, undef trace.Undef) {
	n := x.locOf[l]
	if t >= 0 && int(t) < len(x.cursor) {
		for _, id := range x.g.threads[t][min(x.cursor[t], len(x.g.threads[t])):] {
			e := &x.g.events[id]
			if e.kind == fences {
				continue
			}
			if e.kind == reads && e.loc == n && e.op == int32(x.vm.Threads()[t].Number) && e.rf != none {
				return e.value, e.undef
			}
			break
		}
	}
	return x.latest(n)
}

// Load performs a load.
func (x *explorer) Load(t *vm.Thread) uint64 {
	if x.alone(t) {
		loc := x.locOf[t.Op.Loc]
		v, undef := x.readAlone(loc)
		t.Op.Undef, t.Op.RF = undef, x.stored(x.g.last(loc), loc)
		return v
	}
	how := &x.how.Load[t.Op.Order]
	x.before(t, how)
	v := x.read(t, event{tags: how.Tags | how.ReadTags, acquire: t.Op.Order.Acquires(), plain: t.Op.Order == trace.Plain})
	x.after(t, how)
	return v
}

// Read performs the reading half of a read-modify-write.
func (x *explorer) Read(t *vm.Thread) (old uint64, ok bool) {
	op := &t.Op
	if x.alone(t) {
		old, op.Undef = x.readAlone(x.locOf[op.Loc])
		return old, true
	}
	x.modifies = &x.how.RMW[op.Order]
	if op.CAS {
		x.modifies = &x.how.RMW[x.how.Success(op.Order, op.Fail)]
	}
	x.before(t, x.modifies)
	v := x.read(t, event{modify: true, order: op.Order, fail: op.Fail, cas: op.CAS, expect: op.Expect, half: !op.CAS})
	return v, !x.dead
}

// Write performs the writing half, if there is one. An operation that fails has none. One that reads memory
// that was never written has none either, because its thread ends.
func (x *explorer) Write(t *vm.Thread, kind trace.Kind, _, value uint64) {
	if x.alone(t) {
		if kind.Writes() {
			x.set(t, value)
		}
		return
	}
	how := x.modifies
	if kind.Writes() {
		x.write(t, value, event{half: true, cas: t.Op.CAS, tags: how.Tags | how.WriteTags})
	} else {
		x.g.events[x.g.threads[t.ID][x.cursor[t.ID]-1]].half = false
		if !x.how.Machine {
			how = &x.how.Load[t.Op.Order]
		}
	}
	x.after(t, how)
}

// Store performs a store.
func (x *explorer) Store(t *vm.Thread, value uint64) (ok bool) {
	if x.alone(t) {
		x.set(t, value)
		return true
	}
	how := &x.how.Store[t.Op.Order]
	x.before(t, how)
	x.write(t, value, event{tags: how.Tags | how.WriteTags, plain: t.Op.Order == trace.Plain})
	x.after(t, how)
	return !x.dead
}

// Fence performs a fence of the program.
func (x *explorer) Fence(t *vm.Thread, _ models.Lowering) {
	x.acted = true
	how := &x.how.Fence[t.Op.Order]
	if f := t.Op.Fence; f != trace.NoFence {
		how = &x.how.Hardware[f]
	}
	x.fence(t, how.Before)
	x.fence(t, how.After)
}

// Barrier is never called, because orders of C are not lowered.
func (x *explorer) Barrier(*vm.Thread, trace.FenceKind) {}

// Create performs the creation of a thread.
func (x *explorer) Create(t *vm.Thread) (n trace.ThreadID, ok bool) {
	if x.dead {
		return trace.ThreadID(len(x.vm.Threads())), true
	}
	if !x.rounds && x.created > 0 && x.alone(t) {
		x.rounds, x.grown, x.dead = true, true, true
		x.items = x.items[:0]
		return trace.ThreadID(len(x.vm.Threads())), true
	}
	how := &x.how.Store[trace.Release]
	x.before(t, how)
	w, known := x.recorded(t, writes)
	if known {
		n = trace.ThreadID(x.g.events[w].peer)
	} else {
		n = x.child()
		loc := x.location(location{addr: startOf | uint64(n)<<1, size: 8})
		w = x.add(t, event{kind: writes, loc: loc, peer: int32(n), value: 1, tags: how.Tags | how.WriteTags})
		x.g.place(w, 0)
	}
	x.after(t, how)
	x.created++
	x.begin(int32(n), w)
	return n, true
}

// child returns the number of a new thread.
func (x *explorer) child() trace.ThreadID {
	n := int32(1)
	for {
		used := false
		for id := range x.g.events {
			used = used || x.g.events[id].kind == writes && x.g.events[id].peer == n && x.locations[x.g.events[id].loc].addr >= startOf
		}
		if !used {
			return trace.ThreadID(n)
		}
		n++
	}
}

// begin adds the start of thread n, which w creates.
func (x *explorer) begin(n, w int32) {
	x.g.threads = lists.Extended(x.g.threads, int(n)+1)
	for len(x.cursor) <= int(n) {
		x.cursor = append(x.cursor, 0)
		x.room()
	}
	x.cursor[n] = 0
	how := &x.how.Load[trace.Acquire]
	at := func(k kind) *event {
		e := event{kind: k, thread: n, op: 0, peer: -1, site: -1, rf: none, loc: none}
		if list := x.g.threads[n]; x.cursor[n] < len(list) && x.g.events[list[x.cursor[n]]].op == 0 {
			x.cursor[n]++
			return nil
		}
		id := x.g.add(e, x.cursor[n])
		x.cursor[n]++
		return &x.g.events[id]
	}
	if how.Before != 0 {
		if e := at(fences); e != nil {
			e.tags = how.Before
		}
	}
	if e := at(reads); e != nil {
		e.loc, e.rf, e.value, e.tags, e.acquire = x.g.events[w].loc, w, 1, how.Tags|how.ReadTags, true
	}
	if how.After != 0 {
		if e := at(fences); e != nil {
			e.tags = how.After
			if how.Branch {
				e.ctrl = vm.Only(0)
			}
		}
	}
}

// Join performs the join of a thread that has ended.
func (x *explorer) Join(t *vm.Thread, peer trace.ThreadID) {
	if x.dead {
		return
	}
	how := &x.how.Load[trace.Acquire]
	x.before(t, how)
	if _, ok := x.recorded(t, reads); !ok {
		loc := x.location(location{addr: endOf | uint64(peer)<<1, size: 8})
		x.add(t, event{kind: reads, loc: loc, peer: int32(peer), rf: x.g.last(loc), value: 1, tags: how.Tags | how.ReadTags, acquire: true})
	}
	x.after(t, how)
	if t.ID == 0 {
		x.joined++
	}
}

// Exit performs the end of a thread.
func (x *explorer) Exit(t *vm.Thread) {
	x.acted = true
	if x.dead || t.ID == 0 || len(t.Unknown()) > 0 {
		return
	}
	how := &x.how.Store[trace.Release]
	x.before(t, how)
	if _, ok := x.recorded(t, writes); !ok {
		loc := x.location(location{addr: endOf | uint64(t.ID)<<1, size: 8})
		w := x.add(t, event{kind: writes, loc: loc, peer: -1, value: 1, tags: how.Tags | how.WriteTags})
		x.g.place(w, 0)
	}
	x.after(t, how)
}

// Halts records an error of the program. The other threads continue.
func (x *explorer) Halts(t *vm.Thread, e *interp.Error) {
	if t.State == vm.Faulty && !x.dead {
		x.faults = append(x.faults, e)
	}
}

// Free ends the life of a block.
func (x *explorer) Free(t *vm.Thread, b vm.Block) {
	x.acted = true
	x.Ends(t, b)
}

// Ends ends the life of a variable.
func (x *explorer) Ends(t *vm.Thread, b vm.Block) {
	if !x.alone(t) {
		x.frees = append(x.frees, freed{b, int32(t.ID), x.cursor[t.ID]})
	}
}

// Replace refuses accesses at several sizes.
func (x *explorer) Replace(*vm.Thread, models.Loc) (uint64, trace.Undef, string) {
	return 0, 0, "an access to bytes that are accessed at another size, under a model that allows load buffering"
}

// Size returns the size of the next access of t if the graph has it: see explore.
func (x *explorer) Size(t *vm.Thread) uint8 {
	if int(t.ID) >= len(x.cursor) || x.cursor[t.ID] >= len(x.g.threads[t.ID]) {
		return 0
	}
	if e := &x.g.events[x.g.threads[t.ID][x.cursor[t.ID]]]; e.op == int32(t.Number) && e.kind <= writes {
		return x.locations[e.loc].size
	}
	return 0
}

// Inherits has no effect, as Settled.
func (x *explorer) Inherits(*vm.Thread, models.Loc) string { return "" }

// Settled has no effect, because Replace refuses accesses at other sizes.
func (x *explorer) Settled(*vm.Thread, models.Loc) bool { return true }

// Reuse gives every allocation new addresses.
func (x *explorer) Reuse(*vm.Thread, int64, []vm.Block) int { return -1 }

// Knows is never called, because no block is reused.
func (x *explorer) Knows(*vm.Thread, vm.Block) bool { return true }

// Choose answers a choice of t, which is an event.
func (x *explorer) Choose(t *vm.Thread, what vm.Question, n int) int {
	switch {
	case x.dead:
		return 0
	case what == vm.Sample:
		x.report.Sampled = true
		return 0
	}
	id, ok := x.recorded(t, chooses)
	if !ok {
		id = x.add(t, event{kind: chooses, loc: none, peer: -1, choices: uint64(n)})
		switch c, known := x.path.answer(id, int32(t.ID)); {
		case x.path == nil:
			x.push(item{kind: nextChoice, event: id})
		case !known || c < 0 || int(c) >= n:
			x.rejects()
			return 0
		default:
			x.g.events[id].value = uint64(c)
		}
	}
	return int(x.g.events[id].value)
}
