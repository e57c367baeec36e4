package explore

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/models/axiom"
)

// Memory that comes back. Where a program frees and allocates, an allocation is an event. It
// reads, as it were, from the free whose block it gets, or from the beginning: then its
// addresses were not used before. That is the maximal choice. A free can be read by one
// allocation, and revisits those that were added before it, as a write revisits reads. The
// pair is an edge of po ∪ rf, and of happens-before.
//
// An allocation gets a block only where a copy of its address may be left (vm.HasCopy) when
// only the prefixes of the two have happened: all copies that there will be in any graph that
// holds both come from those. Without one the execution differs from another in the names of
// addresses alone. That state is made by a run of its own.
//
// The locations of a block that came back are others than those that it had before. An
// access by a thread that cannot know of the allocation, which is not in its prefix, is one
// to the block that was freed: there is an execution in which it comes before the allocation.

// Reuse performs an allocation.
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

// gets returns which of the blocks is the one that allocation id gets.
func (x *explorer) gets(id int32, freed []vm.Block) int {
	f := &x.g.Events[x.g.Events[id].RF]
	k := slices.IndexFunc(freed, func(b vm.Block) bool { return b.Addr == f.Value && b.Life == f.Life })
	if k < 0 {
		x.err = &Fault{x.prog.Name, "a block was not freed that an allocation gets"}
		x.dead = true
	}
	return k
}

// branches notes that an allocation has a choice: addresses tell threads from each other.
func (x *explorer) branches() {
	if x.symmetry || x.barriers {
		x.pool.tellApart()
	}
}

// freeOf returns the event that freed block b, which nothing got.
func (x *explorer) freeOf(b vm.Block) int32 {
	for id := range x.g.Events {
		if e := &x.g.Events[id]; e.Kind == axiom.Free && e.Value == b.Addr && e.Life == b.Life {
			return int32(id)
		}
	}
	return axiom.None
}

// mayTake reports whether allocation id may get the block that event f frees, which is large
// enough.
func (x *explorer) mayTake(id, f int32) bool {
	if x.pool.o.Machine.Reuse == vm.ReuseAlways {
		return true
	}
	if x.replica == nil {
		o := x.pool.o
		o.Machine.Coverage, o.Machine.Output = nil, nil
		x.replica = newExplorer(x.ctx, x.prog, x.g.Model(), o, x.pool)
		x.replica.replica = x.replica
	}
	if x.replica == x {
		return false // in a run of runTo an allocation comes last
	}
	g := x.g
	g.Take(id, f)
	p := x.replica
	p.frames, p.locations = p.frames[:0], x.locations
	top := p.newFrame()
	for len(x.number) < len(g.Events) {
		x.number = append(x.number, 0)
	}
	top.g.Cut(g, axiom.None, id, x.number)
	b := vm.Block{Addr: g.Events[f].Value, Size: int64(g.Events[f].Expect), Life: g.Events[f].Life}
	g.Take(id, axiom.Init)
	return !p.runTo(x.number[id]) || p.vm.HasCopy(b, p.held)
}

// runTo does what the graph of the only frame holds but for event last; it reports whether
// that could be done.
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

// held reports whether a thread may still read a value from location l that match holds for.
func (x *explorer) held(l models.Loc, match func(v uint64) bool) bool {
	g, n := x.g, x.locOf[l]
	if x.loose(n) {
		x.needCoherence()
	}
	for w := g.Locs[n].Last; ; w = g.Events[w].CoBefore {
		if match(x.valueOf(w, n)) && x.readable(w, n) {
			return true
		}
		if w == axiom.Init {
			return false
		}
	}
}

// readable reports whether a thread that has not ended may still read write w, or Init, of
// location l.
func (x *explorer) readable(w, l int32) bool {
	if x.g.Locs[l].Last == w {
		return true
	}
	for _, t := range x.vm.Threads() {
		if t.State != vm.Done && !x.hidden(w, l, t) {
			return true
		}
	}
	return false
}

// hidden reports whether coherence keeps thread t from reading w: it knows of an access of a
// later write.
func (x *explorer) hidden(w, l int32, t *vm.Thread) bool {
	g, last := x.g, x.lastDone(t.ID)
	if last == axiom.None {
		return false
	}
	for a := g.Locs[l].Access; a != axiom.None; a = g.Events[a].Access {
		e := &g.Events[a]
		at := a
		if e.Kind.Reads() {
			at = e.RF
		}
		if at < 0 || g.Events[at].CoBefore == axiom.None || g.PositionOf(at) <= g.PositionOf(w) {
			continue
		}
		if e.Thread == t.ID && e.Index < x.cursor[t.ID] || e.Thread != t.ID && g.Follows(last, a) {
			return true
		}
	}
	return false
}

// revisitsAllocations makes branches of the allocations that may get the block that event f
// frees: see revisits.
func (x *explorer) revisitsAllocations(f int32) {
	g := x.g
	first := int32(axiom.None)
	for id := range g.Events {
		if g.Events[id].Kind == axiom.Alloc {
			first = int32(id)
			break
		}
	}
	if first == axiom.None || x.replay != nil {
		return
	}
	x.deletes(f)
	for n := f - 1; n >= first; n-- {
		if g.Kept(n, f) {
			continue
		}
		if !x.maximal(n, f) {
			return
		}
		if e := &g.Events[n]; e.Kind == axiom.Alloc && vm.Fits(int64(e.Expect), int64(g.Events[f].Expect)) && x.mayTake(n, f) {
			x.branches()
			x.push(item{kind: revisit, event: f, other: n})
		}
	}
}

// outlived reports whether thread t is parked before an operation on a block that was freed,
// at whose address there is another.
func (x *explorer) outlived(t int32) bool {
	th := x.thread(t)
	return (th.State == vm.Ready || th.State == vm.Conditional) && x.vm.Outlived(th)
}

// Knows reports whether the allocation that got block b is in the prefix of what t does next.
func (x *explorer) Knows(t *vm.Thread, b vm.Block) bool {
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
