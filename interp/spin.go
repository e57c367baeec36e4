package interp

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/trace"
)

// A spin watches one thread for loops that only wait: an iteration that writes
// nothing visible and ends where it began. Iterations are compared in Brent's
// way: the state at a loop head is kept at iterations 1, 2, 4, 8, ... and every
// later arrival at that head is compared with it, so a cycle of any length is
// found at the cost of one comparison an iteration.
//
// A thread found waiting is not scheduled until a location that it read in the
// loop changes; and it is found waiting only if every load of the loop read
// what is still the newest value. That hides no behaviour: re-reading the same
// values leads to the same state. When no thread can go on and no store is
// pending, the threads wait for each other for ever: a livelock, or a deadlock
// if none of them spins.
type spin struct {
	count, next int // iterations without a visible write; when to keep the state next
	kept        bool
	pc, base    int
	depth       int // frames when kept
	regs        []int64
	reads       []spinRead // since then, a location once
	repeats     bool       // an iteration came round to the same state with a load that was not of the newest value
	seen        int        // Thread.Changes that have been told
	chose       bool       // the thread made a choice since then: the next iteration may make another
}

// A spinRead is a load in a loop: the location, and what it read.
type spinRead struct {
	loc   models.Loc
	value uint64
}

// maxWatched is how many locations a waiting loop may read.
const maxWatched = 64

// reset forgets the kept state: the thread did something visible, or its private
// objects changed.
func (s *spin) reset() { s.count, s.next, s.kept, s.depth, s.repeats = 0, 1, false, 0, false }

// leave forgets the state kept in a call that has ended; the iterations of the
// loops around it go on.
func (s *spin) leave() { s.next, s.kept, s.depth = s.count, false, 0 }

// read notes that the thread read value v at l.
func (s *spin) read(l models.Loc, v uint64) {
	if !s.kept {
		return
	}
	for _, r := range s.reads {
		if r.loc == l {
			s.kept = r.value == v
			return
		}
	}
	if len(s.reads) == maxWatched {
		s.kept = false
		return
	}
	s.reads = append(s.reads, spinRead{l, v})
}

// upToDate reports whether every load of the loop, done again, may read the same
// value as the newest one, in memory that is still there.
func (m *Machine) upToDate(t trace.ThreadID, s *spin) bool {
	for _, r := range s.reads {
		if !m.vm.Alive(r.loc) {
			return false
		}
		if _, newest, _ := m.mem.Latest(t, r.loc); newest != r.value {
			return false
		}
	}
	return true
}

// watches reports whether the thread waits for a change of l.
func (s *spin) watches(l models.Loc) bool {
	for _, r := range s.reads {
		if r.loc == l {
			return true
		}
	}
	return false
}

// track returns what the machine keeps of t, brought up to date.
func (m *Machine) track(t *vm.Thread) *track {
	k := &m.tracks[t.ID]
	if k.seen != t.Changes {
		k.reset()
		k.seen = t.Changes
	}
	return k
}

// Loop is called where t comes to a loop head. It reports whether the thread
// stops: because it waits, or a limit was reached.
func (d *driver) Loop(t *vm.Thread, _ vm.LoopPlace) bool {
	m := (*Machine)(d)
	if !m.vm.Tick(t) {
		return true
	}
	if l := m.opts.Lasso; l != nil {
		if l.Head != nil {
			l.Head(t)
		}
		return false
	}
	s := &m.track(t).spin
	if t.Low < s.depth {
		s.leave()
	}
	s.count++
	pc, base := t.Place()
	if s.kept && s.pc == pc && s.base == base && slices.Equal(s.regs, t.Registers()) {
		stuck := m.upToDate(t.ID, s)
		if stuck && !s.chose {
			t.State = vm.Waiting
			m.waiting++
			return true
		}
		s.next, s.repeats = s.count, !stuck
	}
	if s.count >= s.next {
		s.next = 2 * s.count
		s.kept, s.chose = true, false
		s.pc, s.base, s.depth = pc, base, t.Depth()
		t.Low = s.depth
		s.regs = append(s.regs[:0], t.Registers()...)
		s.reads = s.reads[:0]
	}
	return false
}

// wake lets the threads go on that wait for a change of l by another thread.
func (m *Machine) wake(l models.Loc, by trace.ThreadID) {
	for _, t := range m.vm.Threads() {
		if t.State == vm.Waiting && t.ID != by && m.tracks[t.ID].watches(l) {
			m.resume(t)
		}
	}
}

// wakeAll lets all waiting threads go on: memory itself has changed.
func (m *Machine) wakeAll() {
	for _, t := range m.vm.Threads() {
		if t.State == vm.Waiting {
			m.resume(t)
		}
	}
}

func (m *Machine) resume(t *vm.Thread) {
	m.waiting--
	m.tracks[t.ID].reset()
	t.State, m.enabled.known = vm.Running, false
	m.woken = append(m.woken, t)
}
