package interp

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/trace"
)

// A spin detects that a thread waits in a loop: an iteration writes nothing visible but locals of
// calls that end in it, and ends in the state in which it began. States are compared by Brent's
// algorithm. The state at a loop head is kept at iterations 1, 2, 4, 8, ..., and every later
// arrival at that head is compared with it. So a cycle of any length is found with one comparison
// an iteration.
//
// A waiting thread is not scheduled until a location that it read in the loop changes. It
// counts as waiting only if every load of the loop read the newest value. That hides no
// behaviour: reading the same values again leads to the same state. When no thread can step
// and no store is pending, the threads wait for each other for ever: a livelock, or a
// deadlock if none of them spins.
type spin struct {
	count, next int // iterations without a visible write; the iteration at which the state is kept next
	kept        bool
	pc, base    int
	depth       int // number of frames when the state was kept
	regs        []int64
	reads       []spinRead // loads since then, one for each location
	repeats     bool       // an iteration returned to the same state with a load of a value other than the newest
	changes     uint64     // Thread.Changes without Ended when the state was kept
	seen        int        // Thread.Effects without Locals that have been handled
	alive       int        // stores to locals that were alive at the last loop head
	chose       bool       // the thread made a choice since then, so the next iteration may differ
}

// A spinRead is a load in a loop: its location and the value read.
type spinRead struct {
	loc   models.Loc
	part  models.Part // if the value is that of a part
	value uint64
	own   bool // of a local of the thread
}

// maxWatched bounds the locations that a waiting loop may read.
const maxWatched = 64

// reset discards the kept state: the thread did something visible.
func (s *spin) reset() { s.count, s.next, s.kept, s.depth, s.repeats = 0, 1, false, 0, false }

// leave discards the state kept in a call that has returned. The loops around the call go
// on counting.
func (s *spin) leave() { s.next, s.kept, s.depth = s.count, false, 0 }

// read notes that the thread read value v by op. own says that the location is of a local of the thread.
func (s *spin) read(op *models.Op, v uint64, own bool) {
	if !s.kept {
		return
	}
	l, part := op.Loc, op.Narrowed()
	for _, r := range s.reads {
		if r.loc == l && r.part == part {
			s.kept = r.value == v
			return
		}
	}
	if len(s.reads) == maxWatched {
		s.kept = false
		return
	}
	s.reads = append(s.reads, spinRead{l, part, v, own})
}

// upToDate reports whether every load of the loop, repeated now, may read the newest value
// of a location that is still alive. A local of a call that has ended is another one next time.
func (m *Machine) upToDate(t trace.ThreadID, s *spin) bool {
	for _, r := range s.reads {
		if !m.vm.Alive(r.loc) {
			if r.own {
				continue
			}
			return false
		}
		if _, newest, _ := m.mem.Latest(t, r.loc); r.part.Of(newest) != r.value {
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

// track returns the track of t, after it has handled t's effects.
func (m *Machine) track(t *vm.Thread) *track {
	k := &m.tracks[t.ID]
	if seen := t.Effects - t.Locals; k.seen != seen {
		k.reset()
		k.seen = seen
	}
	return k
}

// Loop is called when t reaches a loop head. It reports whether the thread stops, because
// it waits or has reached a limit.
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
	if alive := t.Locals - t.Ended; s.alive != alive {
		s.reset()
		s.alive = alive
	}
	changes := t.Changes - uint64(t.Ended)
	if t.Low < s.depth {
		s.leave()
	}
	s.count++
	pc, base := t.Place()
	if s.kept && s.pc == pc && s.base == base && s.changes == changes && slices.Equal(s.regs, m.liveRegisters(t)) {
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
		s.pc, s.base, s.changes, s.depth = pc, base, changes, t.Depth()
		t.Low = s.depth
		s.regs = m.vm.LiveRegisters(s.regs[:0], t)
		s.reads = s.reads[:0]
	}
	return false
}

// liveRegisters returns the registers on which the rest of the current call of t depends, until the
// next call of liveRegisters.
func (m *Machine) liveRegisters(t *vm.Thread) []int64 {
	m.live = m.vm.LiveRegisters(m.live[:0], t)
	return m.live
}

// wake resumes the threads that wait for a change of l by another thread.
func (m *Machine) wake(l models.Loc, by trace.ThreadID) {
	for _, t := range m.vm.Threads() {
		if t.State == vm.Waiting && t.ID != by && m.tracks[t.ID].watches(l) {
			m.resume(t)
		}
	}
}

// wakeAll resumes all waiting threads, because memory itself has changed.
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
