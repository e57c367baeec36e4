package explore

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/models/axiom"
)

// Symmetry. Two threads that one thread starts, one right after the other, in the same
// function with the same argument, or with arguments that only select slots (slots.go), are
// twins: exchanging them makes of an execution another one that ends in the same state. Only one
// of the two need be explored (Kokologiannakis, Marmanis and Vafeiadis, "SPORE: Combining Symmetry
// and Partial Order Reduction", PLDI 2024). Twins are told apart by the first event in which they
// differ, reads of different writes or writes to the same location; of the two executions that is
// followed in which the elder's comes first in co.
//
// The elder is ahead: what the younger does as long as the two are the same keeps, when
// a write revisits a read, what the elder did (axiom.Graph.SetTwin). So an execution in
// which the younger reads what only its own doing brought about for the elder is never
// met; its counterpart is, where the younger reads what the elder brought about, wherever
// that stands in co. That is the difference from what GenMC 0.11 does.
//
// That the threads are not told apart later, by how they are joined, what they return or
// who looks at their handles, is seen in the executions; if they are, the search begins anew without symmetry. A
// program that asks for the identity of a thread is searched without.

// symmetric reports whether the options ask for symmetry and the program allows it.
func symmetric(p *code.Program, o *Options) bool {
	self := func(in code.Instr) bool { return in.Op == code.Sys && code.SysID(in.C) == code.ThreadSelf }
	return o.Symmetry && o.Every == nil && !o.StopAtExit && !p.Has(self)
}

// A task is what a thread was started to do.
type task struct{ function, argument, attributes int64 }

// twin returns the thread of which thread n is the twin, which does what and which event
// create, the latest of its thread, starts; or None.
func (x *explorer) twin(create int32, what task) int32 {
	if !x.symmetry {
		return axiom.None
	}
	list := x.g.Threads[x.g.Events[create].Thread].Events
	for k := len(list) - 2; k >= 0; k-- {
		e := &x.g.Events[list[k]]
		switch {
		case e.Kind == axiom.Create && x.sameTask(x.tasks[e.Peer], what):
			return e.Peer
		case e.Kind.Accesses() && x.alone(e):
		case e.Kind != axiom.Create && e.Kind != axiom.Fence && e.Kind != axiom.Alloc:
			return axiom.None
		}
	}
	return axiom.None
}

// usesArgument reports whether the function at an address, in which a thread starts, may use its
// argument.
func (x *explorer) usesArgument(function int64) bool {
	i, ok := code.FuncAt(uint64(function))
	if !ok || i >= len(x.prog.Funcs) || x.prog.Funcs[i].Code == nil {
		return true
	}
	if x.arguments == nil {
		x.arguments = make([]bool, len(x.prog.Funcs))
		for i := range x.prog.Funcs {
			f := &x.prog.Funcs[i]
			x.arguments[i] = f.Code == nil || x.prog.UsesArgument(f)
		}
	}
	return x.arguments[i]
}

// meetTwins notes that a thread has a twin where co is not branched on: the search begins anew
// with it, or without symmetry.
func (x *explorer) meetTwins() {
	if x.merges() && x.pool.chooses {
		x.beginAnew(&x.pool.twinned)
		return
	}
	x.needCoherence()
}

// alone reports whether no other thread accesses the location of access e.
func (x *explorer) alone(e *axiom.Event) bool { return x.onlyOf(e.Thread, e.Loc) }

// onlyOf reports whether no thread but t accesses location l.
func (x *explorer) onlyOf(t, l int32) bool {
	for u := range int32(len(x.g.Threads)) {
		if u != t && x.g.Latest(l, u) != axiom.None {
			return false
		}
	}
	return true
}

// elderFirst reports whether read id may read from w, or write id come right after w in
// co, and no execution with twins exchanged is followed in its place.
func (x *explorer) elderFirst(id, w int32) bool {
	if !x.symmetry {
		return true
	}
	g := x.g
	e := &g.Events[id]
	twin := g.TwinOf(id)
	if twin == axiom.None {
		return true
	}
	first := &g.Events[twin]
	if first.Site != e.Site || first.Loc != e.Loc || !first.Kind.Accesses() || first.Kind.Reads() != e.Kind.Reads() {
		return true
	}
	from := twin
	if e.Kind.Reads() {
		if from = first.RF; from == axiom.None || first.Blocked || first.Idle != 0 {
			return true
		}
	} else if first.CoBefore == axiom.None {
		return true
	}
	return g.PositionOf(w) >= g.PositionOf(from) || e.Kind.Reads() && w != axiom.Init && g.Kept(twin, w)
}

