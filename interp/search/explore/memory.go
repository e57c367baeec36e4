package explore

import (
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A location identifies a memory location across executions. Blocks that threads allocate at
// one address in different executions may differ in their initial content, and are then
// different locations.
type location struct {
	addr  uint64
	value uint64 // initial content
	size  uint8
	undef trace.Undef // bytes of the initial content that were never written
	epoch uint16      // of its bytes: see shapes.go
	life  uint16      // number of earlier blocks at the address
	part  int32       // of a part: its number: see partition; 0: this is no part
	whole int32       // of a part: the location that it is a part of
	kind  code.RMWOp  // of a part: the operation of its read-modify-writes
	lock  bool        // of a part: whole is a lock word
}

// The methods below make the explorer the driver of its VM. A thread first repeats its events
// that are in the graph; then it adds new ones. A store enters the graph when it is issued:
// no store is ever pending.

// start begins a run: all cursors are 0, and main runs to its first operation.
func (x *explorer) start() {
	x.dead, x.faults, x.woken, x.steps = false, x.faults[:0], x.woken[:0], 0
	x.cursor = append(x.cursor[:0], make([]int32, len(x.g.Threads))...)
	x.begun = x.begun[:0]
	x.grow()
	for t := range x.loops {
		x.loops[t] = x.loops[t][:0]
		x.marks[t] = x.marks[t][:0]
		x.undone[t], x.turned[t] = false, -1
	}
	clear(x.shapes.epochs)
	x.inUse, x.compared = 0, x.compared[:0]
	clear(x.round)
	x.vm.Reset(x.ctx)
	x.vm.Start()
}

// grow extends the slices by thread to the threads of the graph.
func (x *explorer) grow() {
	x.cursor = lists.Extended(x.cursor, len(x.g.Threads))
	for len(x.begun) < len(x.g.Threads) {
		x.begun = append(x.begun, -1)
	}
	for len(x.loops) < len(x.g.Threads) {
		x.loops = append(x.loops, nil)
		x.marks, x.undone, x.tasks = append(x.marks, nil), append(x.undone, false), append(x.tasks, task{})
		x.turned = append(x.turned, -1)
	}
}

func (x *explorer) thread(t trace.ThreadID) *vm.Thread { return x.vm.Threads()[t] }

// state returns the state of thread t: vm.Done if this run has not created it.
func (x *explorer) state(t trace.ThreadID) vm.State {
	if list := x.vm.Threads(); int(t) < len(list) {
		return list[t].State
	}
	return vm.Done
}

// Define gives location l of the VM its number in graphs, which depends on its address, size,
// epoch, life and initial content alone.
func (x *explorer) Define(l models.Loc, addr uint64, size uint8, value uint64, undef trace.Undef) {
	at := location{addr: addr, value: value, size: size, undef: undef, epoch: x.shapes.epochAt(addr, size), life: x.vm.Lives(l)}
	x.inUse = int(l) + 1
	n := int32(0)
	if int(l) < len(x.placed) && x.placed[l] == at {
		n = x.locOf[l]
	} else {
		var locations []location
		n, locations = x.pool.number(at)
		x.know(locations)
		if int(l) == len(x.placed) {
			x.placed, x.locOf = append(x.placed, at), append(x.locOf, n)
		} else {
			x.placed[l], x.locOf[l] = at, n
		}
	}
	for len(x.g.Locs) <= int(n) {
		x.g.AddLoc()
	}
}

// Latest returns the value that t's next event reads from l if the graph has that event,
// otherwise the value of the last write of l in co. Where the program may have ended early, it
// returns the value of the last write in the prefix.
func (x *explorer) Latest(t trace.ThreadID, l models.Loc) (value uint64, undef trace.Undef) {
	n := x.locOf[l]
	if x.exits.open() {
		w := x.lastOf(n)
		return x.valueOf(w, n), x.undefined(w, n)
	}
	if int(t) < len(x.cursor) && int(x.cursor[t]) < len(x.g.Threads[t].Events) {
		for _, id := range x.g.Threads[t].Events[x.cursor[t]:] {
			e := &x.g.Events[id]
			if e.Kind == axiom.Fence {
				continue // it belongs to the operation that reads
			}
			if e.Kind.Reads() && x.wholeOf(e.Loc) == n && e.RF != axiom.None && !e.Narrow {
				return e.Value, x.undefined(e.RF, e.Loc)
			}
			break
		}
	}
	if len(x.parts.list) > 0 && int(t) < len(x.cursor) {
		if held, _ := x.holds(t); held != nil && held.whole == n {
			n = held.loc
		}
	}
	w := x.g.Locs[n].Last
	return x.valueOf(w, n), x.undefined(w, n)
}

// lastOf returns the last write of location l in co, or in the prefix of exits if there is one;
// or Init. It adds l to the observed locations while these are collected.
func (x *explorer) lastOf(l int32) (w int32) {
	n := &x.exits
	w = x.g.Locs[l].Last
	if n.observing && !slices.Contains(n.observed, l) {
		n.observed = append(n.observed, l)
	}
	for len(n.prefix) > 0 && w != axiom.Init && !n.holds(&x.g.Events[w]) {
		w = x.g.Events[w].CoBefore
	}
	return w
}

// valueOf returns the value that a read of location l reads from w, which the parts of l may
// have changed.
func (x *explorer) valueOf(w, l int32) uint64 {
	v := x.ownValueOf(w, l)
	if len(x.parts.list) > 0 {
		v = x.withParts(w, l, v, nil)
	}
	return v
}

// ownValueOf returns the value of write w of location l, or the initial content, parts ignored.
func (x *explorer) ownValueOf(w, l int32) uint64 {
	if w == axiom.Init {
		return x.locations[l].value
	}
	return x.g.Events[w].Value
}

// undefined returns the bytes of write w of location l, or of its initial content, that are
// undefined.
func (x *explorer) undefined(w, l int32) trace.Undef {
	if w == axiom.Init {
		return x.locations[l].undef
	}
	return x.g.Events[w].Undef
}

// replayed returns the next event of t and moves t past it; it reports false if the graph does
// not have it yet.
func (x *explorer) replayed(t trace.ThreadID) (id int32, ok bool) {
	list := x.g.Threads[t].Events
	if k := x.cursor[t]; int(k) < len(list) {
		x.pass(t, list[k])
		return list[k], true
	}
	return 0, false
}

// pass moves t past its event id, unless t stops there.
func (x *explorer) pass(t trace.ThreadID, id int32) {
	if x.g.Events[id].Kind != axiom.Stop {
		x.cursor[t]++
	}
}

// add performs an event without an access to memory: it adds e, unless the graph has the event.
func (x *explorer) add(e axiom.Event) (id int32, added bool) {
	if id, ok := x.replayed(e.Thread); ok {
		return id, false
	}
	x.inSection(&e)
	id = x.g.Add(e)
	x.cursor[e.Thread]++
	return id, true
}

// Load performs a read.
func (x *explorer) Load(t *vm.Thread) uint64 {
	v, _ := x.Read(t)
	return v
}

// Read performs a read, or the reading half of a read-modify-write. It reports false if the
// thread stops there.
func (x *explorer) Read(t *vm.Thread) (v uint64, ok bool) {
	t.Op.Undef = 0
	if x.selecting {
		x.looksAtSlots(t, false)
	}
	if x.dead {
		return 0, true
	}
	id, known := x.replayed(t.ID)
	if !known {
		id = x.addRead(&t.Op)
		if x.dead {
			return 0, true
		}
		x.pass(t.ID, id)
	} else if x.mark(t, id) {
		if last, ok := x.lastRead(t.ID); ok && last == id {
			x.setIdle(id)
		}
	}
	if len(x.parts.list) > 0 {
		if x.within(id); x.dead {
			return 0, true
		}
	}
	e := &x.g.Events[id]
	if known && x.sections && e.Kind.Reads() && e.RF >= 0 && x.g.Events[e.RF].Section != 0 {
		x.g.SetRF(id, e.RF, e.Value) // the section may have grown, and with it the prefix
	}
	if e.Kind == axiom.Stop {
		return 0, false
	}
	t.Op.Undef, t.Op.RF = x.misses(e, e.RF), models.StoreID(e.RF-axiom.Init)
	if x.clocks && e.RF >= 0 {
		t.Hears(int64(x.g.Events[e.RF].Expect))
	}
	if x.runsAhead() {
		x.tolerates(t, e)
	}
	return e.Value, true
}

// Store performs a write. It reports false if the thread stops there.
func (x *explorer) Store(t *vm.Thread, value uint64) (ok bool) {
	if x.selecting {
		x.looksAtSlots(t, false)
	}
	if x.dead {
		return true
	}
	if op := &t.Op; op.Narrow && op.Kind == trace.Store {
		undef := op.Undef
		if _, ok := x.Read(t); !ok || x.dead {
			return ok
		}
		op.Undef = undef
	}
	id, known := x.replayed(t.ID)
	switch {
	case !known:
		id = x.addWrite(&t.Op, value)
		x.pass(t.ID, id)
	case t.Op.Kind == trace.Unlock:
		x.wakes(x.servedBy(id))
	case x.exchanges:
		if r := x.servedBy(id); r != axiom.None && x.g.Events[r].Served {
			x.wakes(r)
		}
	}
	if x.pool.partition.auxiliary && !x.dead {
		x.releaseAuxiliary(id)
	}
	return x.g.Events[id].Kind != axiom.Stop
}

// Write performs the writing half of a read-modify-write. An operation that fails has none. One that reads
// memory that was never written has none either.
func (x *explorer) Write(t *vm.Thread, kind trace.Kind, _, value uint64) {
	switch {
	case kind.Writes() && !x.failsExchange(t.ID):
		x.Store(t, value)
	case !kind.Writes() && !x.dead:
		e := &x.g.Events[x.lastDone(t.ID)]
		e.Halts = e.Kind == axiom.ExclusiveRead
	}
}

// failsExchange reports whether the latest event of thread t is the read of an awaiting
// compare-exchange that fails.
func (x *explorer) failsExchange(t trace.ThreadID) bool {
	if x.dead {
		return false
	}
	e := &x.g.Events[x.g.Threads[t].Events[x.cursor[t]-1]]
	return e.Awaits && e.Kind == axiom.FailedRead
}

// Fence performs a fence of the program: under RC11 a fence of its order, otherwise the hardware
// fences that it is lowered to.
func (x *explorer) Fence(t *vm.Thread, low models.Lowering) {
	if x.dead {
		return
	}
	if op := &t.Op; x.g.Model().HB() {
		if !op.Order.Acquires() && !op.Order.Releases() {
			return // a relaxed fence does nothing
		}
		x.add(axiom.Event{Kind: axiom.Fence, Fence: op.Fence, Order: op.Order, Thread: t.ID, Site: op.Site})
		return
	}
	x.Barrier(t, low.Before)
	x.Barrier(t, low.After)
}

// Barrier performs a hardware fence. It adds no event if the model has none for f, or after a
// read at which the thread stops.
func (x *explorer) Barrier(t *vm.Thread, f trace.FenceKind) {
	if !x.dead && x.g.Model().HasFence(f) && !x.stopsAt(t.ID) {
		x.add(axiom.Event{Kind: axiom.Fence, Fence: f, Thread: t.ID, Site: t.Op.Site})
	}
}

// stopsAt reports whether thread t stops at its latest event because it can only wait.
func (x *explorer) stopsAt(t trace.ThreadID) bool {
	n := x.cursor[t]
	return n > 0 && x.g.Events[x.g.Threads[t].Events[n-1]].Idle != 0
}

// Create performs the creation of a thread, and returns its number. The number is the same in
// every execution with the same prefix.
func (x *explorer) Create(t *vm.Thread) (n trace.ThreadID, ok bool) {
	n = x.child(t.ID)
	if x.dead {
		return n, true
	}
	var what task
	what.function, what.argument, what.attributes = x.vm.Starting(t)
	if !x.usesArgument(what.function) {
		what.argument = 0
	}
	if id, added := x.add(axiom.Event{Kind: axiom.Create, Thread: t.ID, Site: t.Op.Site, Peer: n}); added {
		x.g.AddThread(n, id)
		twin := x.twin(id, what)
		if x.g.SetTwin(n, twin); twin != axiom.None {
			x.meetTwins()
		}
		x.grow()
	}
	x.tasks[n] = what
	x.startsSlots(n)
	return n, true
}

// child returns the number of the thread that t creates next.
func (x *explorer) child(t trace.ThreadID) trace.ThreadID {
	k := x.cursor[t]
	list := x.g.Threads[t].Events
	if int(k) < len(list) {
		return x.g.Events[list[k]].Peer
	}
	if n, ok := x.recordedChild(t, k); ok {
		return n
	}
	return x.g.Child()
}

// Join performs the join of a thread that has ended.
func (x *explorer) Join(t *vm.Thread, peer trace.ThreadID) {
	if !x.dead {
		x.add(axiom.Event{Kind: axiom.Join, Thread: t.ID, Site: t.Op.Site, Peer: peer})
	}
}

// Exit performs the end of a thread; its event has the value 1 if that ends the program.
func (x *explorer) Exit(t *vm.Thread) {
	if x.dead {
		return
	}
	e := axiom.Event{Kind: axiom.Exit, Thread: t.ID, Site: t.Op.Site, Peer: -1}
	if x.vm.EndsProgram(t) {
		e.Value = 1
	}
	x.add(e)
}

// Halts notes an error of thread t. The other threads continue, even if one has ended the
// program. The tally decides when the run has ended whether the error happened.
func (x *explorer) Halts(t *vm.Thread, e *interp.Error) {
	if t.State == vm.Faulty && !x.dead {
		if x.selecting {
			x.looksAtSlots(t, true)
		}
		x.faults = append(x.faults, e)
		if e.Kind == interp.DoubleFree {
			x.freedLater(t, e)
		}
	}
}

// Choose answers a question of thread t with a number below n. The answer is an event of its
// own, and the greater numbers are branches; a sample is always 0, without an event.
func (x *explorer) Choose(t *vm.Thread, what vm.Question, n int) int {
	switch {
	case x.dead:
		return 0
	case what == vm.Sample:
		x.tally.Sampled = true
		return 0
	}
	id, added := x.add(axiom.Event{Kind: axiom.Choice, Thread: t.ID, Site: -1, Expect: uint64(n), Drawn: what == vm.Value})
	if added {
		if v, ok := x.recorded(id); ok && int(v) < n {
			x.g.Events[id].Value = uint64(v)
		} else {
			x.push(item{kind: nextChoice, event: id})
		}
	}
	return int(x.g.Events[id].Value)
}
