package vm

import (
	"fmt"
	"math/bits"
	"slices"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// A conditions is a way to keep condition variables. A wait first releases the
// mutex, then waits, and in the end acquires the mutex again. In both ways it is an RMW of
// the word as it begins, as a signal is: so those that race have an order, which memory has, too.
type conditions interface {
	// begins performs the first step. The wait ends of itself if spurious says so.
	begins(m *VM, t *Thread, mutex uint64, spurious bool)
	// ends reports whether t, which waits, may take the next step if the content
	// of t.Op.Loc is word.
	ends(t *Thread, word uint64) bool
	// goOn performs the next step, and reports whether it was the last, and what the wait
	// then returns.
	goOn(m *VM, t *Thread, word, mutex uint64) (result int64, finished bool)
	// signal wakes one of the threads that wait for t.Op.Loc, or all.
	signal(m *VM, t *Thread, word uint64, all bool)
	// awaited reports whether a thread waits for the condition variable of this location and word.
	awaited(m *VM, l models.Loc, word uint64) bool
}

// queues is the way of condition variables with a queue of threads: a signal
// wakes one of them, which one being a choice. The wait has two steps.
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

// after returns the thread that queued up on l next after an arrival, or nil.
func (queues) after(m *VM, l models.Loc, arrival int) (next *Thread) {
	for _, u := range m.threads {
		if u.awaits == l && u.arrival > arrival && (next == nil || u.arrival < next.arrival) {
			next = u
		}
	}
	return next
}

// marked is the way of condition variables without a queue, for a driver whose executions
// are what threads read: the word has a bit for each thread that waits, which its wait sets
// and a signal takes away. The wait has four steps: it begins, sets its bit and releases the
// mutex, reads that the bit is gone, and takes the mutex. A signal that chooses among several
// threads marks the word as signalling, chooses, and stores what is left; until then no wait
// and no other signal may read the word. A thread that is woken is so for good, whatever comes
// later: so to wait for ever is to have the bit set in the last write.
type marked struct{}

const (
	signalling  = 0x4000_0000
	mostWaiters = 30 // threads 0 to 29 have a bit
	waiters     = 1<<mostWaiters - 1
)

// mark is the bit of a thread that waits.
func (t *Thread) mark() uint64 { return 1 << uint(t.ID) }

func (marked) begins(m *VM, t *Thread, mutex uint64, spurious bool) {
	switch {
	case t.ID >= mostWaiters:
		m.unsupported(t, fmt.Sprintf("a condition variable that thread %d waits for, in an exhaustive search: at most %d threads", t.ID, mostWaiters))
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
		return word&t.mark() == 0 // of a destroyed one, too
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
			t.stage, t.Op.Loc, t.addr = 2, cond, addr
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
	m.releasing(t)
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

// wakesOfItself asks whether the wait that t begins ends without a signal. C
// allows that of every wait. It is asked only where it makes a difference: not
// where the program comes back to the wait, unless something holds now, before
// anybody can notice; and a thread does so once, or a loop around the wait would
// have no end.
// Whoever waits for ever without a signal is found to do so as before.
func (m *VM) wakesOfItself(t *Thread) bool {
	if m.config.NoSpurious || m.timed(t) || t.awoken || m.rechecked(t) {
		return false
	}
	t.spurious = m.driver.Choose(t, Spurious, 2) == 1
	t.awoken = t.spurious
	return t.spurious
}

// rechecked reports whether t comes back to the call that it is in, in its function
// or in one of the callers.
func (m *VM) rechecked(t *Thread) bool {
	at := call{t.fn, t.pc}
	for k := len(t.frames); ; k-- {
		r, ok := m.rechecks[at]
		if !ok {
			if m.rechecks == nil {
				m.rechecks = map[call][2]bool{}
			}
			r[0], r[1] = m.source.After(m.sourceOf(at.fn), at.pc)
			m.rechecks[at] = r
		}
		if again, returns := r[0], r[1]; again || !returns || k == 0 {
			return again
		}
		at = call{t.frames[k-1].fn, t.frames[k-1].pc - 1}
	}
}

// bound reports whether threads wait for the condition variable already, with another mutex
// than t, and what is wrong.
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

// leaveMutex releases the mutex of a wait, which the thread must hold.
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
