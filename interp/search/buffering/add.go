package buffering

import (
	"fmt"
	"slices"

	"fencepost/interp/hardware/isa"

	"fencepost/interp/machine/vm"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// read performs a read of t. e has the properties of the read that do not depend on its result.
func (x *explorer) read(t *vm.Thread, e event) uint64 {
	t.Op.Undef = 0
	if x.dead {
		return 0
	}
	if t.Op.Part.Size > 0 {
		x.vm.Unsupported(t, "a load of a part of a structure that is accessed as a whole, under a model that allows load buffering")
		return 0
	}
	e.kind, e.loc, e.rf, e.peer = reads, x.locOf[t.Op.Loc], none, -1
	if e.cas {
		_, _, choice, _ := t.Depends()
		e.unsure = t.Awaits(choice)
	}
	id, ok := x.recorded(t, reads)
	switch {
	case ok && x.g.events[id].loc != e.loc:
		x.stray(t.ID, "it reads another location")
		return 0
	case ok && !x.expects(id, e.expect, e.unsure):
		x.dead = true
		return 0
	case !ok:
		id = x.add(t, e)
		if e.modify {
			x.note(int32(t.ID), e.loc)
		}
		x.sources(id, func() bool { return true })
		x.choose(id)
		if w := x.g.events[id].rf; w >= 0 && !x.done(w) {
			x.dead, x.again = true, true
			return 0
		}
	}
	r := &x.g.events[id]
	if r.rf == none {
		t.Await()
		x.stuck[t.ID] = x.stuck[t.ID] || r.orders(x.how) && !x.ownLater(r)
	} else if r.rf >= 0 {
		t.Hears(x.g.events[r.rf].time)
	}
	t.Op.Undef, t.Op.RF = r.undef, x.stored(r.rf, r.loc)
	return r.value
}

// expects sets the value that read id of a compare-exchange expects, and whether that value is
// unsure. It reports false if the read may then not read from its source. It does nothing for other
// reads.
func (x *explorer) expects(id int32, value uint64, unsure bool) bool {
	e := &x.g.events[id]
	if !e.cas || e.expect == value && e.unsure == unsure {
		return true
	}
	e.expect, e.unsure = value, unsure
	x.source(id, e.rf)
	return unsure || e.rf == none || !(e.half && x.g.taken(e.rf, id)) && x.check.consistent(&x.g)
}

// orders reports whether the model orders a read before all later writes of its thread, whatever it
// reads.
func (e *event) orders(how *isa.Mapping) bool {
	if e.cas {
		return e.order.Acquires() && e.fail.Acquires()
	}
	return e.acquire || e.lock || how.Decided && e.modify
}

// choose makes read id read from the first of x.choices, and pushes branches for the others.
func (x *explorer) choose(id int32) {
	if x.path != nil && !x.narrow(id) {
		return
	}
	if len(x.choices) == 0 {
		x.giveUp()
		return
	}
	for _, w := range x.choices[1:] {
		x.push(item{kind: readFrom, event: id, other: w})
	}
	x.source(id, x.choices[0])
}

// source makes read id read from w. none postpones the read.
func (x *explorer) source(id, w int32) {
	e := &x.g.events[id]
	e.rf, e.value, e.undef = w, 0, 0
	if w != none {
		e.value, e.undef = x.valueOf(w, e.loc)
	}
	if !e.modify {
		return
	}
	e.half = e.half || !e.cas && !e.lock
	if e.cas && e.unsure && w != none {
		e.half, e.tags, e.acquire = false, 0, false
		return
	}
	if e.cas && w == none {
		e.half, e.tags, e.acquire, e.value = false, 0, false, ^e.expect // as if it failed
		return
	}
	how := &x.how.RMW[e.order]
	if e.cas {
		how = &x.how.RMW[x.how.Success(e.order, e.fail)]
		e.half = e.value == e.expect
	}
	e.tags, e.acquire = how.Tags|how.ReadTags, e.order.Acquires()
	if !e.half {
		failed := how
		if !x.how.Machine {
			failed = &x.how.Load[e.fail]
		}
		e.tags, e.acquire = failed.Tags|failed.ReadTags|x.how.Failed, e.fail.Acquires()
		if x.how.Choice {
			e.tags |= how.Tags
		}
	}
}

// forsake postpones the reads that read from w.
func (x *explorer) forsake(w int32) {
	for id := range x.g.events {
		if e := &x.g.events[id]; e.kind == reads && e.rf == w {
			x.source(int32(id), none)
		}
	}
}

// sources lists in x.choices the sources of read id: the writes from which it may read and for which
// also holds, the last in co first, and none if later writes are possible.
func (x *explorer) sources(id int32, also func() bool) {
	x.choices = x.choices[:0]
	e := &x.g.events[id]
	var begun, possible bool // x.check has this graph with these tags, and the result of its begin
	var tags isa.Tags
	decided := x.g.isLast(id) && x.decides()
	for at := len(x.g.co[e.loc]) - 1; at >= -1 && !(x.probe && len(x.choices) > 0); at-- {
		w := int32(initial)
		if at >= 0 {
			w = x.g.co[e.loc][at]
		}
		x.check.work += len(x.g.events) / 64
		x.source(id, w)
		switch {
		case !also() || e.half && x.g.taken(w, id):
			continue
		case at == len(x.g.co[e.loc])-1 && x.g.isLast(id):
			// No order of the model leads from the read, so the graph stays consistent.
		case decided:
			if x.past.set(&x.g, e.thread, len(x.g.threads[e.thread])); x.past.overwritten(e.loc, at) {
				continue
			}
		default:
			if !begun || tags != e.tags {
				begun, tags, possible = true, e.tags, x.check.begin(&x.g)
			}
			if !possible || !x.check.holds(&x.g) {
				continue
			}
		}
		x.choices = append(x.choices, w)
	}
	x.source(id, none)
	if x.expected(id) {
		x.choices = append(x.choices, none)
	} else if x.tries(x.vm.Threads()[e.thread]) {
		x.push(item{kind: readFrom, event: id, other: none, probe: true})
	}
}

// expected reports whether read id, which is postponed, may read from a write that is added later: by
// another thread, or by its own if that has postponed a write. If the read's thread has to wait for
// the write, threads that wait for this thread count as waiting, too.
func (x *explorer) expected(id int32) bool {
	if x.path != nil {
		return true // the schedule decides
	}
	e := &x.g.events[id]
	if x.ownLater(e) {
		return true
	}
	for t := range x.most {
		if int32(t) != e.thread && x.left(int32(t), e.loc) > 0 {
			return !e.orders(x.how) || x.hopefulWithout(e.thread)
		}
	}
	return false
}

// hopefulWithout is hopeful if thread t has to wait.
func (x *explorer) hopefulWithout(t int32) bool {
	was := x.stuck[t]
	x.stuck[t] = true
	ok := x.hopeful()
	x.stuck[t] = was
	return ok
}

// ownLater reports whether the thread of read e has postponed an earlier operation that may write the
// location: a write, the read of a read-modify-write, or the write of one.
func (x *explorer) ownLater(e *event) bool {
	if slices.Contains(x.skips[e.thread], e.loc) {
		return true
	}
	x.check.work += len(x.g.threads[e.thread]) / 64
	for _, id := range x.g.threads[e.thread] {
		if f := &x.g.events[id]; f.kind == reads && f.modify && f.loc == e.loc && f.op < e.op && (f.rf == none || f.half && !x.g.written(id)) {
			return true
		}
	}
	return false
}

// left returns how many operations that may write a location thread t may still perform, by x.most.
func (x *explorer) left(t, loc int32) int {
	if int(t) >= len(x.most) || int(loc) >= len(x.most[t]) {
		return 0
	}
	if int(t) >= len(x.g.threads) {
		return x.most[t][loc] // the thread does not exist yet
	}
	_, over := x.modified(t, loc)
	return x.most[t][loc] - over
}

// modified returns how many operations of thread t in the graph write a location or may have written
// it, as a compare-exchange may, and how many of them are complete.
func (x *explorer) modified(t, loc int32) (n, over int) {
	for _, id := range x.g.threads[t] {
		e := &x.g.events[id]
		if e.loc != loc {
			continue
		}
		if e.kind == reads && e.modify || e.kind == writes && !e.half {
			n++
		}
		if e.kind == writes || e.kind == reads && e.modify && e.rf != none && !e.half {
			over++
		}
	}
	return n, over
}

// holes returns how many writes of a location t has postponed.
func (x *explorer) holes(t, loc int32) (n int) {
	for _, l := range x.skips[t] {
		if l == loc {
			n++
		}
	}
	return n
}

// write performs a write of t, or postpones it if it depends on a postponed read.
func (x *explorer) write(t *vm.Thread, value uint64, e event) {
	if x.dead {
		return
	}
	e.kind, e.loc, e.rf, e.peer, e.value, e.undef = writes, x.locOf[t.Op.Loc], none, -1, value, t.Op.Undef
	e.time = t.Time()
	if id, ok := x.recorded(t, writes); ok {
		if f := &x.g.events[id]; f.loc != e.loc || f.value != value {
			x.stray(t.ID, "it writes something else")
		} else {
			f.time = e.time
		}
		return
	}
	if x.postpones(t) {
		x.acted = true
		if !e.half {
			x.skips[t.ID] = append(x.skips[t.ID], e.loc)
			x.note(int32(t.ID), e.loc)
		}
		return
	}
	id := x.add(t, e)
	x.note(int32(t.ID), e.loc)
	if x.places(id); x.path != nil && !x.narrowPlaces(id) {
		return
	}
	if len(x.options) == 0 {
		x.giveUp()
		return
	}
	for _, o := range x.options[1:] {
		x.push(item{kind: putAfter, event: id, other: o.after, readers: o.readers})
	}
	o := x.options[0]
	x.put(id, o.after, o.readers)
	if o.readers != 0 {
		x.dead, x.again = true, true // threads that waited for the write can continue
	}
}

// postpones reports whether a write of t has to be postponed: its value depends on postponed reads,
// or the read of its own read-modify-write is postponed. A store-exclusive whose value does not
// depend on its load may be added before the load has a source.
func (x *explorer) postpones(t *vm.Thread) bool {
	_, data, choice, _ := t.Depends()
	on := data.Union(choice)
	if x.how.RMW[trace.Relaxed].Tags&isa.EX == 0 {
		on = on.Union(t.Self())
	}
	return t.Awaits(on)
}

// note updates x.most for thread t and a location.
func (x *explorer) note(t, loc int32) {
	x.most = lists.Extended(x.most, int(t)+1)
	x.most[t] = lists.Extended(x.most[t], int(loc)+1)
	n, _ := x.modified(t, loc)
	if n += x.holes(t, loc); n > x.most[t][loc] {
		x.most[t][loc], x.grown = n, true
	}
}

// An option is a position of a write in co, directly after write after, and the set of postponed
// reads that then read from it: bit i is the i-th of x.awaiting.
type option struct {
	after   int32
	readers uint64
}

// mostWaiting bounds the postponed reads of one location.
const mostWaiting = 16

// waiting lists in x.awaiting the postponed reads that may read from write id.
func (x *explorer) waiting(id int32) {
	x.awaiting = x.awaiting[:0]
	e := &x.g.events[id]
	for n := range x.g.events {
		f := &x.g.events[n]
		if f.kind != reads || f.rf != none || f.loc != e.loc || f.thread == e.thread && f.op <= e.op {
			continue
		}
		x.awaiting = append(x.awaiting, int32(n))
	}
}

// places lists in x.options the options of write id, the last position in co first.
func (x *explorer) places(id int32) {
	x.options = x.options[:0]
	e := x.g.events[id]
	x.waiting(id)
	if len(x.awaiting) > mostWaiting {
		x.giveUp()
		x.missing = fmt.Sprintf("more than %d reads of one location wait for a store", mostWaiting)
		return
	}
	begun := false
	for at := len(x.g.co[e.loc]) - 1; at >= -1 && !(x.probe && len(x.options) > 0); at-- {
		w := int32(initial)
		if at >= 0 {
			w = x.g.co[e.loc][at]
		}
		if e.half {
			if from := x.g.events[x.g.readHalf(id)].rf; from != none && from != w {
				continue
			}
		}
		for readers := range uint64(1) << len(x.awaiting) {
			if x.put(id, w, readers) && x.holds(id, readers, &begun) {
				x.options = append(x.options, option{w, readers})
			}
			x.g.remove(id)
			x.forsake(id)
		}
	}
}

// holds reports whether the model allows write id where it stands in co, with readers reading from it.
// begun says that x.check has the graph without readers, and that its begin succeeded.
func (x *explorer) holds(id int32, readers uint64, begun *bool) bool {
	switch {
	case readers != 0:
		*begun = false
		return x.check.consistent(&x.g)
	case x.g.last(x.g.events[id].loc) == id && x.g.isLast(id):
		return true // no order of the model leads from the write
	case x.g.isLast(id) && x.decides():
		e := &x.g.events[id]
		x.check.work += len(x.g.events) / 64
		x.past.set(&x.g, e.thread, len(x.g.threads[e.thread]))
		return !x.past.overwritten(e.loc, x.g.position(id, e.loc)) && !x.g.divides(id)
	case !*begun:
		if *begun = x.check.begin(&x.g); !*begun {
			return false
		}
	}
	return x.check.holds(&x.g)
}

// put puts write id directly after w in co, and makes postponed reads read from it. It reports false
// if they may not: a lock must be free, and at most one read-modify-write may read from a write.
func (x *explorer) put(id, w int32, readers uint64) bool {
	x.g.place(id, x.g.position(w, x.g.events[id].loc)+1)
	for i, r := range x.awaiting {
		if readers>>i&1 == 0 {
			continue
		}
		x.source(r, id)
		e := &x.g.events[r]
		if e.lock && !x.setLock(r) || e.half && x.g.taken(id, r) {
			return false
		}
	}
	return true
}

// syncs reports whether the next operation of t is on a lock word and may have to wait.
func (x *explorer) syncs(t *vm.Thread) bool {
	return t.State == vm.Conditional && x.vm.Syncs(t)
}

// free reports whether the next operation of t does not have to wait for a lock.
func (x *explorer) free(t *vm.Thread) bool { return !x.syncs(t) || x.vm.Allows(t) }

// addSync adds the read of the lock word before which t is parked. It reads from a write that lets t
// continue, or is postponed.
func (x *explorer) addSync(t *vm.Thread) {
	at := x.cursor[t.ID]
	_, order := x.vm.Takes(t)
	x.before(t, &x.how.RMW[order])
	id := x.add(t, event{kind: reads, modify: true, lock: true, half: true, order: order, fail: trace.Relaxed, loc: x.locOf[t.Op.Loc], rf: none, peer: -1})
	x.cursor[t.ID] = at // t has still to perform it
	x.note(int32(t.ID), x.g.events[id].loc)
	x.sources(id, func() bool { return x.setLock(id) })
	x.choose(id)
}

// setLock sets the properties of read id of a lock word that depend on the value, if its thread is
// parked before it. It reports false if the thread may not continue with the value. If the thread has
// not come to the operation in this run, step calls setLock again when it does.
func (x *explorer) setLock(id int32) bool {
	e := &x.g.events[id]
	t := x.vm.Threads()[e.thread]
	if !x.syncs(t) || int32(t.Number) != e.op {
		return true
	}
	if !x.vm.Allows(t) {
		return false
	}
	e.half, e.order = x.vm.Takes(t)
	e.fail = e.order
	x.source(id, e.rf)
	return true
}
