package vm

import (
	"fmt"
	"math/bits"
	"slices"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// conditions is an implementation of condition variables. A wait first releases the mutex, then
// waits, and in the end acquires the mutex again. In both implementations a wait begins with an RMW
// of the condition variable's word, and a signal is an RMW of it. So memory orders waits and signals
// that race.
type conditions interface {
	// begins performs the first step. The wait ends of itself if spurious says so.
	begins(m *VM, t *Thread, mutex uint64, spurious bool)
	// ends reports whether t, which waits, may take the next step if the content
	// of t.Op.Loc is word.
	ends(t *Thread, word uint64) bool
	// goOn performs the next step. It reports whether that was the last step, and the result of the
	// wait.
	goOn(m *VM, t *Thread, word, mutex uint64) (result int64, finished bool)
	// signal wakes one of the threads that wait for t.Op.Loc, or all.
	signal(m *VM, t *Thread, word uint64, all bool)
	// awaited reports whether a thread waits for the condition variable at location l, whose content
	// is word.
	awaited(m *VM, l models.Loc, word uint64) bool
}

// queues implements condition variables by a queue of threads. A signal wakes one of them, and which
// one is a choice. The wait has two steps.
type queues struct{}

func (queues) begins(m *VM, t *Thread, mutex uint64, spurious bool) {
	cond := t.Op.Loc
	if !spurious {
		m.lockRMW(t, 0, true, trace.Relaxed)
		if m.bound(t, mutex, func(u *Thread) bool { return u.awaits == cond }) {
			return
		}
	}
	if m.leaveMutex(t, mutex) {
		if t.stage, t.signaled = 1, spurious; !spurious {
			m.queued++
			t.awaits, t.arrival = cond, m.queued
		}
	}
}

func (queues) ends(t *Thread, word uint64) bool { return t.signaled && free(word) }

func (queues) goOn(m *VM, t *Thread, word, _ uint64) (result int64, finished bool) {
	return m.retakeMutex(t, word), true
}

func (q queues) signal(m *VM, t *Thread, _ uint64, all bool) {
	if !m.Signals(t.Op.Loc) {
		m.signals = append(m.signals, t.Op.Loc)
	}
	m.countUp(t)
	for {
		first := q.after(m, t.Op.Loc, 0)
		if first == nil {
			return
		}
		if n := q.length(m, t.Op.Loc); n > 1 && !all {
			for k := m.driver.Choose(t, Wake, n); k > 0; k-- {
				first = q.after(m, t.Op.Loc, first.arrival)
			}
		}
		first.wake()
		if m.observer != nil {
			m.observer.Wakes(t, first)
		}
		if !all {
			return
		}
	}
}

func (q queues) awaited(m *VM, l models.Loc, _ uint64) bool { return q.length(m, l) > 0 }

// wake takes t off the queue of a condition variable.
func (t *Thread) wake() { t.awaits, t.signaled = -1, true }

func (queues) length(m *VM, l models.Loc) (n int) {
	for _, u := range m.threads {
		if u.awaits == l {
			n++
		}
	}
	return n
}

// after returns the thread whose arrival in the queue of l is the first after the given arrival, or
// nil.
func (queues) after(m *VM, l models.Loc, arrival int) (next *Thread) {
	for _, u := range m.threads {
		if u.awaits == l && u.arrival > arrival && (next == nil || u.arrival < next.arrival) {
			next = u
		}
	}
	return next
}

// Queue returns the threads that wait for the condition variable at location l, in order of arrival.
func (m *VM) Queue(l models.Loc) (list []trace.ThreadID) {
	var q queues
	for t := q.after(m, l, 0); t != nil; t = q.after(m, l, t.arrival) {
		list = append(list, t.ID)
	}
	return list
}

// marked implements condition variables by their words alone, for a driver that identifies an
// execution by what its threads read. The word has a bit for each waiting thread. A wait sets the
// bit, and a signal clears it. The wait has four steps: it begins; it sets its bit and releases the
// mutex; it reads that the bit is clear; it acquires the mutex. A signal that chooses among several
// threads marks the word as signalling, chooses, and stores the remaining bits. Until then no wait
// and no other signal may read the word. No later operation sets the bit of a thread that was woken.
// So a thread waits for ever if and only if the last write leaves its bit set.
type marked struct{}

const (
	signalling  = 0x4000_0000
	mostWaiters = 30 // threads 0 to 29 have a bit
	waiters     = 1<<mostWaiters - 1
)

// mark returns the bit of t in the word of a condition variable.
func (t *Thread) mark() uint64 { return 1 << uint(t.ID) }

func (marked) begins(m *VM, t *Thread, mutex uint64, spurious bool) {
	switch {
	case t.ID >= mostWaiters:
		m.Unsupported(t, fmt.Sprintf("a condition variable that thread %d waits for, in an exhaustive search: at most %d threads", t.ID, mostWaiters))
	case !spurious:
		t.stage, t.State = 1, Conditional
	case m.leaveMutex(t, mutex):
		t.stage, t.signaled = 3, true
	}
}

func (marked) ends(t *Thread, word uint64) bool {
	switch t.stage {
	case 1:
		return word&signalling == 0
	case 2:
		return word&t.mark() == 0 // also if the condition variable was destroyed
	}
	return free(word)
}

func (marked) goOn(m *VM, t *Thread, word, mutex uint64) (result int64, finished bool) {
	switch t.stage {
	case 1:
		cond, addr := t.Op.Loc, t.addr
		m.lockRMW(t, word|t.mark(), false, trace.Relaxed)
		if m.bound(t, mutex, func(u *Thread) bool { return word&u.mark() != 0 && u.stage == 2 }) {
			return 0, false
		}
		if m.leaveMutex(t, mutex) {
			t.stage, t.condition, t.Op.Loc, t.addr = 2, cond, cond, addr
		}
	case 2:
		if m.peekLock(t, trace.Relaxed)&t.mark() != 0 {
			m.misuse(t, destroyedInUse)
			return 0, false
		}
		t.Op.Loc, t.addr = -1, mutex
		if m.locate(t, mutex, 4, true) {
			t.stage, t.signaled, t.Op.Kind, t.Op.Order = 3, true, trace.Lock, trace.Acquire
		}
	case 3:
		return m.retakeMutex(t, word), true
	}
	return 0, false
}

func (marked) signal(m *VM, t *Thread, word uint64, all bool) {
	waiting := word & waiters
	one := bits.OnesCount64(waiting) <= 1
	if one || all {
		m.lockRMW(t, 0, false, trace.Release)
		return
	}
	m.lockRMW(t, word|signalling, false, trace.Release)
	woken := waiting
	for k := m.driver.Choose(t, Wake, bits.OnesCount64(waiting)); k > 0; k-- {
		woken &= woken - 1
	}
	m.lockStore(t, waiting&^(woken&-woken))
}

func (marked) awaited(_ *VM, _ models.Loc, word uint64) bool { return word&waiters != 0 }

// A call is a call instruction of a function.
type call struct {
	fn *code.Func
	pc int
}

// wakesSpuriously asks the driver whether the wait that t begins ends without a signal, which C
// allows. It does not ask if the program returns to the wait before it asserts something or has an
// effect: such a program tests its condition again, and a spurious end makes no difference. It asks
// once for each thread, as otherwise a loop around the wait would not end. A thread that waits for
// ever without a signal is still found.
func (m *VM) wakesSpuriously(t *Thread) bool {
	if m.config.NoSpurious || m.timed(t) || t.awoken || m.rechecked(t) {
		return false
	}
	t.spurious = m.driver.Choose(t, Spurious, 2) == 1
	t.awoken = t.spurious
	return t.spurious
}

// rechecked reports whether t returns to the call that it performs, in its function or in one of the
// callers.
func (m *VM) rechecked(t *Thread) bool {
	at := call{t.fn, t.pc}
	for k := len(t.frames); ; k-- {
		r := cached(&m.rechecks, at, func() (r [2]bool) {
			r[0], r[1] = m.source.After(m.sourceOf(at.fn), at.pc)
			return r
		})
		if again, returns := r[0], r[1]; again || !returns || k == 0 {
			return again
		}
		at = call{t.frames[k-1].fn, t.frames[k-1].pc - 1}
	}
}

// bound reports whether another thread waits for the condition variable with another mutex than t
// does. It then ends t with an error.
func (m *VM) bound(t *Thread, mutex uint64, waits func(u *Thread) bool) bool {
	for _, u := range m.threads {
		if u == t || u.in.Op != code.Sys || code.SysID(u.in.C) != code.CondWait || !waits(u) {
			continue
		}
		if r := u.window(); r[u.in.A] == t.window()[t.in.A] && uint64(r[u.in.A+1]) != mutex {
			m.misuse(t, fmt.Sprintf("the thread waits with another mutex than thread %d, which waits for the same condition variable", u.ID))
			return true
		}
	}
	return false
}

// leaveMutex releases the mutex of a wait. It fails t if the thread does not hold the mutex exactly
// once.
func (m *VM) leaveMutex(t *Thread, mutex uint64) bool {
	t.Op.Loc, t.addr = -1, mutex
	if !m.locate(t, mutex, 4, true) {
		return false
	}
	s := m.lock(t, t.Op.Loc)
	switch {
	case s.owner != t.ID:
		m.misuse(t, "the thread waits with a mutex that it does not hold")
		return false
	case s.count > 0:
		m.misuse(t, "the thread waits with a mutex that it holds more than once")
		return false
	}
	m.dropMutex(t, s)
	t.State, t.signaled = Conditional, false
	t.Op.Kind, t.Op.Order = trace.Lock, trace.Acquire
	return true
}

// retakeMutex acquires the mutex again.
func (m *VM) retakeMutex(t *Thread, word uint64) (result int64) {
	t.signaled, t.spurious = false, false
	return m.takeMutex(t, word)
}

// Signals reports whether location l is the word of a condition variable, which counts its
// signals.
func (m *VM) Signals(l models.Loc) bool { return slices.Contains(m.signals, l) }
