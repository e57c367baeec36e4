package explore

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace/lists"
)

// Reuse of memory. If a program frees and allocates, an allocation is an event. It reads from the
// free whose block it gets, or from the initial state: then no earlier block had its addresses.
// The latter is the maximal choice. At most one allocation reads a free. A free revisits earlier
// allocations as a write revisits reads. The pair is an edge of po ∪ rf, and of happens-before.
//
// An allocation gets a block only if a copy of the block's address may be left (vm.HasCopies) after
// the prefixes of the free and the allocation: in any graph that has both, all copies come from
// these prefixes. Without a copy, the execution differs from another only in the names of
// addresses. A second explorer, x.replica, runs the prefixes to decide this.
//
// A reused block has other locations than the earlier block. An access of a thread belongs to the
// earlier block if the allocation is not in its prefix: there is an execution in which the access
// comes before the allocation.

// Reuse performs an allocation of size bytes. It returns the index in freed of the block that the
// allocation gets, or -1 for new addresses.
func (x *explorer) Reuse(t *vm.Thread, size int64, freed []vm.Block) int {
	if x.dead {
		return -1
	}
	if id, ok := x.replayed(t.ID); ok {
		if x.g.Events[id].Kind == axiom.Alloc {
			return -1
		}
		return x.gets(id, freed)
	}
	e := axiom.Event{Kind: axiom.Alloc, Thread: t.ID, Site: t.Op.Site, Expect: uint64(size), Within: x.vm.Reallocates(t)}
	x.pool.allocates.Store(true)
	id, _ := x.add(e)
	x.g.Take(id, axiom.Init)
	if c, ok := x.recorded(id); ok {
		if c == 0 {
			return -1
		}
		f := x.find(c - 1)
		if f < 0 || x.g.Events[f].Kind != axiom.Free || x.g.Events[f].Peer != axiom.None {
			x.replay.strayed = true
			return -1
		}
		x.g.Take(id, f)
		return x.gets(id, freed)
	}
	for _, b := range freed {
		if f := x.freeOf(b); x.mayTake(id, f) {
			x.branches()
			x.push(item{kind: take, event: id, other: f})
		}
	}
	return -1
}

// gets returns the index in freed of the block that allocation id gets.
func (x *explorer) gets(id int32, freed []vm.Block) int {
	f := &x.g.Events[x.g.Events[id].RF]
	k := slices.IndexFunc(freed, func(b vm.Block) bool { return b.Addr == f.Value && b.Life == f.Life })
	if k < 0 {
		x.err = &Fault{x.prog.Name, "a block was not freed that an allocation gets"}
		x.dead = true
	}
	return k
}

// branches notes that an allocation has a choice. Symmetry and barriers do not hold then, as
// threads may differ in their addresses.
func (x *explorer) branches() {
	if x.symmetry || x.barriers {
		x.pool.refute()
	}
}

// freeOf returns the event that freed block b; None if there is none.
func (x *explorer) freeOf(b vm.Block) int32 {
	for id := range x.g.Events {
		if e := &x.g.Events[id]; e.Kind == axiom.Free && e.Value == b.Addr && e.Life == b.Life {
			return int32(id)
		}
	}
	return axiom.None
}

// mayTake reports whether allocation id has to consider the block that event f frees. The block is
// large enough. If allocations get new addresses for now, it notes that there is one, and reports false.
func (x *explorer) mayTake(id, f int32) bool {
	if x.pool.o.Machine.Reuse == vm.ReuseAlways {
		return true
	}
	if x.pool.renews {
		x.pool.noteReuse(&x.pool.fits)
		return false
	}
	if x.replica == nil {
		o := x.pool.o
		o.Machine.Coverage, o.Machine.Output = nil, nil
		x.replica = newExplorer(x.ctx, x.prog, x.g.Model(), o, x.pool)
		x.replica.replica = x.replica
	}
	if x.replica == x {
		return false // in runTo, no event follows an allocation
	}
	g := x.g
	g.Take(id, f)
	p := x.replica
	p.frames = p.frames[:0]
	if len(p.locations) < len(x.locations) { // p may know of more, from earlier runs
		p.know(x.locations)
	}
	top := p.newFrame()
	x.number = lists.Extended(x.number, len(g.Events))
	top.g.Cut(g, axiom.None, id, x.number)
	b := vm.Block{Addr: g.Events[f].Value, Size: int64(g.Events[f].Expect), Life: g.Events[f].Life}
	g.Take(id, axiom.Init)
	if !p.runTo(x.number[id]) {
		return true
	}
	copied, _ := p.vm.HasCopies([]vm.Block{b}, p)
	return copied[0]
}

