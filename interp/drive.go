package interp

import (
	"context"
	"encoding/binary"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// A Driver runs an execution step by step, in place of the loop in Run: it says
// which thread steps next, and is the memory as well. A thread that goes wrong,
// that waits in a loop, or whose assumption does not hold stops for good, and
// the others go on, also after main has returned or a thread has called exit: the
// driver decides what of that still happened. Addresses depend only on what a
// thread did itself, not on the order of the threads' steps.
type Driver interface {
	models.Memory
	// Place tells where location l is, just before Define.
	Place(l models.Loc, addr uint64, size uint8)
	// Child returns the number of the thread that t creates now, which no thread of
	// the execution has.
	Child(t trace.ThreadID) trace.ThreadID
	// Done returns how many events of thread t have happened.
	Done(t trace.ThreadID) int32
	// Free tells that thread t frees the block of size bytes at addr.
	Free(t trace.ThreadID, addr uint64, size int64, allocated trace.Pos)
	// Fault reports an error of thread t.
	Fault(t trace.ThreadID, e *Error)
}

// A Status says whether a thread of a driven execution can take a step.
type Status uint8

// The statuses.
const (
	Ready       Status = iota // parked before an operation that is enabled
	Conditional               // parked before one that depends on what it reads: see Allows
	Waits                     // came round in a loop to where it was
	Assumed                   // an assumption did not hold
	Faulty                    // went wrong
	Bounded                   // reached the bound on loop iterations
	Ended
	Exited // has ended the program
)

// Drive starts an execution and runs main to its first visible operation. The
// machine must have been made with a model whose memory is the Driver. Choices
// that are not about threads and memory go to s.
func (m *Machine) Drive(ctx context.Context, s Strategy, d Driver) {
	m.driver = d
	m.space.striped = true
	m.start(ctx, s, nil)
}

// Step performs the operation before which t is parked, and runs t to the next.
func (m *Machine) Step(t trace.ThreadID) {
	if m.steps >= m.opts.MaxSteps {
		m.stop(OutOfSteps)
		return
	}
	if m.steps&15 == 15 && m.ctx.Err() != nil {
		m.stop(Interrupted)
		return
	}
	u := m.threads[t]
	m.steps++
	m.step(u)
	if !m.stopped && u.state == running {
		m.run(u)
	}
}

// Stopped reports whether the execution ended early: the program is not
// supported, or a limit was reached.
func (m *Machine) Stopped() bool { return m.stopped }

// Abort ends a driven execution and returns why it stopped early, if it did.
func (m *Machine) Abort() *Result {
	m.choices = m.made.list(m.choices[:0])
	m.result.Steps, m.result.Choices = m.steps, m.choices
	return &m.result
}

// Status tells about thread t of a driven execution.
func (m *Machine) Status(t trace.ThreadID) Status {
	if int(t) >= len(m.threads) {
		return Ended // not created in this execution
	}
	switch m.threads[t].state {
	case conditional:
		return Conditional
	case waiting:
		return Waits
	case assumed:
		return Assumed
	case faulty:
		return Faulty
	case bounded:
		return Bounded
	case done:
		return Ended
	case exited:
		return Exited
	}
	return Ready
}

// Allows reports whether the conditional operation before which t is parked may
// happen now, if it reads what the memory's Latest says.
func (m *Machine) Allows(t trace.ThreadID) bool { return m.canStep(m.threads[t]) }

// Syncs reports whether t is parked before a conditional operation on a lock
// word that reads it, as Allows says; a lock that the thread holds already is none.
func (m *Machine) Syncs(t trace.ThreadID) bool {
	u := m.threads[t]
	if u.state != conditional || code.SysID(u.in.C) == code.ThreadJoin {
		return false
	}
	if u.changes != m.space.changes {
		u.op.Loc, u.changes = m.glance(u.addr, 4), m.space.changes
	}
	if u.op.Loc < 0 {
		return false
	}
	return code.SysID(u.in.C) != code.MutexLock || m.lock(u, u.op.Loc).owner != t
}

// Locks reports whether the operation before which t is parked takes a mutex.
func (m *Machine) Locks(t trace.ThreadID) bool {
	u := m.threads[t]
	id := code.SysID(u.in.C)
	return id == code.MutexLock || id == code.CondWait && u.signaled
}

// Takes reports whether the operation on a lock word before which t is parked
// writes the word, given what the memory's Latest says.
func (m *Machine) Takes(t trace.ThreadID) bool {
	u := m.threads[t]
	_, word, _ := m.mem.Latest(t, u.op.Loc)
	switch code.SysID(u.in.C) {
	case code.MutexTryLock, code.OnceBegin, code.RWTryWrLock:
		return word == 0
	case code.SemTryWait:
		return word != 0
	case code.RWTryRdLock:
		return word != writeLocked
	case code.BarrierWait:
		return u.stage == 0
	case code.CondWait:
		return u.signaled
	}
	return true
}

// condSignaled is the second of three steps of a wait for a condition variable in
// a driven execution. There is no queue: the first step notes the word of the
// condition variable, which signals count up, and the wait ends when the word has
// changed, as after a broadcast; C allows that. The third takes the mutex again.
func (m *Machine) condSignaled(t *thread, mutex uint64) (finished bool) {
	m.peekLock(t, trace.Relaxed)
	t.op.Loc, t.addr = -1, mutex
	if !m.locate(t, mutex, 4, true) {
		return false
	}
	t.stage, t.signaled, t.op.Kind = 2, true, trace.Lock
	return false
}

// Joins returns the thread that t, parked before a join, waits for; -1 if there is none.
func (m *Machine) Joins(t trace.ThreadID) trace.ThreadID { return m.threads[t].target }

// Since returns Driver.Done at the beginning of the round of the loop in which
// t waits.
func (m *Machine) Since(t trace.ThreadID) int32 {
	heads := m.threads[t].heads
	return heads[len(heads)-1].done
}

// Waiter describes thread t, which cannot go on.
func (m *Machine) Waiter(t trace.ThreadID) Waiter { return m.waiter(m.threads[t]) }

// newThreadAt makes thread n, before others with smaller numbers perhaps.
func (m *Machine) newThreadAt(n trace.ThreadID) *thread {
	for int(n) > len(m.threads) {
		m.newThread().state = done
	}
	t := m.newThread()
	if last := len(m.threads) - 1; t.id != n {
		m.spare = append(m.spare, m.threads[n])
		m.threads[n], m.threads = t, m.threads[:last]
		t.id = n
	}
	return t
}

// A loopHead is the state of a thread at its last arrival at a loop head.
type loopHead struct {
	pc, depth int
	count     int   // arrivals since the loop was entered: iterations begun
	effects   int   // thread.effects then
	done      int32 // Driver.Done then
	state     []int64
}

// round is iterate for a driven execution: the thread waits if it comes to the
// same loop head twice in the same state, with no effect on others between.
// Whatever it would read the next time, it could have read the first time.
func (m *Machine) round(t *thread, r *[256]int64) (stops bool) {
	if !m.tick() {
		return true
	}
	n := len(t.heads)
	for n > 0 && (t.heads[n-1].depth > len(t.frames) || t.heads[n-1].depth == len(t.frames) && t.heads[n-1].pc > t.pc) {
		n-- // an inner loop, which was left
	}
	known := n > 0 && t.heads[n-1].depth == len(t.frames) && t.heads[n-1].pc == t.pc
	if !known {
		if n == cap(t.heads) {
			t.heads = append(t.heads[:n], loopHead{})
		}
		t.heads = t.heads[:n+1]
		h := &t.heads[n]
		h.pc, h.depth, h.count = t.pc, len(t.frames), 0
		n++
	}
	t.heads = t.heads[:n]
	h := &t.heads[n-1]
	h.count++
	if t.fn.Code[t.pc-1].A != code.AtCondition && m.unrolled(t) {
		return true
	}
	m.scratch = m.loopState(m.scratch[:0], t, r)
	if known && h.effects == t.spin.effects && equal(h.state, m.scratch) {
		t.state = waiting
		return true
	}
	h.effects, h.done = t.spin.effects, m.driver.Done(t.id)
	h.state = append(h.state[:0], m.scratch...)
	return false
}

// unrolled stops thread t if it begins more iterations of the innermost loop than
// it may; it reports whether it does.
func (m *Machine) unrolled(t *thread) bool {
	if m.opts.Unroll == 0 || t.heads[len(t.heads)-1].count <= m.opts.Unroll {
		return false
	}
	t.state = bounded
	return true
}

// leaveLoops forgets the loops of calls deeper than depth.
func (t *thread) leaveLoops(depth int) {
	n := len(t.heads)
	for n > 0 && t.heads[n-1].depth > depth {
		n--
	}
	t.heads = t.heads[:n]
}

// loopState appends what the rest of the current call depends on: live
// registers and the content of private objects.
func (m *Machine) loopState(dst []int64, t *thread, r *[256]int64) []int64 {
	for _, k := range m.liveAt(t.fn)[t.pc-1] {
		dst = append(dst, r[k])
	}
	for i := range t.fn.Locals {
		o := t.autos[len(t.autos)-len(t.fn.Locals)+i]
		if o == 0 || !t.fn.Locals[i].Private {
			continue
		}
		obj := &m.space.objs[o-1]
		for at := obj.base; int64(at-obj.base) < obj.size; at += 8 { // the room of an object is whole words
			dst = append(dst, int64(binary.LittleEndian.Uint64(m.space.arena[at:])), int64(binary.LittleEndian.Uint64(m.space.defined[at:])))
		}
	}
	return dst
}

// liveAt returns the live registers at the loops of f.
func (m *Machine) liveAt(f *code.Func) [][]uint8 {
	live, ok := m.live[f]
	if !ok {
		live = m.prog.LiveAtLoops(f)
		if m.live == nil {
			m.live = map[*code.Func][][]uint8{}
		}
		m.live[f] = live
	}
	return live
}

func equal(a, b []int64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
