package interp

import (
	"slices"

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
	effects     int        // visible things the thread did
	chose       bool       // the thread made a choice since then: the next iteration may make another
}

// A spinRead is a load in a loop: the location, and what it read.
type spinRead struct {
	loc   models.Loc
	value uint64
}

// maxWatched is how many locations a waiting loop may read.
const maxWatched = 64

// restart forgets the kept state: the thread did something visible.
func (s *spin) restart() {
	s.reset()
	s.effects++
}

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
func (m *Machine) upToDate(t *thread) bool {
	for _, r := range t.spin.reads {
		if l := &m.space.locs[r.loc]; l.size == 0 || m.space.objs[l.obj].dead {
			return false
		}
		if _, newest, _ := m.mem.Latest(t.id, r.loc); newest != r.value {
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

// iterate is called at a loop head, t.pc being the instruction after it. It
// reports whether the thread stops: because it waits, or a limit was reached.
func (m *Machine) iterate(t *thread, r *[256]int64) bool {
	if m.driver != nil {
		return m.round(t, r)
	}
	if !m.tick() {
		return true
	}
	s := &t.spin
	s.count++
	n := t.fn.NRegs
	if s.kept && s.pc == t.pc && s.base == t.base && slices.Equal(s.regs, r[:n]) {
		stuck := m.upToDate(t)
		if stuck && !s.chose {
			t.state = waiting
			m.waiting++
			return true
		}
		s.next, s.repeats = s.count, !stuck
	}
	if s.count >= s.next {
		s.next = 2 * s.count
		s.kept, s.chose = true, false
		s.pc, s.base, s.depth = t.pc, t.base, len(t.frames)
		s.regs = append(s.regs[:0], r[:n]...)
		s.reads = s.reads[:0]
	}
	return false
}

// tick counts a loop iteration or a call; it reports whether the execution may
// go on.
func (m *Machine) tick() bool {
	m.local++
	if m.local > localPerStep*m.opts.MaxSteps {
		m.stop(OutOfSteps)
		return false
	}
	if m.local&(1<<20-1) == 0 && m.ctx.Err() != nil {
		m.stop(Interrupted)
		return false
	}
	return true
}

// wake lets the threads go on that wait for a change of l by another thread.
func (m *Machine) wake(l models.Loc, by trace.ThreadID) {
	for _, t := range m.threads {
		if t.state == waiting && t.id != by && t.spin.watches(l) {
			m.resume(t)
		}
	}
}

// wakeAll lets all waiting threads go on: memory itself has changed.
func (m *Machine) wakeAll() {
	if m.driver != nil {
		return
	}
	for _, t := range m.threads {
		if t.state == waiting {
			m.resume(t)
		}
	}
}

func (m *Machine) resume(t *thread) {
	m.waiting--
	t.spin.restart()
	t.state = running
	m.woken = append(m.woken, t)
}

// Awaited reports whether a thread waits in a loop that reads l.
func (m *Machine) Awaited(l models.Loc) bool {
	if m.waiting == 0 {
		return false
	}
	for _, t := range m.threads {
		if t.state == waiting && t.spin.watches(l) {
			return true
		}
	}
	return false
}