// hasTwins reports whether threads of the execution are twins.
func (x *explorer) hasTwins() bool {
	return slices.ContainsFunc(x.g.Threads, func(t axiom.Thread) bool { return t.Parent != axiom.None && t.Twin != axiom.None })
}

// breaksSymmetry reports whether the execution tells twins apart: by what they return, by
// what a thread does between joining the one and the other, because a thread that did not create
// them joins one by its handle, or because somebody accesses what was stored between starting them.
func (x *explorer) breaksSymmetry() bool {
	g := x.g
	for t := range g.Threads {
		u := g.Threads[t].Twin
		if u == axiom.None || g.Threads[t].Parent == axiom.None {
			continue
		}
		first, second := &g.Events[g.Threads[u].Parent], &g.Events[g.Threads[t].Parent]
		for _, n := range g.Threads[first.Thread].Events[first.Index:second.Index] {
			if e := &g.Events[n]; e.Kind.Accesses() && !x.alone(e) {
				return true
			}
		}
		a, b := g.Threads[u].Joined, g.Threads[t].Joined
		for _, n := range []int32{a, b} {
			if n != axiom.None && g.Events[n].Thread != first.Thread {
				return true
			}
		}
		for _, th := range x.vm.Threads() {
			if n, _ := th.Joins(); th.ID != first.Thread && (n == u || n == int32(t)) {
				return true
			}
		}
		switch {
		case a == axiom.None && b == axiom.None:
			continue
		case a == axiom.None || b == axiom.None:
			if x.actsAfter(max(a, b), int32(len(g.Events))) {
				return true
			}
		case x.actsAfter(min(a, b), max(a, b)) || x.thread(u).Result() != x.thread(int32(t)).Result():
			return true
		}
	}
	return false
}

// mayBreakSymmetry reports whether a thread that waits for one of twins to end, which does not
// while the other has, would do more than join, and read what it alone accesses, if they were
// exchanged. It has the thread go on, so the execution has to be over.
func (x *explorer) mayBreakSymmetry() bool {
	for _, th := range x.vm.Threads() {
		u, _ := th.Joins()
		if u < 0 || th.State != vm.Conditional || x.state(u) == vm.Done {
			continue
		}
		ended, twin, alike := 0, int32(axiom.None), true // twins that may take the places of those that th joins
		for _, o := range x.vm.Threads() {
			if o.State == vm.Done && x.g.Threads[o.ID].Joined == axiom.None && x.twins(u, o.ID) {
				alike = alike && (ended == 0 || o.Result() == x.thread(twin).Result())
				ended, twin = ended+1, o.ID
			}
		}
		if ended == 0 {
			continue
		}
		if !alike || x.vm.Expires(th) {
			return true
		}
		own := func(l models.Loc) bool { return x.onlyOf(th.ID, x.locOf[l]) }
		for n := twin; ; {
			x.vm.SkipJoin(th, x.thread(n).Result())
			for x.vm.SkipLoad(th, own) {
			}
			var joins bool
			if n, joins = th.Joins(); !joins || n < 0 || th.State != vm.Conditional || x.vm.Expires(th) || x.vm.Stopped() {
				return true
			}
			if x.twins(u, n) {
				if ended--; ended == 0 {
					break
				}
				n = twin
			} else if x.state(n) != vm.Done {
				break
			}
		}
	}
	return false
}

// twins reports whether threads t and u are of one row of twins.
func (x *explorer) twins(t, u int32) bool {
	for t, u = min(t, u), max(t, u); u > t; {
		u = x.g.Threads[u].Twin
	}
	return t == u
}

// actsAfter reports whether the thread of join id does more than join, and access what it
// alone does, before event end if that is its own.
func (x *explorer) actsAfter(id, end int32) bool {
	e := &x.g.Events[id]
	for _, n := range x.g.Threads[e.Thread].Events[e.Index:] {
		if n == end {
			break
		}
		if v := &x.g.Events[n]; v.Kind != axiom.Join && v.Kind != axiom.Fence && !(v.Kind.Accesses() && x.alone(v)) {
			return true
		}
	}
	return false
}
