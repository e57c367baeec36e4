package explore

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// A SpinIteration has the accesses of an iteration of a spin loop that only reads, or also stores to
// locals of calls that end in it, after which the thread is in the same state. The search explores no
// such iterations: after the first of them the thread waits. An execution in which it continues after
// some iterations differs from one without them only by their stutter reads. The next iteration begins
// with an access of the same site and location as the first. If the iteration chooses a value before
// its first access, a Choice comes first.
type SpinIteration []Access

// SpinIterations appends the iterations in which threads of the execution wait. It leaves out
// iterations without an access. The result is valid as long as the execution.
func (e *Execution) SpinIterations(dst []SpinIteration) []SpinIteration {
	x := e.x
	x.iterations = x.iterations[:0]
	for t := range int32(len(x.g.Threads)) {
		if x.state(t) != vm.Waiting {
			continue
		}
		from := len(x.iterations)
		for _, id := range x.iteration(t) {
			if x.g.Events[id].Kind == axiom.Choice && len(x.iterations) == from {
				x.iterations = append(x.iterations, Access{Thread: t, Site: -1, Loc: -1, Kind: axiom.Choice})
			}
			x.iterations = e.access(x.iterations, id)
		}
		if len(x.iterations) > from {
			dst = append(dst, x.iterations[from:])
		}
	}
	return dst
}

// A StutterRead is a read that an additional iteration of a spin loop performs directly before
// the event of Thread with index Before. It reads the write at coherence position Commit of Loc.
type StutterRead struct {
	Thread, Before int32
	Kind           axiom.Kind
	Site           int32
	Loc, Commit    int32
}

// MayAdd reports whether the order of the execution's events permits these additional reads. The
// reads of each thread are in program order. It is for hardware models.
func (e *Execution) MayAdd(reads []StutterRead) bool {
	x := e.x
	x.insertions = x.insertions[:0]
	for _, r := range reads {
		x.insertions = append(x.insertions, e.insertion(r))
	}
	return x.g.MayInsert(x.insertions)
}

func (e *Execution) insertion(r StutterRead) axiom.Insertion {
	return axiom.Insertion{Thread: r.Thread, At: r.Before, Kind: r.Kind, Loc: r.Loc, W: e.write(r.Loc, r.Commit)}
}

// GraphWith returns a copy of the execution's graph with these additional reads. The reads of each
// thread are in program order. It returns nil if no order of all events agrees with po and rf, or
// if a read is of a location that this worker has not numbered yet.
func (e *Execution) GraphWith(reads []StutterRead) *Graph {
	if slices.ContainsFunc(reads, func(r StutterRead) bool { return int(r.Loc) >= len(e.x.locations) }) {
		return nil
	}
	g := e.x.copyGraph()
	type event struct {
		Event
		id int // index in g.Events; -1: an additional read
	}
	threads := make([][]event, len(e.x.g.Threads)) // by thread: events that out does not have yet
	for i, v := range g.Events {
		for _, r := range reads {
			if r.Thread == int32(v.Thread) && int(r.Before) == v.Index {
				threads[v.Thread] = append(threads[v.Thread], event{e.stutter(g, r), -1})
			}
		}
		threads[v.Thread] = append(threads[v.Thread], event{v, i})
	}
	out := &Graph{Model: g.Model}
	place := make([]int, len(g.Events)) // by event of g: its place in out, from 1; 0: not there yet
	begun, added := make([]bool, len(threads)), make([]int, len(threads))
	begun[0] = true
	for more := true; more; {
		more = false
		for t := range threads {
			for begun[t] && len(threads[t]) > 0 {
				v := threads[t][0]
				if v.RF >= 0 && place[v.RF] == 0 || v.Kind == axiom.Join && len(threads[v.Peer]) > 0 {
					break
				}
				threads[t], more = threads[t][1:], true
				if v.RF >= 0 {
					v.RF = place[v.RF] - 1
				}
				if v.Section > 0 {
					v.Section += added[t]
				}
				if v.Index += added[t]; v.id >= 0 {
					place[v.id] = len(out.Events) + 1
				} else {
					added[t]++
				}
				if v.Kind == axiom.Create {
					begun[v.Peer] = true
				}
				out.Events = append(out.Events, v.Event)
			}
		}
	}
	if slices.ContainsFunc(threads, func(list []event) bool { return len(list) > 0 }) {
		return nil
	}
	return out
}

// stutter returns read r as an event of g. Its Index is that of the event after it.
func (e *Execution) stutter(g *Graph, r StutterRead) Event {
	l := &e.x.locations[r.Loc]
	v := Event{Thread: trace.ThreadID(r.Thread), Index: int(r.Before), Kind: r.Kind, Site: r.Site,
		Addr: l.addr, Size: l.size, Epoch: l.epoch, Value: e.Content(r.Loc, r.Commit), RF: axiom.Init}
	if r.Commit > 0 {
		v.RF = slices.IndexFunc(g.Events, func(w Event) bool {
			return w.Kind.Writes() && w.Addr == l.addr && w.Size == l.size && w.Epoch == l.epoch && w.CoPosition == int(r.Commit)
		})
	}
	return v
}
