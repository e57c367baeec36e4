package vm

import (
	"fencepost/interp/code"
	"fencepost/trace"
)

// Kinds of mutexes. An initialising function adds mutexRobust.
const (
	mutexNormal = iota
	mutexRecursive
	mutexErrorCheck
	mutexRobust = 4
)

// What the lock word of a robust mutex is that nobody holds, if it is not 0: its holder has
// ended, or one unlocked it then that had not made it consistent. The word of a mutex that is
// held is one more than the number of the thread.
const (
	ownerDied      = 0x4000_0000
	notRecoverable = 0x2000_0000
)

// free reports whether nobody holds a mutex, by its lock word.
func free(word uint64) bool { return word == 0 || word == ownerDied || word == notRecoverable }

// CanBeTaken reports whether a thread may take a mutex that is free, by its lock word.
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
		return m.taken(t)
	}
	result := m.takeMutex(t, word)
	if t.addr == m.prog.Atomic {
		m.section, t.inside = t.ID, true
	}
	return result
}

// taken is the result of an attempt at a lock that another thread holds.
func (m *VM) taken(t *Thread) int64 {
	if t.expired {
		return etimedout
	}
	return ebusy
}

// takeMutex makes t the holder of the mutex whose word is at t.Op.Loc, and free, unless it is
// not recoverable.
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

// dropMutex ends that t holds the mutex whose word is at t.Op.Loc.
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

// letGo performs one step of what happens to what t holds as it ends: its atomic section ends,
// and a robust mutex learns that its holder has ended. It reports whether there was such a step.
func (m *VM) letGo(t *Thread) bool {
	for l := range m.locks {
		s := &m.locks[l]
		if section := t.inside && m.space.locs[l].addr == m.prog.Atomic; s.owner == t.ID && (s.robust || section) {
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
	}
	return false
}
