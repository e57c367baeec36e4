package explore

import (
	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// Snapshots. A branch runs again what its graph holds. What its events before the first
// that differs are, other branches hold, too: so a run keeps, halfway to where it branches
// off, the state of the machine, and those that follow go on from there. As the latest
// branch is followed first, half of the way that is left is halved again and again.
//
// A snapshot is of a run that had done some events of a frame's graph, all those that they
// read from among them. It stays valid as long as these events are there unchanged: for
// branches off a later event, and in frames made by revisits of a later read, for what
// a revisit keeps up to that read has the same numbers as before. What did not change since,
// threads and memory, is not copied.
//
// Searches of fib and coa of benchmarks/explore, whose executions have 20 to 40 events, take a
// third to a half of the time that they take without.
type snapshot struct {
	machine       vm.Snapshot
	behind        int32 // all events done come before this one
	next          int   // in the order of the frame's graph, the first that was not
	steps         int
	cursor, begun []int32
	loops         [][]loop
	marks         [][]mark
	locOf         []int32
	guards        []guard
}

// A guard is the latest read that a thread did, if such a read may stop it: it has, and
// idle says why, or was not asked.
type guard struct {
	read int32
	idle uint8
}

// defaultSnapshots is Options.Snapshots if that is 0: with 2 or 8, searches take as long
// or up to a fifth longer.
const defaultSnapshots = 4

// resume begins a run from the latest snapshot that is valid for the frame on top, or from
// the beginning; what comes next is event next in the order of the frame's graph, if not
// an earlier one.
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

// stopAsIn reports whether those reads are asked whether they stop their threads that were
// when s was made.
func (x *explorer) stopAsIn(s *snapshot) bool {
	for _, d := range s.guards {
		if x.latest(d.read) != (d.idle != 0) || d.idle != 0 && x.g.Events[d.read].Served {
			return false
		}
	}
	return true
}

// latest reports whether a read is the latest event of its thread in the graph, fences aside.
func (x *explorer) latest(read int32) bool {
	return x.lastButFences(x.g.Threads[x.g.Events[read].Thread].Events) == read
}

// keepUpTo drops the snapshots of frame f that are not valid where event id differs.
func (x *explorer) keepUpTo(f *frame, id int32) {
	n := len(f.snapshots)
	for n > 0 && f.snapshots[n-1].behind > id {
		n--
	}
	x.freed = append(x.freed, f.snapshots[n:]...)
	f.snapshots = f.snapshots[:n]
}

// save keeps the state of the run, which has done the events before the one that is next
// in the order of the graph.
func (x *explorer) save(next int) {
	if x.pool.o.Rounds > 0 || len(x.faults) > 0 || len(x.shapes.epochs) > 0 || x.over() {
		return
	}
	for t := range x.cursor {
		if x.turned[t] == x.cursor[t] {
			return // whether it then goes on depends on the other events
		}
		if next, ok := x.blocked(int32(t)); ok && x.g.Events[next].Served {
			return // where it is not served, it is done
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
		s.next = 0 // some may be left to do
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
	s.locOf = append(s.locOf[:0], x.locOf[:x.inUse]...)
	f := x.frames[len(x.frames)-1]
	f.snapshots = append(f.snapshots, s)
}

// restore begins a run from s.
func (x *explorer) restore(s *snapshot) {
	x.dead, x.faults, x.woken, x.steps = false, x.faults[:0], axiom.None, s.steps
	n := min(len(s.cursor), len(x.g.Threads))
	x.cursor, x.begun = append(x.cursor[:0], s.cursor[:n]...), append(x.begun[:0], s.begun[:n]...)
	x.grow()
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
	x.inUse = len(s.locOf)
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

// done returns how many events of the graph the run has done.
func (x *explorer) done() (n int) {
	for _, k := range x.cursor {
		n += int(k)
	}
	return n
}

// copied returns a copy of list in the memory of old.
func copied[T any](old, list []T, copyFrom func(dst, src *T)) []T {
	old = old[:min(len(list), cap(old))]
	for len(old) < len(list) {
		old = append(old, *new(T))
	}
	for k := range list {
		copyFrom(&old[k], &list[k])
	}
	return old
}
