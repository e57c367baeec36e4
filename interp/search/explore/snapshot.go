package explore

import (
	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// Snapshots. A branch repeats the events of its graph. Other branches share the events before the
// first that differs. So a run saves the state of the machine halfway to the event at which it
// branches off, and later runs begin there. As the search follows the latest branch first, it
// halves the rest of the way again and again.
//
// A snapshot belongs to a frame. The run had performed some events of the frame's graph, with all
// events that these read from. It is valid while these events are unchanged. That holds for
// branches at a later event. It also holds in frames of revisits of a later read: events before
// that read keep their numbers. Threads and memory that did not change since are not copied.
//
// Searches of fib and coa of benchmarks/explore, with 20 to 40 events in each execution, take a
// third to a half of the time that they take without snapshots.
type snapshot struct {
	machine       vm.Snapshot
	behind        int32 // all events performed have smaller numbers
	next          int   // index in frame.order of the first event that was not performed
	steps         int
	cursor, begun []int32
	loops         [][]loop
	marks         [][]mark
	tasks         []task
	locOf         []int32
	guards        []guard
	compared      []comparison
}

// A guard is the latest read of a thread, if such a read may stop the thread. idle is its Idle in
// the graph; 0: the read was not the latest event then, and could not stop the thread.
type guard struct {
	read int32
	idle uint8
}

// defaultSnapshots is the value of Options.Snapshots if that is 0. With 2 or 8, searches take as
// long, or up to a fifth longer.
const defaultSnapshots = 4

// resume begins a run from the latest snapshot that is valid for the graph on top, or from the
// start. It returns an index in the order of the frame: the run has performed all events before
// it, and perhaps some after it.
func (x *explorer) resume() (next int) {
	limit := int32(len(x.g.Events))
	for d := len(x.frames) - 1; d >= 0; d-- {
		f := x.frames[d]
		for k := len(f.snapshots) - 1; k >= 0; k-- {
			s := f.snapshots[k]
			if s.behind > limit || !x.stopAsIn(s) {
				continue
			}
			if x.restore(s); d == len(x.frames)-1 {
				return s.next
			}
			return 0
		}
		limit = min(limit, f.shared)
	}
	x.start()
	return 0
}

// stopAsIn reports whether the same reads can stop their threads in the graph as when s was made.
func (x *explorer) stopAsIn(s *snapshot) bool {
	for _, d := range s.guards {
		if x.latest(d.read) != (d.idle != 0) || d.idle != 0 && x.g.Events[d.read].Served {
			return false
		}
	}
	return true
}

// latest reports whether a read is the latest event of its thread in the graph, fences left out.
func (x *explorer) latest(read int32) bool {
	return x.lastButFences(x.g.Threads[x.g.Events[read].Thread].Events) == read
}

// keepUpTo drops the snapshots of frame f that have performed event id or a later one.
func (x *explorer) keepUpTo(f *frame, id int32) {
	n := len(f.snapshots)
	for n > 0 && f.snapshots[n-1].behind > id {
		n--
	}
	x.freed = append(x.freed, f.snapshots[n:]...)
	f.snapshots = f.snapshots[:n]
}

// save adds a snapshot of the run to the frame on top. The run has performed the events before
// index next in the order of the frame. Some states cannot be saved; then it does nothing.
func (x *explorer) save(next int) {
	if x.pool.o.Rounds > 0 || len(x.faults) > 0 || len(x.shapes.epochs) > 0 || x.over() {
		return
	}
	for t := range x.cursor {
		if x.turned[t] == x.cursor[t] {
			return // whether the thread continues depends on later events
		}
		if next, ok := x.blocked(int32(t)); ok && x.g.Events[next].Served {
			return // a branch in which it is not served has performed it
		}
	}
	var s *snapshot
	if n := len(x.freed); n > 0 {
		s, x.freed = x.freed[n-1], x.freed[:n-1]
	} else {
		s = &snapshot{}
	}
	if !x.vm.Save(&s.machine) {
		x.freed = append(x.freed, s)
		return
	}
	if s.behind, s.next, s.steps = 0, next, x.steps; len(x.later) > 0 {
		s.next = 0 // events put off may be earlier ones
	}
	s.guards = s.guards[:0]
	for t, n := range x.cursor {
		if n == 0 {
			continue
		}
		list := x.g.Threads[t].Events[:n]
		s.behind = max(s.behind, list[n-1]+1)
		id := x.lastButFences(list)
		if marks := x.marks[t]; id != axiom.None && len(marks) > 0 && marks[len(marks)-1].index == x.g.Events[id].Index {
			d := guard{id, x.g.Events[id].Idle}
			if !x.latest(id) {
				d.idle = 0
			} else if d.idle == 0 {
				continue
			}
			s.guards = append(s.guards, d)
		}
	}
	s.cursor, s.begun = append(s.cursor[:0], x.cursor...), append(s.begun[:0], x.begun...)
	for len(s.loops) < len(x.loops) {
		s.loops, s.marks = append(s.loops, nil), append(s.marks, nil)
	}
	s.loops, s.marks = s.loops[:len(x.loops)], s.marks[:len(x.loops)]
	for t := range x.loops {
		s.loops[t] = copied(s.loops[t], x.loops[t], (*loop).copyFrom)
		s.marks[t] = copied(s.marks[t], x.marks[t], (*mark).copyFrom)
	}
	s.tasks, s.compared = append(s.tasks[:0], x.tasks...), append(s.compared[:0], x.compared...)
	s.locOf = append(s.locOf[:0], x.locOf[:x.inUse]...)
	f := x.frames[len(x.frames)-1]
	f.snapshots = append(f.snapshots, s)
}

// restore begins a run from snapshot s.
func (x *explorer) restore(s *snapshot) {
	x.dead, x.faults, x.woken, x.steps = false, x.faults[:0], x.woken[:0], s.steps
	n := min(len(s.cursor), len(x.g.Threads))
	x.cursor, x.begun = append(x.cursor[:0], s.cursor[:n]...), append(x.begun[:0], s.begun[:n]...)
	x.grow()
	copy(x.tasks, s.tasks)
	for t := range x.loops {
		x.undone[t], x.turned[t] = false, -1
		switch {
		case t >= len(s.loops):
			x.loops[t], x.marks[t] = x.loops[t][:0], x.marks[t][:0]
		case !x.vm.Same(&s.machine, trace.ThreadID(t)):
			x.loops[t] = copied(x.loops[t], s.loops[t], (*loop).copyFrom)
			x.marks[t] = copied(x.marks[t], s.marks[t], (*mark).copyFrom)
		}
	}
	x.inUse, x.compared = len(s.locOf), append(x.compared[:0], s.compared...)
	for l, n := range s.locOf {
		x.locOf[l], x.placed[l] = n, x.locations[n]
	}
	for _, d := range s.guards {
		if x.latest(d.read) {
			x.g.Events[d.read].Idle = d.idle
		}
	}
	clear(x.shapes.epochs)
	x.vm.Restore(x.ctx, &s.machine)
}

// done returns the number of events that the run has performed.
func (x *explorer) done() (n int) {
	for _, k := range x.cursor {
		n += int(k)
	}
	return n
}

// copied returns a copy of list in the memory of old.
func copied[T any](old, list []T, copyFrom func(dst, src *T)) []T {
	old = old[:min(len(list), cap(old))]
	old = lists.Extended(old, len(list))
	for k := range list {
		copyFrom(&old[k], &list[k])
	}
	return old
}
