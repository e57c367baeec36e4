package vm

import (
	"fencepost/interp/code"
	"fencepost/trace"
)

// Kinds of mutexes. mutexRobust is a flag in the argument of an initialising function.
const (
	mutexNormal = iota
	mutexRecursive
	mutexErrorCheck
	mutexRobust = 4
)

// Lock words of a robust mutex that no thread holds, if not 0: its holder has ended, or a thread then
// unlocked it without making it consistent. The word of a mutex that is held is one more than the
// number of the thread.
const (
	ownerDied      = 0x4000_0000
	notRecoverable = 0x2000_0000
)

// free reports whether a lock word is of a mutex that no thread holds.
func free(word uint64) bool { return word == 0 || word == ownerDied || word == notRecoverable }

// CanBeTaken reports whether a thread may acquire a free mutex with this lock word.
func CanBeTaken(word uint64) bool { return word != notRecoverable }

func (m *VM) mutexLock(t *Thread, id code.SysID, word uint64) int64 {
	s := m.lock(t, t.Op.Loc)
	if s.owner == t.ID {
		switch {
		case s.kind == mutexRecursive:
			s.count++
			return 0
		case s.kind == mutexNormal && m.timed(t):
			return etimedout
		case id == code.MutexTryLock:
			return ebusy
		case s.kind == mutexErrorCheck:
			return edeadlk
		}
		m.misuse(t, "the thread locks a mutex that it holds already")
		return 0
	}
	if !free(word) {
		m.peekLock(t, trace.Relaxed)
		return m.heldResult(t)
	}
	result := m.takeMutex(t, word)
	if t.addr == m.prog.Atomic {
		m.section, t.inside = t.ID, true
	}
	return result
}

// heldResult returns the result of a failed attempt to acquire a lock that another thread holds.
func (m *VM) heldResult(t *Thread) int64 {
	if t.expired {
		return etimedout
	}
	return ebusy
}

// takeMutex makes t the holder of the free mutex at t.Op.Loc, unless it is not recoverable. It
// returns the result of the lock function.
func (m *VM) takeMutex(t *Thread, word uint64) (result int64) {
	if word == notRecoverable {
		m.peekLock(t, trace.Relaxed)
		return enotrecoverable
	}
	m.acquire(t, uint64(t.ID)+1)
	s := m.lock(t, t.Op.Loc)
	s.owner, s.count, s.site, s.inconsistent = t.ID, 0, t.Op.Site, word == ownerDied
	if s.inconsistent {
		return eownerdead
	}
	return 0
}

func (m *VM) mutexUnlock(t *Thread) int64 {
	s := m.lock(t, t.Op.Loc)
	switch {
	case s.owner != t.ID && (s.kind != mutexNormal || s.robust):
		return eperm
	case s.owner != t.ID:
		m.misuse(t, "the thread unlocks a mutex that it does not hold")
		return 0
	case s.count > 0:
		s.count--
		return 0
	}
	section := t.addr == m.prog.Atomic
	if section && !m.native {
		m.barrier(t, trace.StoreLoad) // the section's stores are part of it
	}
	m.dropMutex(t, s)
	if section {
		m.section, m.accessed, t.inside = -1, false, false
	}
	return 0
}

// dropMutex releases the mutex at t.Op.Loc, which t holds.
func (m *VM) dropMutex(t *Thread, s *lockState) {
	word := uint64(0)
	if s.inconsistent {
		word = notRecoverable
	}
	s.owner, s.inconsistent = -1, false
	m.release(t, word)
}

// makeConsistent performs pthread_mutex_consistent, which no other thread can notice before
// the mutex is unlocked.
func (m *VM) makeConsistent(t *Thread) int64 {
	s := m.lock(t, t.Op.Loc)
	if s.owner != t.ID || !s.inconsistent {
		return einval
	}
	s.inconsistent = false
	t.acted()
	return 0
}

// releaseAtExit performs one step of releasing what t holds as it ends: its atomic section ends, or
// the word of a robust mutex records that its holder has ended. It reports whether there was such a
// step.
func (m *VM) releaseAtExit(t *Thread) bool {
	l, section := m.heldAtExit(t)
	if l < 0 {
		return false
	}
	s := &m.locks[l]
	t.Op.Loc, t.Op.Site, t.Op.Word, t.Op.Order, t.addr = -1, s.site, true, trace.Release, m.space.locs[l].addr
	switch {
	case !m.locate(t, t.addr, 4, true):
	case section:
		m.mutexUnlock(t)
	default:
		s.owner, s.inconsistent = -1, false
		m.release(t, ownerDied)
	}
	if t.State != Faulty {
		m.parkExit(t)
	}
	return true
}

// ReleasesAtExit reports whether t, which is parked before its end, releases a lock there.
func (m *VM) ReleasesAtExit(t *Thread) bool {
	l, _ := m.heldAtExit(t)
	return l >= 0
}

// heldAtExit returns the first lock that the end of t releases, or -1. section reports whether the lock
// belongs to an atomic section.
func (m *VM) heldAtExit(t *Thread) (lock int, section bool) {
	for l := range m.locks {
		s := &m.locks[l]
		section := t.inside && m.space.locs[l].addr == m.prog.Atomic
		if s.owner == t.ID && (s.robust || section) {
			return l, section
		}
	}
	return -1, false
}
