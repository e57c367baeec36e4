package explore

import (
	"fencepost/interp/vm"
	"fencepost/models/axiom"
)

// An Access is an access to memory in an execution; an RMW is one.
type Access struct {
	Thread, Index int32 // Index: place among its thread's events
	Site          int32
	Loc           int32 // number of the location, the same in all executions of an exploration by one worker
	Commit        int32 // coherence position of the store that it is or reads; 0: the initial content
	Kind          axiom.Kind
	Value         uint64 // reads: that it reads
}

// Accesses appends the accesses of the execution to dst, threads one after the
// other, each in program order.
func (e *Execution) Accesses(dst []Access) []Access {
	for t := range e.x.g.Threads {
		for _, id := range e.x.g.Threads[t].Events {
			dst = e.access(dst, id)
		}
	}
	return dst
}

// access appends event id if it is an access that took place.
func (e *Execution) access(dst []Access, id int32) []Access {
	g := e.x.g
	v := &g.Events[id]
	a := Access{Thread: v.Thread, Index: v.Index, Site: v.Site, Loc: v.Loc, Kind: v.Kind}
	switch {
	case v.Kind == axiom.ExclusiveWrite, e.x.succeeds(v):
		return dst // told with the RMW
	case v.Kind.Reads() && v.RF != axiom.None:
		a.Value = v.Value
		if v.RF >= 0 {
			a.Commit = g.Events[v.RF].CoPosition
		}
		if list := g.Threads[v.Thread].Events; v.Kind == axiom.ExclusiveRead {
			if int(v.Index)+1 == len(list) {
				return dst
			}
			a.Commit = g.Events[list[v.Index+1]].CoPosition
		}
	case v.Kind == axiom.Write:
		a.Commit = v.CoPosition
	default:
		return dst
	}
	return append(dst, a)
}

// A SpinIteration is an iteration of a spin loop after which the thread is where it was: it
// only read. Such iterations are not explored. After the first of them a thread stays
// there; executions in which it goes on after some iterations are those without these, but
// for their stutter reads. The next iteration begins with an access of the same site and
// location as the first.
type SpinIteration []Access

// SpinIterations appends the iterations in which threads of the execution wait, those of
// them that access memory. They are valid during the call that the execution is.
func (e *Execution) SpinIterations(dst []SpinIteration) []SpinIteration {
	x := e.x
	x.iterations = x.iterations[:0]
	for t := range int32(len(x.g.Threads)) {
		if x.state(t) != vm.Waiting {
			continue
		}
		list := x.g.Threads[t].Events
		from := len(x.iterations)
		for _, id := range list[min(int(x.since(t)), len(list)):] {
			x.iterations = e.access(x.iterations, id)
		}
		if len(x.iterations) > from {
			dst = append(dst, x.iterations[from:])
		}
	}
	return dst
}

// A StutterRead is an access that an iteration of a spin loop, right before event Before of
// Thread, may add: it reads what is at coherence position Commit.
type StutterRead struct {
	Thread, Before int32
	Kind           axiom.Kind
	Loc, Commit    int32
}

// MayAdd reports whether reads a and b of one thread, b in the same iteration as a, in a
// later one, or a itself, are possible as far as the order of the execution's
// other events says. Each on its own is known to be if they differ. It is for
// hardware models.
func (e *Execution) MayAdd(a, b StutterRead) bool {
	return e.x.g.MayInsert(e.insertion(a), e.insertion(b))
}

func (e *Execution) insertion(r StutterRead) axiom.Insertion {
	return axiom.Insertion{Thread: r.Thread, At: r.Before, Kind: r.Kind, Loc: r.Loc, W: e.write(r.Loc, r.Commit)}
}

// write returns the write at a coherence position of location l, or Init.
func (e *Execution) write(l, place int32) int32 {
	w := int32(axiom.Init)
	for range place {
		w = e.x.g.After(w, l)
	}
	return w
}

// Content returns the value at a coherence position of location l.
func (e *Execution) Content(l, place int32) uint64 { return e.x.valueOf(e.write(l, place), l) }

// Places returns how many writes of location l there are.
func (e *Execution) Places(l int32) int32 {
	if int(l) >= len(e.x.g.Locs) {
		return 0
	}
	if w := e.x.g.Locs[l].Last; w >= 0 {
		return e.x.g.Events[w].CoPosition
	}
	return 0
}
