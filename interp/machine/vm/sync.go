package vm

import (
	"slices"
	"strings"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// Errno values that the library returns.
const (
	eperm           = 1
	eagain          = 11
	ebusy           = 16
	einval          = 22
	edeadlk         = 35
	etimedout       = 110
	eownerdead      = 130
	enotrecoverable = 131
)

// writeLocked is the lock word of a read-write lock that a writer holds. Other values count the
// readers.
const writeLocked = 0x7fff_ffff

// Taken is a lock word of a mutex or read-write lock that no thread may take.
const Taken = writeLocked

// destroyed is the bit of a lock word that says that the object was destroyed.
const destroyed = 0x8000_0000

const destroyedInUse = "the object was destroyed while the thread waits for it"

// A lockState is the state of a synchronisation object beside its lock word. It is private to the
// object's holder. Lock words are ordinary 32-bit locations, so the model gives locks their effect on
// memory. Acquiring is an RMW and then a load-load fence. Releasing is a store-store fence and then a
// store, or an RMW where other threads may hold the object too.
type lockState struct {
	known        bool // kind has been read
	made         bool // by an initialising function
	kind         uint8
	robust       bool           // a mutex that survives the end of its holder
	inconsistent bool           // a mutex whose previous holder ended while holding it
	use          code.SysID     // the function last called on the object
	owner        trace.ThreadID // holder of a mutex or of a write lock, or -1
	count        int32          // further locks of a recursive mutex; size of a barrier
	site         int32          // at which the owner acquired a mutex
}

// lock returns the state of the synchronisation object whose lock word is l, as t sees it. It reads
// the kind of the object at the first call.
func (m *VM) lock(t *Thread, l models.Loc) *lockState {
	for int(l) >= len(m.locks) {
		m.locks = append(m.locks, lockState{owner: -1})
	}
	s := &m.locks[l]
	if !s.known {
		s.known = true
		at := uint64(4)
		if m.prog.LockKind > 0 {
			at = m.prog.LockKind
		}
		k, undef := m.View(t.ID, m.space.locs[l].addr+at, 4)
		if undef == 0 {
			s.kind = uint8(k)
		}
	}
	return s
}

// parkSystem parks t before a visible library function.
func (m *VM) parkSystem(t *Thread, id code.SysID, r *[256]int64) {
	op := &t.Op
	op.Site, op.Order = t.in.Imm, trace.Plain
	t.access = &m.prog.Access[t.in.Imm]
	t.addr = uint64(r[t.in.A])
	t.changes = m.space.changes
	switch id {
	case code.ThreadCreate:
		op.Kind = trace.Create
	case code.ThreadJoin, code.ThreadAwait:
		op.Kind = trace.Join
		t.State = Conditional
		t.target = -1
		if u := m.threadOf(r[t.in.A]); u != nil && u != t {
			t.target = u.ID
			if m.observer != nil {
				m.observer.Awaits(t, u.ID)
			}
		}
	case code.Malloc, code.AlignedAlloc, code.Calloc:
		op.Kind = trace.Alloc
	case code.Free, code.Realloc:
		op.Kind = trace.Free
	case code.Exit:
		op.Kind = trace.Exit
	case code.Memcpy, code.Memmove, code.Memset:
		op.Kind = trace.Store
	case code.Printf, code.VPrintf, code.VFormat, code.Puts, code.Write, code.AssertFail:
		op.Kind = trace.Load
	case code.MutexInit, code.MutexDestroy, code.CondInit, code.RWInit, code.RWDestroy,
		code.BarrierInit, code.BarrierDestroy, code.SemInit, code.SemDestroy:
		op.Kind, op.Order = trace.Unlock, trace.Release
		op.Loc = m.tryLocate(t.addr, 4)
	case code.MutexUnlock, code.MutexConsistent, code.RWUnlock, code.OnceEnd, code.SemPost, code.SemGetValue, code.CondSignal, code.CondBroadcast, code.CondWait, code.CondDestroy:
		op.Kind, op.Order = trace.Unlock, trace.Release
		op.Loc = m.tryLocate(t.addr, 4)
		if m.config.Marked && (id == code.CondDestroy || id == code.SemGetValue) {
			t.State = Conditional
		}
	case code.BarrierWait: // an arrival never waits
		op.Kind, op.Order = trace.Lock, trace.Acquire
		op.Loc = m.tryLocate(t.addr, 4)
	default:
		op.Kind, op.Order = trace.Lock, trace.Acquire
		op.Loc = m.tryLocate(t.addr, 4)
		t.State = Conditional
	}
}

// Allows reports whether the conditional operation before which t is parked, not a join, is enabled
// if it reads what the driver's Latest returns. A bad operand enables it, and the step then fails.
func (m *VM) Allows(t *Thread) bool {
	if t.Op.Loc < 0 || t.changes != m.space.changes {
		return true
	}
	word, undef := m.driver.Latest(t.ID, t.Op.Loc)
	if undef != 0 || word&destroyed != 0 || t.expired && code.SysID(t.in.C) != code.CondWait {
		return true
	}
	switch code.SysID(t.in.C) {
	case code.MutexLock:
		return free(word) || m.lock(t, t.Op.Loc).owner == t.ID
	case code.CondWait:
		return t.stage == 0 || m.conditions.ends(t, word)
	case code.CondSignal, code.CondBroadcast, code.CondDestroy:
		return word&signalling == 0
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

// Syncs reports whether t is parked before a conditional operation that reads a lock word, as Allows
// describes. Locking a mutex that t already holds is not such an operation.
func (m *VM) Syncs(t *Thread) bool {
	if _, joins := t.Joins(); joins || t.State != Conditional {
		return false
	}
	if t.changes != m.space.changes {
		t.Op.Loc, t.changes = m.tryLocate(t.addr, 4), m.space.changes
		if t.Op.Loc < 0 && code.SysID(t.in.C) == code.CondWait && t.stage == 2 {
			t.Op.Loc = t.condition // which may be freed as soon as all that wait are woken, as POSIX says
		}
	}
	if t.Op.Loc < 0 {
		return false
	}
	switch code.SysID(t.in.C) {
	case code.MutexLock, code.MutexTryLock:
		return m.lock(t, t.Op.Loc).owner != t.ID
	}
	return true
}

// Arrives reports whether the operation before which t is parked is an arrival at a
// barrier.
func (m *VM) Arrives(t *Thread) bool {
	return t.in.Op == code.Sys && code.SysID(t.in.C) == code.BarrierWait && t.stage == 0
}

// BarrierSize returns the number of threads of the barrier whose lock word is at addr; 0 if there is
// no barrier.
func (m *VM) BarrierSize(addr uint64) int32 {
	if l, ok := m.LocAt(addr, 4); ok && m.IsLock(l) {
		return m.locks[l].count
	}
	return 0
}

// A Wait is the condition that ends a wait of a thread. At a barrier the lock word must be at least
// the lower half. At a condition variable the bits of the upper half must be clear in the word.
type Wait uint64

// Ends reports whether the lock word ends the wait. If it does, no operation of another thread
// changes that.
func (w Wait) Ends(word uint64) bool {
	if w.AtBarrier() {
		return word&^destroyed >= uint64(w)
	}
	return word&uint64(w>>32) == 0
}

// AtBarrier reports whether w is a wait at a barrier.
func (w Wait) AtBarrier() bool { return w>>32 == 0 }

// Leaves reports whether t is parked before the end of a wait that the lock word decides, at a
// barrier or for a condition variable, and returns the wait's condition.
func (m *VM) Leaves(t *Thread) (w Wait, ok bool) {
	switch id := code.SysID(t.in.C); {
	case t.in.Op != code.Sys:
	case id == code.BarrierWait && t.stage == 1:
		return Wait(t.ticket), true
	case id == code.CondWait && t.stage == 2:
		return Wait(t.mark() << 32), true
	}
	return 0, false
}

// Locks reports whether the operation before which t is parked takes a mutex, a read-write
// lock or a semaphore.
func (m *VM) Locks(t *Thread) bool {
	id := code.SysID(t.in.C)
	return id == code.MutexLock || id == code.RWRdLock || id == code.RWWrLock || id == code.SemWait || id == code.CondWait && t.signaled
}

// EntersSection reports whether the operation before which t is parked begins a critical section: it
// takes a mutex or a read-write lock that t does not hold, without a time limit. If it takes the lock as
// a reader, shared is set.
func (m *VM) EntersSection(t *Thread) (shared, ok bool) {
	if t.in.Op != code.Sys || m.timed(t) || !m.Syncs(t) {
		return false, false
	}
	id := code.SysID(t.in.C)
	return id == code.RWRdLock, id == code.MutexLock || id == code.RWRdLock || id == code.RWWrLock
}

// LeavesSection reports whether the operation before which t is parked ends a critical section.
func (m *VM) LeavesSection(t *Thread) bool {
	id := code.SysID(t.in.C)
	return t.in.Op == code.Sys && (id == code.MutexUnlock || id == code.RWUnlock)
}

// Takes reports whether the operation on a lock word before which t is parked writes the word if it
// reads what the driver's Latest returns, and the order of its read.
func (m *VM) Takes(t *Thread) (takes bool, o trace.Order) {
	word, _ := m.driver.Latest(t.ID, t.Op.Loc)
	usable := word&destroyed == 0
	switch code.SysID(t.in.C) {
	case code.MutexLock:
		takes = usable && word != notRecoverable
	case code.MutexTryLock:
		takes = usable && word != notRecoverable && free(word)
	case code.RWTryWrLock:
		takes = usable && word == 0
	case code.SemTryWait:
		takes = usable && word != 0
	case code.RWTryRdLock:
		takes = usable && word != writeLocked
	case code.OnceBegin:
		return word == 0, trace.Acquire
	case code.BarrierWait:
		return usable && t.stage == 0, trace.Acquire
	case code.CondSignal, code.CondBroadcast, code.SemPost:
		return usable, trace.Release
	case code.RWUnlock:
		return usable && word != 0 && word != writeLocked, trace.Release
	case code.CondWait:
		if t.stage == 1 {
			return usable, trace.Relaxed
		}
		takes = usable && t.signaled && word != notRecoverable
	case code.CondDestroy, code.SemGetValue:
	default:
		takes = usable
	}
	if !takes {
		return false, trace.Relaxed
	}
	return true, trace.Acquire
}

// inFutex reports whether the library's futexes, which are made of condition variables, called what t is
// in.
func (t *Thread) inFutex() bool {
	is := func(f *code.Func) bool { return strings.HasPrefix(f.Name, "__fp_futex") }
	return is(t.fn) || slices.ContainsFunc(t.frames, func(f frame) bool { return is(f.fn) })
}

// waitsFor describes in words what a blocked thread waits for.
func (m *VM) waitsFor(t *Thread) string {
	switch code.SysID(t.in.C) {
	case code.ThreadJoin, code.ThreadAwait:
		return "a thread to end"
	case code.MutexLock:
		return "a mutex"
	case code.CondWait:
		if t.signaled {
			return "a mutex"
		}
		if t.inFutex() {
			return "a futex to be woken"
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

// WaitsWithin ends the execution as not supported, and reports that it did, if the thread in an
// atomic section waits there: the thread that ends the wait would have to interrupt the section. The
// thread waits in a loop or, after an access in the section, before an operation that may have to
// wait. The operation counts even if it need not wait now, because that depends on the schedule. A
// section that waits before its first access is equivalent to one that begins later.
func (m *VM) WaitsWithin() bool {
	t := m.threads[m.section]
	waits := t.State == Waiting
	if t.in.Op == code.Sys && (t.State == Ready || t.State == Conditional) {
		switch code.SysID(t.in.C) {
		case code.MutexLock:
			waits = m.accessed && m.Syncs(t)
		case code.ThreadJoin, code.ThreadAwait, code.RWRdLock, code.RWWrLock, code.SemWait, code.OnceBegin:
			waits = m.accessed
		case code.BarrierWait, code.CondWait:
			waits = true // these have performed their first step
		}
	}
	if waits {
		m.Unsupported(t, "a wait for "+m.Waiter(t).For+" in the middle of an atomic section")
	}
	return waits
}

// misuse fails t for a wrong use of a synchronisation object.
func (m *VM) misuse(t *Thread, what string) { m.fail(t, &Error{Kind: LockMisuse, Message: what}) }

// stepSync performs a library function on a synchronisation object.
func (m *VM) stepSync(t *Thread, id code.SysID, r *[256]int64) {
	if !m.locate(t, t.addr, 4, true) {
		return
	}
	t.Op.Word = true
	arg := int64(0)
	if t.in.B > 1 {
		arg = r[t.in.A+1]
	}
	if v, ok := m.initialise(t, id, arg); ok {
		r[t.in.A] = v
		m.passed(t)
		return
	}
	m.locks[t.Op.Loc].use = id
	if m.fences(t, id) {
		m.releasing(t)
		t.fenced, t.State = true, Conditional
		return
	}
	word, undef := m.driver.Latest(t.ID, t.Op.Loc)
	if m.config.Marked && id == code.CondWait && t.stage == 0 {
		word, undef = 0, 0 // this step does not read the word
	}
	if undef != 0 {
		m.misuse(t, "the object was never initialised")
		return
	}
	if word&destroyed != 0 && !m.mayOutlive(t, id) && !m.releases(t, id) {
		m.misuse(t, "the object was destroyed")
		return
	}
	if t.State == Conditional && !m.Allows(t) {
		return // only locate showed that the operation has to wait
	}
	result, finished := int64(0), true
	switch id {
	case code.MutexLock, code.MutexTryLock:
		result = m.mutexLock(t, id, word)
	case code.MutexUnlock:
		result = m.mutexUnlock(t)
	case code.MutexConsistent:
		result = m.makeConsistent(t)
	case code.CondWait:
		if mutex := uint64(arg); t.stage == 0 {
			m.conditions.begins(m, t, mutex, m.wakesSpuriously(t))
			finished = false
		} else {
			result, finished = m.conditions.goOn(m, t, word, mutex)
		}
		if t.expired && result == 0 {
			result = etimedout
		}
	case code.CondSignal, code.CondBroadcast:
		m.conditions.signal(m, t, word, id == code.CondBroadcast)
	case code.RWRdLock, code.RWTryRdLock, code.RWWrLock, code.RWTryWrLock:
		result = m.rwLock(t, id, word)
	case code.RWUnlock:
		m.rwUnlock(t, word)
	case code.BarrierWait:
		result, finished = m.barrierWait(t)
	case code.SemWait, code.SemTryWait:
		if word == 0 {
			m.peekLock(t, trace.Relaxed)
			if result = eagain; t.expired {
				result = etimedout
			}
		} else {
			m.acquire(t, word-1)
		}
	case code.SemPost:
		m.countUp(t)
	case code.SemGetValue:
		m.peekLock(t, trace.Relaxed)
		result = int64(word)
	case code.OnceBegin:
		if word == 0 {
			m.acquire(t, 1)
			result = 1
		} else {
			m.peekLock(t, trace.Acquire)
			m.acquiring(t)
		}
	case code.OnceEnd:
		if arg != 0 {
			m.release(t, 0)
		} else {
			m.release(t, 2)
		}
	default:
		m.internal("unknown synchronisation function")
	}
	if finished && !m.stopped {
		t.expired = false
		r[t.in.A] = result
		m.passed(t)
	}
}

// fences reports whether the next step of t is the barrier before a release that reads the lock word.
// With Config.Marked such a release has two steps: only the second is conditional, and begins with
// the read.
func (m *VM) fences(t *Thread, id code.SysID) bool {
	if !m.config.Marked || t.fenced {
		return false
	}
	switch id {
	case code.CondSignal, code.CondBroadcast, code.SemPost:
		return true
	case code.RWUnlock:
		return m.lock(t, t.Op.Loc).owner != t.ID
	}
	return false
}

// initialise performs id if it is a function that does not need an initialised object; ok reports
// whether it is.
func (m *VM) initialise(t *Thread, id code.SysID, arg int64) (result int64, ok bool) {
	s := m.lock(t, t.Op.Loc)
	value := uint64(0)
	fresh := lockState{known: true, made: true, owner: -1}
	switch id {
	case code.MutexInit:
		fresh.kind, fresh.robust = uint8(arg)&^mutexRobust, arg&mutexRobust != 0
	case code.BarrierInit:
		if arg <= 0 {
			return einval, true
		}
		fresh.count = int32(arg)
	case code.SemInit:
		value = uint64(arg) & (destroyed - 1)
	case code.CondInit, code.RWInit:
	case code.MutexDestroy, code.RWDestroy, code.CondDestroy, code.BarrierDestroy, code.SemDestroy:
		m.destroy(t, id)
		return 0, true
	default:
		return 0, false
	}
	word, undef := m.driver.Latest(t.ID, t.Op.Loc)
	// Whether another thread has used the object depends on the order of steps; whether there is
	// another thread does not.
	if len(m.threads) > 1 || undef == 0 && s.use != code.BadSys {
		word, undef = m.loadLockWord(t, trace.Relaxed)
	}
	if len(m.threads) > 1 && s.use != code.BadSys && m.ended.Line == 0 {
		m.ended = t.Stack()[0].Pos
	}
	use := m.inUse(t.Op.Loc, word)
	switch {
	case m.stopped:
	case s.made && undef == 0 && word&destroyed == 0:
		m.misuse(t, "the object is initialised twice")
	case undef == 0 && use != "":
		m.misuse(t, "the object is initialised while "+use)
	default:
		*s = fresh
		m.lockStore(t, value)
	}
	return 0, true
}

// EndsObjects returns where, in this or an earlier execution, a thread destroyed an object, or
// initialised one that was used before, while there were other threads; ok is false if none did. If
// others use the object, what it is depends on the order of steps.
func (m *VM) EndsObjects() (at trace.Pos, ok bool) { return m.ended, m.ended.Line > 0 }

// destroy ends the life of a synchronisation object, and marks its word, so that later uses fail.
func (m *VM) destroy(t *Thread, id code.SysID) {
	word, undef := m.driver.Latest(t.ID, t.Op.Loc)
	if undef == 0 {
		word = m.peekLock(t, trace.Relaxed)
	}
	if len(m.threads) > 1 && m.ended.Line == 0 {
		m.ended = t.Stack()[0].Pos
	}
	held := id == code.MutexDestroy && !free(word) || id == code.RWDestroy && word != 0
	switch {
	case m.stopped:
	case undef != 0:
		m.misuse(t, "the object was never initialised")
	case word&destroyed != 0:
		m.misuse(t, "the object was destroyed already")
	case held:
		m.misuse(t, "the object is destroyed while it is held")
	case id == code.CondDestroy && m.conditions.awaited(m, t.Op.Loc, word):
		m.misuse(t, "the object is destroyed while a thread waits for it")
	default:
		m.lock(t, t.Op.Loc).made = false
		m.lockStore(t, word|destroyed)
	}
}

// releases reports whether t releases an object that it holds. It does not read the word, so a
// destroyed object is no error of t: the thread that destroyed the held object made the error.
func (m *VM) releases(t *Thread, id code.SysID) bool {
	return (id == code.MutexUnlock || id == code.RWUnlock) && m.lock(t, t.Op.Loc).owner == t.ID
}

// mayOutlive reports whether t, which waits for the object, may find that the wait had ended before
// the object was destroyed.
func (m *VM) mayOutlive(t *Thread, id code.SysID) bool {
	return id == code.BarrierWait && t.stage == 1 || id == code.CondWait && t.stage == 2
}

// overwrites records that the program itself stores to the lock word at t.Op.Loc, which then belongs
// to another synchronisation object. If threads use the object it fails t and reports false.
func (m *VM) overwrites(t *Thread) bool {
	l := t.Op.Loc
	word, _ := m.loadLockWord(t, min(t.Op.Order, trace.Relaxed))
	if use := m.inUse(l, word); use != "" {
		m.misuse(t, "the object is overwritten while "+use)
		return false
	}
	m.locks[l] = lockState{owner: -1}
	return !m.stopped
}

// loadLockWord loads the lock word to which t is about to store.
func (m *VM) loadLockWord(t *Thread, o trace.Order) (word uint64, undef trace.Undef) {
	store := t.Op
	t.Op.Kind, t.Op.Order, t.Op.CAS = trace.Load, o, false
	word, undef = m.driver.Load(t), t.Op.Undef
	t.Op = store
	return word, undef
}

// inUse describes in words how threads use the synchronisation object at location l, by its lock
// word; "" if none does. Threads that wait for a mutex do not count, because they wait for its
// holder.
func (m *VM) inUse(l models.Loc, word uint64) string {
	s := &m.locks[l]
	if word&destroyed != 0 {
		return ""
	}
	switch id := s.use; {
	case id >= code.MutexInit && id <= code.MutexDestroy && !free(word),
		id >= code.RWInit && id <= code.RWDestroy && word != 0:
		return "it is held"
	case id >= code.CondInit && id <= code.CondDestroy && m.conditions.awaited(m, l, word),
		id == code.BarrierWait && s.count > 0 && word%uint64(s.count) != 0:
		return "a thread waits for it"
	}
	return ""
}

// timed reports whether the wait before which t is parked has a time limit.
func (m *VM) timed(t *Thread) bool {
	switch code.SysID(t.in.C) {
	case code.CondWait:
		return t.in.B == 3
	case code.MutexLock, code.RWRdLock, code.RWWrLock, code.SemWait, code.ThreadAwait:
		return t.in.B == 2
	}
	return false
}

// Expires reports whether t is blocked in a wait with a time limit.
func (m *VM) Expires(t *Thread) bool {
	return t.State == Conditional && t.in.Op == code.Sys && !t.expired && m.timed(t)
}

// Expire ends the first wait with a time limit, and reports whether there was one. The driver calls
// it when no thread can continue.
func (m *VM) Expire() bool {
	for _, t := range m.threads {
		if m.Expires(t) {
			t.expired = true
			if t.awaits >= 0 {
				t.wake()
			}
			return true
		}
	}
	return false
}

func (m *VM) rwLock(t *Thread, id code.SysID, word uint64) int64 {
	write := id == code.RWWrLock || id == code.RWTryWrLock
	if word == writeLocked || write && word != 0 {
		m.peekLock(t, trace.Relaxed)
		return m.heldResult(t)
	}
	if write {
		m.acquire(t, writeLocked)
		m.lock(t, t.Op.Loc).owner = t.ID
	} else {
		m.acquire(t, word+1)
	}
	return 0
}

func (m *VM) rwUnlock(t *Thread, word uint64) {
	s := m.lock(t, t.Op.Loc)
	switch {
	case s.owner == t.ID:
		s.owner = -1
		m.release(t, 0)
	case word == 0 || word == writeLocked:
		m.misuse(t, "the thread unlocks a read-write lock that it does not hold")
	default:
		if !t.fenced {
			m.releasing(t)
		}
		m.lockRMW(t, ^uint64(0), true, trace.Release)
	}
}

// barrierWait performs one of two steps: the arrival, and the wait of every thread except the last
// for the others.
func (m *VM) barrierWait(t *Thread) (result int64, finished bool) {
	if t.stage == 1 {
		if word := m.peekLock(t, trace.Acquire); word&^destroyed < t.ticket {
			m.misuse(t, destroyedInUse)
			return 0, false
		}
		m.acquiring(t)
		return 0, true
	}
	size := uint64(m.lock(t, t.Op.Loc).count)
	if size == 0 {
		m.misuse(t, "the barrier was never initialised")
		return 0, false
	}
	m.releasing(t)
	old := m.lockRMW(t, 1, true, trace.AcqRel)
	t.ticket = (old/size + 1) * size
	if old+1 == t.ticket {
		m.acquiring(t)
		return 1, true
	}
	t.stage, t.State = 1, Conditional
	return 0, false
}

// acquire writes v to the lock word by an acquiring RMW.
func (m *VM) acquire(t *Thread, v uint64) {
	m.lockRMW(t, v, false, trace.Acquire)
	m.acquiring(t)
}

// lockRMW replaces the lock word by v, or adds v to it, and returns the old word.
func (m *VM) lockRMW(t *Thread, v uint64, add bool, o trace.Order) (old uint64) {
	t.Op.Kind, t.Op.Order, t.Op.CAS = trace.Lock, o, false
	old, ok := m.driver.Read(t)
	if !ok {
		return 0
	}
	if add {
		v += old
	}
	m.written(t, trace.Lock, old, v&mask(4))
	return old
}

// countUp adds one to the lock word by a releasing RMW.
func (m *VM) countUp(t *Thread) {
	if !t.fenced {
		m.releasing(t)
	}
	m.lockRMW(t, 1, true, trace.Release)
}

// peekLock reads the lock word by a load of order o and returns it.
func (m *VM) peekLock(t *Thread, o trace.Order) uint64 {
	t.Op.Kind, t.Op.Order, t.Op.Fail = trace.RMW, o, o
	t.Op.CAS, t.Op.Expect = true, ^uint64(0) // as a compare-exchange that fails
	old, ok := m.driver.Read(t)
	if !ok {
		return 0
	}
	m.driver.Write(t, trace.LockRead, old, old)
	return old
}

// release stores v to the lock word after a store-store fence.
func (m *VM) release(t *Thread, v uint64) {
	m.releasing(t)
	m.lockStore(t, v)
}

func (m *VM) lockStore(t *Thread, v uint64) {
	t.Op.Kind, t.Op.Order = trace.Unlock, trace.Release
	m.write(t, v, 0)
}
