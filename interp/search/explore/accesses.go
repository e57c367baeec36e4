package explore

import "fencepost/models/axiom"

// An Access is an access to memory in an execution. An RMW is one access.
type Access struct {
	Thread, Index int32 // Index: its place in the events of the thread, from 0
	Site          int32
	Loc           int32 // number of the location, the same in all executions of an exploration by one worker
	Commit        int32 // coherence position of its own write, or of the write that it reads; 0: the initial content
	Write         int32 // event of that write; axiom.Init: the initial content
	Kind          axiom.Kind
	Value         uint64 // of reads: the value read
	Part          bool   // it reads only some bytes of the location; these are coherent on their own
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

// access appends event id if it is an access that took place. An RMW is appended at its reading
// half.
func (e *Execution) access(dst []Access, id int32) []Access {
	g := e.x.g
	v := &g.Events[id]
	a := Access{Thread: v.Thread, Index: v.Index, Site: v.Site, Loc: v.Loc, Kind: v.Kind, Part: v.Part.Size > 0, Write: id}
	switch {
	case v.Inserts && v.Kind.Writes():
		a.Kind, a.Commit = axiom.Write, v.CoPosition
	case v.Kind == axiom.ExclusiveWrite, v.Inserts, e.x.succeeds(v):
		return dst // its RMW is appended instead
	case v.Kind.Reads() && v.RF != axiom.None:
		a.Value, a.Write = v.Value, v.RF
		if v.RF >= 0 {
			a.Commit = g.Events[v.RF].CoPosition
		}
		if list := g.Threads[v.Thread].Events; v.Kind == axiom.ExclusiveRead {
			if int(v.Index)+1 == len(list) {
				return dst
			}
			a.Write = list[v.Index+1]
			a.Commit = g.Events[a.Write].CoPosition
		}
	case v.Kind == axiom.Write:
		a.Commit = v.CoPosition
	default:
		return dst
	}
	return append(dst, a)
}

// MayPrecede reports whether event a, a write or axiom.Init, comes before event b, another one of the
// same location, in some execution of this class.
func (e *Execution) MayPrecede(a, b int32) bool {
	x := e.x
	switch {
	case a < 0 || b < 0:
		return a < 0
	case x.g.Events[a].CoPosition < x.g.Events[b].CoPosition:
		return true
	case !x.loose(x.g.Events[a].Loc) || x.g.Passes(a, b):
		return false
	}
	return x.arrangeable(axiom.Whole, [2]int32{a, b})
}

// Arrange turns the execution into one of its class in which the first write of each pair comes before
// the second. It reports whether there is one.
func (e *Execution) Arrange(pairs [][2]int32) bool {
	x := e.x
	x.ending = append(x.ending[:0], pairs...)
	x.chargeArranging()
	return x.g.Arrange(x.ending)
}

// NeedsCoherence has the search begin anew with classes of one co.
func (e *Execution) NeedsCoherence() { e.x.needCoherence() }

// write returns the write at a coherence position of location l; Init at position 0.
func (e *Execution) write(l, place int32) int32 {
	w := int32(axiom.Init)
	for range place {
		w = e.x.g.After(w, l)
	}
	return w
}

// Content returns the value of the write at a coherence position of location l.
func (e *Execution) Content(l, place int32) uint64 { return e.x.valueOf(e.write(l, place), l) }

// Places returns the number of writes of location l.
func (e *Execution) Places(l int32) int32 {
	if int(l) >= len(e.x.g.Locs) {
		return 0
	}
	if w := e.x.g.Locs[l].Last; w >= 0 {
		return e.x.g.Events[w].CoPosition
	}
	return 0
}
