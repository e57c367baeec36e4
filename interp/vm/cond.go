package vm

import (
	"math"
	"slices"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// A conditions is a way to keep condition variables. A wait first releases the
// mutex, then waits, and in the end acquires the mutex again.
type conditions interface {
	// wait performs the first step: it releases the mutex and begins to wait.
	wait(m *VM, t *Thread, mutex uint64)
	// ends reports whether t, which waits, may take the next step if the content
	// of t.Op.Loc is word.
	ends(t *Thread, word uint64) bool
	// goOn performs the next step, and reports whether it was the last.
	goOn(m *VM, t *Thread, mutex uint64) (finished bool)
	// signal wakes one of the threads that wait for t.Op.Loc, or all.
	signal(m *VM, t *Thread, all bool)
}

// queues is the way of condition variables with a queue of threads: a signal
// wakes one of them, which one being a choice. The wait has two steps.
type queues struct{}

func (queues) wait(m *VM, t *Thread, mutex uint64) {
	cond, spurious := t.Op.Loc, m.wakesOfItself(t)
	if m.leaveMutex(t, mutex) {
		if t.signaled = spurious; !spurious {
			m.queued++
			t.awaits, t.arrival = cond, m.queued
		}
	}
}

func (queues) ends(t *Thread, word uint64) bool { return t.signaled && word == 0 }

func (queues) goOn(m *VM, t *Thread, _ uint64) bool {
	m.retakeMutex(t)
	return true
}

func (q queues) signal(m *VM, t *Thread, all bool) {
	if !slices.Contains(m.signals, t.Op.Loc) {
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

// counted is the way of condition variables without a queue, for a driver whose
// executions are what threads read: the wait notes the word of the condition
// variable, which signals count up, and ends when the word has changed, as after
// a broadcast; C allows that. The wait has three steps. What is lost are executions in
// which a signal wakes one of several threads: WakesSeveral tells of them.
type counted struct{}

// A countedWait is a wait in the way counted: what it read when it began, and in the end.
type countedWait struct {
	addr     uint64 // of the condition variable
	thread   trace.ThreadID
	from, to uint64
}

// A countedSignal is a signal or broadcast in the way counted.
type countedSignal struct {
	addr  uint64
	count uint64 // what it wrote
	all   bool
}

// WakesSeveral reports whether, in the way counted, a signal of the execution woke more
// than one thread, or may have: between what it read first and last no broadcast woke one.
// Its time is that of the pairs of waits and signals.
func (m *VM) WakesSeveral() bool {
	for i := range m.countedSignals {
		s := &m.countedSignals[i]
		if s.all {
			continue
		}
		n := 0
		for j := range m.countedWaits {
			if w := &m.countedWaits[j]; w.addr == s.addr && w.from < s.count && s.count <= w.to && !m.broadcast(w, s.count) {
				n++
			}
		}
		if n > 1 {
			return true
		}
	}
	return false
}

// broadcast reports whether a broadcast ended wait w before a signal that wrote count.
func (m *VM) broadcast(w *countedWait, count uint64) bool {
	return slices.ContainsFunc(m.countedSignals, func(s countedSignal) bool {
		return s.all && s.addr == w.addr && w.from < s.count && s.count < count
	})
}

func (counted) wait(m *VM, t *Thread, mutex uint64) {
	cond, addr := t.Op.Loc, t.addr
	t.ticket = m.peekLock(t, trace.Relaxed)
	spurious := m.wakesOfItself(t)
	switch {
	case !m.leaveMutex(t, mutex):
	case spurious:
		t.stage, t.signaled = 2, true
	default:
		t.Op.Loc, t.addr = cond, addr
		m.countedWaits = append(m.countedWaits, countedWait{addr, t.ID, t.ticket, math.MaxUint64})
	}
}

func (counted) ends(t *Thread, word uint64) bool {
	if t.stage == 1 {
		return word != t.ticket // a destroyed one, too
	}
	return word == 0
}

func (counted) goOn(m *VM, t *Thread, mutex uint64) (finished bool) {
	if t.stage == 2 {
		m.retakeMutex(t)
		return true
	}
	word := m.peekLock(t, trace.Relaxed)
	if word == t.ticket|destroyed {
		m.misuse(t, destroyedInUse)
		return false
	}
	for i := len(m.countedWaits) - 1; i >= 0; i-- {
		if w := &m.countedWaits[i]; w.thread == t.ID {
			w.to = word
			break
		}
	}
	t.Op.Loc, t.addr = -1, mutex
	if m.locate(t, mutex, 4, true) {
		t.stage, t.signaled, t.Op.Kind = 2, true, trace.Lock
	}
	return false
}

func (counted) signal(m *VM, t *Thread, all bool) {
	addr := t.addr
	m.countedSignals = append(m.countedSignals, countedSignal{addr, m.countUp(t), all})
}

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
	s.owner = -1
	m.release(t, 0)
	t.stage, t.State, t.signaled = 1, Conditional, false
	t.Op.Kind = trace.Lock
	return true
}

// retakeMutex acquires the mutex again.
func (m *VM) retakeMutex(t *Thread) {
	m.takeMutex(t)
	m.lock(t, t.Op.Loc).owner = t.ID
	t.signaled, t.spurious = false, false
}
