package explore

import (
	"slices"

	"fencepost/interp"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// A location identifies a memory location across executions. What a thread
// allocates at an address may differ from one to another in its initial content.
type location struct {
	addr  uint64
	value uint64 // initial content
	size  uint8
	undef bool // it was never written
}

// The methods below make the explorer the machine's memory. While a thread has
// events in the graph that it has not come to, it does those again; then it
// adds new ones.

// Reset starts an execution: every thread is before its first event.
func (x *explorer) Reset() {
	x.cursor = append(x.cursor[:0], make([]int32, len(x.g.Threads))...)
	x.begun = x.begun[:0]
	x.growBegun()
}

// Place and Define tell of location l of the machine, whose number in graphs is
// that of its address and size.
func (x *explorer) Place(l models.Loc, addr uint64, size uint8) {
	x.placing.addr, x.placing.size = addr, size
}

// Define notes the initial content of l.
func (x *explorer) Define(l models.Loc, value uint64, undef bool) {
	x.placing.value, x.placing.undef = value, undef
	n := int32(0)
	if int(l) < len(x.placed) && x.placed[l] == x.placing {
		n = x.locOf[l]
	} else {
		n, x.locations = x.pool.number(x.placing)
		if int(l) == len(x.placed) {
			x.placed, x.locOf = append(x.placed, x.placing), append(x.locOf, n)
		} else {
			x.placed[l], x.locOf[l] = x.placing, n
		}
	}
	for len(x.g.Locs) <= int(n) {
		x.g.AddLoc()
	}
}

// replayed returns the next event of t if the graph has it already, and moves
// past it.
func (x *explorer) replayed(t trace.ThreadID) (id int32, ok bool) {
	list := x.g.Threads[t].Events
	if k := x.cursor[t]; int(k) < len(list) {
		x.cursor[t]++
		return list[k], true
	}
	return 0, false
}

// Load performs a read.
func (x *explorer) Load(op *models.Op, _ models.StoreID) uint64 {
	op.RF, op.C, op.Undef = 0, trace.NoCommit, false
	if x.dead {
		return 0
	}
	id, ok := x.replayed(op.Thread)
	if !ok {
		id = x.addRead(op)
		if x.dead {
			return 0
		}
		x.cursor[op.Thread]++
	}
	e := &x.g.Events[id]
	op.Undef = x.undefined(e.RF, e.Loc)
	return e.Value
}

// Store performs a write.
func (x *explorer) Store(op *models.Op, value uint64) {
	op.C = trace.NoCommit
	if x.dead {
		return
	}
	if id, ok := x.replayed(op.Thread); !ok {
		x.addWrite(op, value)
		x.cursor[op.Thread]++
	} else if op.Kind == trace.Unlock {
		x.woken = x.servedBy(id)
	}
}

// Fence performs a hardware fence, or under RC11 a C11 fence in disguise.
func (x *explorer) Fence(t trace.ThreadID, f trace.FenceKind) {
	if x.dead {
		return
	}
	op := x.machine.Next(t)
	if x.g.Model().HB() && (op.Kind == trace.Lock || op.Kind == trace.Unlock) {
		return // the lock's own orders say it all
	}
	order, event := x.g.Model().FenceOrder(f)
	if !event {
		return
	}
	if _, ok := x.replayed(t); !ok {
		x.g.Add(axiom.Event{Kind: axiom.Fence, Fence: f, Order: order, Thread: t, Site: op.Site})
		x.cursor[t]++
	}
}

// Sync performs a thread's creation, exit or join.
func (x *explorer) Sync(op *models.Op, peer trace.ThreadID) {
	if x.dead {
		return
	}
	if _, ok := x.replayed(op.Thread); ok {
		return
	}
	e := axiom.Event{Kind: axiom.Exit, Thread: op.Thread, Site: op.Site, Peer: peer}
	switch op.Kind {
	case trace.Create:
		e.Kind = axiom.Create
	case trace.Join:
		e.Kind = axiom.Join
	default:
		if x.machine.EndsProgram(op.Thread) {
			e.Value = 1
		}
	}
	id := x.g.Add(e)
	x.cursor[op.Thread]++
	if e.Kind == axiom.Create {
		x.g.AddThread(peer, id)
		for len(x.cursor) < len(x.g.Threads) {
			x.cursor = append(x.cursor, 0)
		}
		x.growBegun()
	}
}

// growBegun makes room for all threads.
func (x *explorer) growBegun() {
	for len(x.begun) < len(x.g.Threads) {
		x.begun = append(x.begun, -1)
	}
}

// Child returns the number of the thread that t creates.
func (x *explorer) Child(t trace.ThreadID) trace.ThreadID {
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

// Latest returns what t's next event reads if the graph has it, otherwise the
// last write of l in co.
func (x *explorer) Latest(t trace.ThreadID, l models.Loc) (models.StoreID, uint64, bool) {
	n := x.locOf[l]
	if ends := &x.endings; ends.observing || len(ends.cut) > 0 {
		return x.lastOf(n)
	}
	if int(t) < len(x.cursor) && int(x.cursor[t]) < len(x.g.Threads[t].Events) {
		e := &x.g.Events[x.g.Threads[t].Events[x.cursor[t]]]
		if e.Kind.Reads() && e.Loc == n && e.RF != axiom.None {
			return 0, e.Value, x.undefined(e.RF, n)
		}
	}
	w := x.g.Locs[n].Last
	return 0, x.valueOf(w, n), x.undefined(w, n)
}

// lastOf returns what location l holds when the execution has ended.
func (x *explorer) lastOf(l int32) (models.StoreID, uint64, bool) {
	n := &x.endings
	w := x.g.Locs[l].Last
	if n.observing && !slices.Contains(n.observed, l) {
		n.observed = append(n.observed, l)
	}
	for len(n.cut) > 0 && w != axiom.Init && !n.holds(&x.g.Events[w]) {
		w = x.g.Events[w].Prev
	}
	return 0, x.valueOf(w, l), x.undefined(w, l)
}

func (x *explorer) valueOf(w, l int32) uint64 {
	if w == axiom.Init {
		return x.locations[l].value
	}
	return x.g.Events[w].Value
}

func (x *explorer) undefined(w, l int32) bool {
	if w == axiom.Init {
		return x.locations[l].undef
	}
	return x.g.Events[w].Undef
}

// Readable leaves the choice to Load.
func (x *explorer) Readable(dst []models.StoreID, _ *models.Op) []models.StoreID {
	return append(dst, 0)
}

// A store is in the graph when it is issued: nothing is ever pending.

func (x *explorer) Redefine(models.Loc, uint64, bool)       {}
func (x *explorer) Prepare(*models.Op)                      {}
func (x *explorer) Forces(*models.Op) bool                  { return false }
func (x *explorer) Drained(trace.ThreadID) bool             { return true }
func (x *explorer) Commits(dst []models.Step) []models.Step { return dst }
func (x *explorer) Commit(models.Step)                      {}
func (x *explorer) Flush(trace.ThreadID, models.Loc)        {}
func (x *explorer) Drop(trace.ThreadID, models.Loc)         {}
func (x *explorer) Pending(dst []models.Pending, _ trace.ThreadID) []models.Pending {
	return dst
}

// Begin is part of interp.Strategy.
func (x *explorer) Begin(int) bool { return true }

// Choose answers a choice of the thread's own: an event that reads nothing.
func (x *explorer) Choose(c *interp.Choice) int {
	if x.dead {
		return 0
	}
	id, ok := x.replayed(c.Thread)
	if !ok {
		id = x.g.Add(axiom.Event{Kind: axiom.Choice, Thread: c.Thread, Site: -1, Expect: uint64(c.N)})
		x.cursor[c.Thread]++
		if v, ok := x.recorded(id); ok && int(v) < c.N {
			x.g.Events[id].Value = uint64(v)
		} else {
			x.push(item{kind: nextChoice, event: id})
		}
	}
	return int(x.g.Events[id].Value)
}

// Done tells how many events of t have happened.
func (x *explorer) Done(t trace.ThreadID) int32 { return x.cursor[t] }

// Fault notes an error of the program.
func (x *explorer) Fault(t trace.ThreadID, e *interp.Error) {
	if !x.dead {
		x.faults = append(x.faults, e)
	}
}
