package vm

import (
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
	cond := t.Op.Loc
	if m.leaveMutex(t, mutex) {
		m.queued++
		t.awaits, t.arrival = cond, m.queued
	}
}

func (queues) ends(t *Thread, word uint64) bool { return t.signaled && word == 0 }

func (queues) goOn(m *VM, t *Thread, _ uint64) bool {
	m.retakeMutex(t)
	return true
}

func (q queues) signal(m *VM, t *Thread, all bool) {
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
		first.awaits, first.signaled = -1, true
		if !all {
			return
		}
	}
}

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
// a broadcast; C allows that. The wait has three steps.
type counted struct{}

func (counted) wait(m *VM, t *Thread, mutex uint64) {
	cond, addr := t.Op.Loc, t.addr
	t.ticket = m.peekLock(t, trace.Relaxed)
	if m.leaveMutex(t, mutex) {
		t.Op.Loc, t.addr = cond, addr
	}
}

func (counted) ends(t *Thread, word uint64) bool {
	if t.stage == 1 {
		return word != t.ticket
	}
	return word == 0
}

func (counted) goOn(m *VM, t *Thread, mutex uint64) (finished bool) {
	if t.stage == 2 {
		m.retakeMutex(t)
		return true
	}
	m.peekLock(t, trace.Relaxed)
	t.Op.Loc, t.addr = -1, mutex
	if m.locate(t, mutex, 4, true) {
		t.stage, t.signaled, t.Op.Kind = 2, true, trace.Lock
	}
	return false
}

func (counted) signal(m *VM, t *Thread, _ bool) { m.countUp(t) }

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
	m.acquire(t, uint64(t.ID)+1)
	m.lock(t, t.Op.Loc).owner = t.ID
	t.signaled = false
}