// runTo runs the graph of the only frame without event last. It reports whether every other event
// could be performed.
func (x *explorer) runTo(last int32) bool {
	f := x.frames[0]
	x.g = f.g
	x.sortEvents(f)
	x.start()
	x.later = x.later[:0]
	for _, id := range f.order {
		if id != last && !x.over() {
			x.redoAccess(id)
		}
	}
	x.redoLater(true)
	ok := !x.over() && x.err == nil
	x.err = nil
	return ok
}

// Held calls use with the values that a thread may still read from location l and that match. Where co is
// not branched on, these are the values that it may read in some co.
func (x *explorer) Held(l models.Loc, _ uint64, match, use func(v uint64) bool) {
	g, n := x.g, x.locOf[l]
	for w := g.Locs[n].Last; ; w = g.Events[w].CoBefore {
		if v := x.valueOf(w, n); match(v) && x.readable(w, n) && !use(v) || w == axiom.Init {
			return
		}
	}
}

// Pending calls nothing: a graph has no pending stores.
func (x *explorer) Pending(func(l models.Loc, v uint64) bool) {}

// readable reports whether write w, or Init, is the last of location l in co, or a thread that has
// not ended may still read it.
func (x *explorer) readable(w, l int32) bool {
	if !x.isReplaced(w, l, func(int32) bool { return true }) {
		return true
	}
	for _, t := range x.vm.Threads() {
		if t.State != vm.Done && !x.hidden(w, l, t) {
			return true
		}
	}
	return false
}

// hidden reports whether coherence prevents thread t from reading write w of location l: an access
// that its next event follows reads, or is, a write after w in co.
func (x *explorer) hidden(w, l int32, t *vm.Thread) bool {
	g, last := x.g, x.lastDone(t.ID)
	if last == axiom.None {
		return false
	}
	return x.isReplaced(w, l, func(a int32) bool {
		e := &g.Events[a]
		return e.Thread == t.ID && e.Index < x.cursor[t.ID] || e.Thread != t.ID && g.Follows(last, a)
	})
}

// isReplaced reports whether an access of location l for which by holds reads, or is, a write after w in co:
// in any co, where that is not branched on.
func (x *explorer) isReplaced(w, l int32, by func(a int32) bool) bool {
	g, loose := x.g, x.loose(l)
	for a := g.Locs[l].Access; a != axiom.None; a = g.Events[a].Access {
		at := a
		if g.Events[a].Kind.Reads() {
			at = g.Events[a].RF
		}
		switch {
		case at < 0 || at == w || g.Events[at].CoBefore == axiom.None:
		case loose && w != axiom.Init && !g.Passes(a, w), !loose && g.PositionOf(at) <= g.PositionOf(w):
		case by(a):
			return true
		}
	}
	return false
}

// revisitsAllocations makes branches of the earlier allocations that may get the block that event
// f frees: see revisits.
func (x *explorer) revisitsAllocations(f int32) {
	g := x.g
	if x.replay != nil || !x.pool.allocates.Load() {
		return
	}
	x.deletes(f)
	for n := x.nextDeleted(); n != axiom.None; n = x.nextDeleted() {
		if !x.maximal(n, f) {
			return
		}
		if e := &g.Events[n]; e.Kind == axiom.Alloc && vm.Fits(int64(e.Expect), int64(g.Events[f].Expect)) && x.mayTake(n, f) {
			x.branches()
			x.push(item{kind: revisit, event: f, other: n})
		}
	}
}

// outlived reports whether thread t is parked before an operation on a freed block at whose
// address there is another block now.
func (x *explorer) outlived(t int32) bool {
	th := x.thread(t)
	return (th.State == vm.Ready || th.State == vm.Conditional) && x.vm.Outlived(th)
}

// Knows reports whether the allocation that got block b is in the prefix of t's next event. It
// reports true if b is at addresses that no earlier block had.
func (x *explorer) Knows(t *vm.Thread, b vm.Block) bool {
	if !x.g.Reuses() {
		return true
	}
	last := x.lastDone(t.ID)
	for id := range x.g.Events {
		e := &x.g.Events[id]
		if e.Kind != axiom.Reuse {
			continue
		}
		if f := &x.g.Events[e.RF]; f.Value == b.Addr && f.Life+1 == b.Life {
			return last != axiom.None && x.g.InPrefix(int32(id), last)
		}
	}
	return true
}
