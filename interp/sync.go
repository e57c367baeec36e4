package interp

import (
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// Errno values that the library returns.
const (
	eperm   = 1
	eagain  = 11
	ebusy   = 16
	edeadlk = 35
)

// Kinds of mutexes.
const (
	mutexNormal = iota
	mutexRecursive
	mutexErrorCheck
)

// writeLocked is the lock word of a read-write lock that a writer holds;
// otherwise it counts the readers.
const writeLocked = 0xffff_ffff

// Lock words are 32-bit locations like any other, so that locks have the
// effect on memory that their model gives them: acquiring is an RMW and then a
// load-load fence, releasing a store-store fence and then a store, or an RMW
// where others may hold the object too. A lockState is what else the machine
// knows of a synchronisation object; it is private to the object's holder.
type lockState struct {
	known bool // kind has been read
	kind  uint8
	owner trace.ThreadID // holder of a mutex or of a write lock, or -1
	count int32          // further locks of a recursive mutex; size of a barrier
}

// lock returns the state of the synchronisation object whose lock word is l, as
// t sees it.
func (m *Machine) lock(t *thread, l models.Loc) *lockState {
	for int(l) >= len(m.locks) {
		m.locks = append(m.locks, lockState{owner: -1})
	}
	s := &m.locks[l]
	if !s.known {
		s.known = true
		k, undef := m.view(t.id, m.space.addrOf(&m.space.locs[l])+4, 4)
		if !undef {
			s.kind = uint8(k)
		}
	}
	return s
}

// parkSystem parks t before a visible library function.
func (m *Machine) parkSystem(t *thread, id code.SysID, r *[256]int64) {
	op := &t.op
	op.Site, op.Order = t.in.Imm, trace.Plain
	t.access = &m.prog.Access[t.in.Imm]
	t.addr = uint64(r[t.in.A])
	t.changes = m.space.changes
	switch id {
	case code.ThreadCreate:
		op.Kind = trace.Create
	case code.ThreadJoin:
		op.Kind = trace.Join
		t.state = conditional
		t.target = -1
		if u := m.threadOf(r[t.in.A]); u != nil {
			t.target = u.id
			if m.joiner != nil {
				m.joiner.Awaits(t.id, u.id)
			}
		}
	case code.Free, code.Realloc:
		op.Kind = trace.Free
	case code.Exit:
		op.Kind = trace.Exit
	case code.Memcpy, code.Memmove, code.Memset:
		op.Kind = trace.Store
	case code.MutexInit, code.MutexDestroy, code.CondInit, code.CondDestroy, code.RWInit, code.RWDestroy,
		code.BarrierInit, code.BarrierDestroy, code.SemInit, code.SemDestroy, code.SemGetValue:
		op.Kind, op.Order = trace.Unlock, trace.Release
		op.Loc = m.glance(t.addr, 4)
	case code.MutexUnlock, code.RWUnlock, code.OnceEnd, code.SemPost, code.CondSignal, code.CondBroadcast, code.CondWait:
		op.Kind, op.Order = trace.Unlock, trace.Release
		op.Loc = m.glance(t.addr, 4)
	default:
		op.Kind, op.Order = trace.Lock, trace.Acquire
		op.Loc = m.glance(t.addr, 4)
		t.state = conditional
	}
}

// canStep reports whether the conditional operation before which t is parked
// is enabled. A bad operand enables it: the step will report it.
func (m *Machine) canStep(t *thread) bool {
	id := code.SysID(t.in.C)
	if id == code.ThreadJoin {
		if t.target < 0 {
			return true
		}
		return t.target != t.id && m.threads[t.target].state == done && m.mem.Drained(t.target)
	}
	if t.op.Loc < 0 || t.changes != m.space.changes {
		return true
	}
	_, word, undef := m.mem.Latest(t.id, t.op.Loc)
	if undef {
		return true
	}
	switch id {
	case code.MutexLock:
		return word == 0 || m.lock(t, t.op.Loc).owner == t.id
	case code.CondWait:
		if m.driver != nil && t.stage == 1 {
			return word != t.ticket
		}
		return t.stage == 0 || t.signaled && word == 0
	case code.RWRdLock:
		return word != writeLocked
	case code.RWWrLock:
		return word == 0
	case code.SemWait:
		return word > 0
	case code.BarrierWait:
		return t.stage == 0 || word >= t.ticket
	case code.OnceBegin:
		return word != 1
	}
	return true
}

// waitsFor says in words what a blocked thread waits for.
func (m *Machine) waitsFor(t *thread) string {
	switch code.SysID(t.in.C) {
	case code.ThreadJoin:
		return "a thread to end"
	case code.MutexLock:
		return "a mutex"
	case code.CondWait:
		if t.signaled {
			return "a mutex"
		}
		return "a condition variable"
	case code.RWRdLock, code.RWWrLock:
		return "a read-write lock"
	case code.SemWait:
		return "a semaphore"
	case code.BarrierWait:
		return "a barrier"
	}
	return "an initialiser to end"
}

// misuse reports a wrong use of a synchronisation object.
func (m *Machine) misuse(t *thread, what string) { m.fail(t, &Error{Kind: LockMisuse, Message: what}) }

// stepSync performs a library function on a synchronisation object.
func (m *Machine) stepSync(t *thread, id code.SysID, r *[256]int64) {
	if !m.locate(t, t.addr, 4, true) {
		return
	}
	t.op.Word = true
	arg := int64(0)
	if t.in.B > 1 {
		arg = r[t.in.A+1]
	}
	if v, ok := m.initialise(t, id, arg); ok {
		r[t.in.A] = v
		m.passed(t)
		return
	}
	_, word, undef := m.mem.Latest(t.id, t.op.Loc)
	if undef {
		m.misuse(t, "the object was never initialised")
		return
	}
	if t.state == conditional && !m.canStep(t) {
		return // it became known only now that the operation has to wait
	}
	result, finished := int64(0), true
	switch id {
	case code.MutexLock, code.MutexTryLock:
		result = m.mutexLock(t, id, word)
	case code.MutexUnlock:
		result = m.mutexUnlock(t)
	case code.CondWait:
		finished = m.condWait(t, uint64(arg))
	case code.CondSignal, code.CondBroadcast:
		m.signal(t, id == code.CondBroadcast, word)
	case code.RWRdLock, code.RWTryRdLock, code.RWWrLock, code.RWTryWrLock:
		result = m.rwLock(t, id, word)
	case code.RWUnlock:
		m.rwUnlock(t, word)
	case code.BarrierWait:
		result, finished = m.barrierWait(t)
	case code.SemWait, code.SemTryWait:
		if word == 0 {
			m.peekLock(t, trace.Relaxed)
			result = eagain
		} else {
			m.acquire(t, word-1)
		}
	case code.SemPost:
		m.fence(t, models.Releasing.Before)
		m.lockRMW(t, 1, true, trace.Release)
	case code.SemGetValue:
		m.peekLock(t, trace.Relaxed)
		result = int64(word)
	case code.OnceBegin:
		if word == 0 {
			m.acquire(t, 1)
			result = 1
		} else {
			m.peekLock(t, trace.Acquire)
			m.fence(t, models.Acquiring.After)
		}
	case code.OnceEnd:
		m.release(t, 2)
	default:
		m.internal("unknown synchronisation function")
	}
	if finished && !m.stopped {
		r[t.in.A] = result
		m.passed(t)
	}
}

// initialise performs those functions that do not need an initialised object.
func (m *Machine) initialise(t *thread, id code.SysID, arg int64) (result int64, ok bool) {
	s := m.lock(t, t.op.Loc)
	value := uint64(0)
	switch id {
	case code.MutexInit:
		*s = lockState{known: true, kind: uint8(arg), owner: -1}
	case code.BarrierInit:
		if arg <= 0 {
			return 22, true // EINVAL
		}
		*s = lockState{known: true, count: int32(arg), owner: -1}
	case code.SemInit:
		value = uint64(arg) & mask(4)
		*s = lockState{known: true, owner: -1}
	case code.CondInit, code.RWInit:
		*s = lockState{known: true, owner: -1}
	case code.MutexDestroy, code.RWDestroy:
		if s.owner >= 0 {
			m.misuse(t, "the object is destroyed while it is held")
		}
		return 0, true
	case code.CondDestroy, code.BarrierDestroy, code.SemDestroy:
		return 0, true
	default:
		return 0, false
	}
	m.lockStore(t, value)
	return 0, true
}

func (m *Machine) mutexLock(t *thread, id code.SysID, word uint64) int64 {
	s := m.lock(t, t.op.Loc)
	if s.owner == t.id {
		switch {
		case s.kind == mutexRecursive:
			s.count++
			return 0
		case id == code.MutexTryLock:
			m.peekLock(t, trace.Relaxed)
			return ebusy
		case s.kind == mutexErrorCheck:
			return edeadlk
		}
		m.misuse(t, "the thread locks a mutex that it holds already")
		return 0
	}
	if word != 0 {
		m.peekLock(t, trace.Relaxed)
		return ebusy
	}
	m.acquire(t, uint64(t.id)+1)
	s.owner, s.count = t.id, 0
	return 0
}

func (m *Machine) mutexUnlock(t *thread) int64 {
	s := m.lock(t, t.op.Loc)
	switch {
	case s.owner != t.id && s.kind == mutexErrorCheck:
		return eperm
	case s.owner != t.id:
		m.misuse(t, "the thread unlocks a mutex that it does not hold")
		return 0
	case s.count > 0:
		s.count--
		return 0
	}
	s.owner = -1
	m.release(t, 0)
	return 0
}

// condWait first releases the mutex and queues up, then, when signalled,
// acquires the mutex again.
func (m *Machine) condWait(t *thread, mutex uint64) (finished bool) {
	if m.driver != nil && t.stage == 1 {
		return m.condSignaled(t, mutex)
	}
	if t.stage != 0 {
		m.acquire(t, uint64(t.id)+1)
		m.lock(t, t.op.Loc).owner = t.id
		t.signaled = false
		return true
	}
	cond, condAddr := t.op.Loc, t.addr
	if m.driver != nil {
		t.ticket = m.peekLock(t, trace.Relaxed)
	}
	t.op.Loc, t.addr = -1, mutex
	if !m.locate(t, mutex, 4, true) {
		return false
	}
	s := m.lock(t, t.op.Loc)
	switch {
	case s.owner != t.id:
		m.misuse(t, "the thread waits with a mutex that it does not hold")
		return false
	case s.count > 0:
		m.misuse(t, "the thread waits with a mutex that it holds more than once")
		return false
	}
	s.owner = -1
	m.release(t, 0)
	t.awaits, t.arrival, t.signaled = cond, m.steps, false
	t.stage, t.state = 1, conditional
	t.op.Kind = trace.Lock
	if m.driver != nil {
		t.awaits, t.op.Loc, t.addr = -1, cond, condAddr
	}
	return false
}

// signal wakes one of the threads that wait, which one being a choice, or all.
func (m *Machine) signal(t *thread, all bool, word uint64) {
	m.fence(t, models.Releasing.Before)
	m.lockRMW(t, 1, true, trace.Release)
	if m.driver != nil {
		return
	}
	for {
		var first *thread
		n := 0
		for _, u := range m.threads {
			if u.awaits == t.op.Loc {
				n++
				if first == nil || u.arrival < first.arrival {
					first = u
				}
			}
		}
		if n == 0 {
			return
		}
		if n > 1 && !all {
			m.choice.Kind, m.choice.Thread = Wake, t.id
			for k := m.choose(n); k > 0; k-- {
				first = m.nextArrival(t.op.Loc, first.arrival)
			}
		}
		first.awaits, first.signaled = -1, true
		if !all {
			return
		}
	}
}

// nextArrival returns the thread that queued up on l next after the given time.
func (m *Machine) nextArrival(l models.Loc, after int) *thread {
	var next *thread
	for _, u := range m.threads {
		if u.awaits == l && u.arrival > after && (next == nil || u.arrival < next.arrival) {
			next = u
		}
	}
	return next
}

func (m *Machine) rwLock(t *thread, id code.SysID, word uint64) int64 {
	write := id == code.RWWrLock || id == code.RWTryWrLock
	if word == writeLocked || write && word != 0 {
		m.peekLock(t, trace.Relaxed)
		return ebusy
	}
	if write {
		m.acquire(t, writeLocked)
		m.lock(t, t.op.Loc).owner = t.id
	} else {
		m.acquire(t, word+1)
	}
	return 0
}

func (m *Machine) rwUnlock(t *thread, word uint64) {
	s := m.lock(t, t.op.Loc)
	switch {
	case s.owner == t.id:
		s.owner = -1
		m.release(t, 0)
	case word == 0 || word == writeLocked:
		m.misuse(t, "the thread unlocks a read-write lock that it does not hold")
	default:
		m.fence(t, models.Releasing.Before)
		m.lockRMW(t, ^uint64(0), true, trace.Release)
	}
}

// barrierWait first arrives; whoever is not the last then waits for the others.
func (m *Machine) barrierWait(t *thread) (result int64, finished bool) {
	if t.stage == 1 {
		m.peekLock(t, trace.Acquire)
		m.fence(t, models.Acquiring.After)
		return 0, true
	}
	size := uint64(m.lock(t, t.op.Loc).count)
	if size == 0 {
		m.misuse(t, "the barrier was never initialised")
		return 0, false
	}
	m.fence(t, models.Releasing.Before)
	old := m.lockRMW(t, 1, true, trace.AcqRel)
	t.ticket = (old/size + 1) * size
	if old+1 == t.ticket {
		m.fence(t, models.Acquiring.After)
		return 1, true
	}
	t.stage, t.state = 1, conditional
	return 0, false
}

// acquire makes v the lock word.
func (m *Machine) acquire(t *thread, v uint64) {
	m.lockRMW(t, v, false, trace.Acquire)
	m.fence(t, models.Acquiring.After)
}

// lockRMW replaces the lock word by v, or adds v to it, and returns the old one.
func (m *Machine) lockRMW(t *thread, v uint64, add bool, o trace.Order) (old uint64) {
	t.op.Kind, t.op.Order, t.op.CAS = trace.Lock, o, false
	old, ok := m.readRMW(t)
	if !ok {
		return 0
	}
	if add {
		v += old
	}
	m.writeRMW(t, trace.Lock, old, v&mask(4))
	return old
}

// peekLock reads the lock word, a load of order o, returns it and leaves it.
func (m *Machine) peekLock(t *thread, o trace.Order) uint64 {
	t.op.Kind, t.op.Order, t.op.Fail = trace.RMW, o, o
	t.op.CAS, t.op.Expect = true, ^uint64(0) // as a compare-exchange that fails
	old, ok := m.readRMW(t)
	if !ok {
		return 0
	}
	e := m.access(t, trace.LockRead)
	e.C, e.RF, e.Value = t.op.C, t.op.RF, old
	m.emit(e)
	return old
}

// release stores v to the lock word, behind a store-store fence.
func (m *Machine) release(t *thread, v uint64) {
	m.fence(t, models.Releasing.Before)
	m.lockStore(t, v)
}

func (m *Machine) lockStore(t *thread, v uint64) {
	op := &t.op
	op.Kind, op.Order = trace.Unlock, trace.Release
	op.ID, op.I, op.Undef = m.events+1, t.index+1, false
	m.mem.Store(op, v)
	e := m.access(t, trace.Unlock)
	e.C, e.Value = op.C, v
	m.emit(e)
	m.wrote(t, op)
}
