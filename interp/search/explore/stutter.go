package explore

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// A SpinIteration is an iteration of a spin loop after which the thread is where it was: it
// only read. Such iterations are not explored. After the first of them a thread stays
// there; executions in which it goes on after some iterations are those without these, but
// for their stutter reads. The next iteration begins with an access of the same site and
// location as the first, unless a value is chosen before it: then a Choice is the first.
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

// A StutterRead is an access that an iteration of a spin loop, right before event Before of
// Thread, may add: it reads what is at coherence position Commit.
type StutterRead struct {
	Thread, Before int32
	Kind           axiom.Kind
	Site           int32
	Loc, Commit    int32
}

// MayAdd reports whether these reads, those of a thread in its order, are possible as far
// as the order of the execution's other events says. It is for hardware models.
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

// GraphWith is Graph of the execution with these reads, those of a thread in its order;
// nil if no order of all events agrees with po and rf, or nothing was read yet where one reads.
func (e *Execution) GraphWith(reads []StutterRead) *Graph {
	if slices.ContainsFunc(reads, func(r StutterRead) bool { return int(r.Loc) >= len(e.x.locations) }) {
		return nil
	}
	g := e.x.copyGraph()
	type event struct {
		Event
		id int // in g; -1: it is added
	}
	threads := make([][]event, len(e.x.g.Threads)) // what is still to come of each
	for i, v := range g.Events {
		for _, r := range reads {
			if r.Thread == int32(v.Thread) && int(r.Before) == v.Index {
				threads[v.Thread] = append(threads[v.Thread], event{e.stutter(g, r), -1})
			}
		}
		threads[v.Thread] = append(threads[v.Thread], event{v, i})
	}
	out := &Graph{Model: g.Model}
	place := make([]int, len(g.Events)) // in out, from 1
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

// stutter returns read r as an event of g, but for its place in its thread.
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
