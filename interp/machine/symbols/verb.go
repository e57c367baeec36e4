package symbols

import (
	"fencepost/interp/code"
	"fencepost/trace"
)

// noteLocks notes the library function that synchronises at each site, and the lock words
// of the mutexes that waits release.
func (m *Map) noteLocks(events []trace.Event) {
	if m.prog == nil {
		return
	}
	m.functions = m.prog.Synchronisation()
	for i := range events {
		if e := &events[i]; e.Kind == trace.Unlock && m.functions[e.Site] == code.CondWait {
			if m.mutexes == nil {
				m.mutexes = map[uint64]bool{}
			}
			m.mutexes[e.Addr] = true
		}
	}
}

// Verb returns what e, which accesses a lock word, does to the mutex, condition variable,
// semaphore or barrier: "lock", "begin to wait for".
func (m *Map) Verb(e *trace.Event) string {
	f := m.functions[e.Site]
	switch f {
	case code.CondWait:
		switch {
		case m.mutexes[e.Addr]:
		case e.Kind == trace.Lock:
			return "begin to wait for"
		case e.Value>>uint(e.Thread)&1 != 0: // its bit is set: it has not been woken
			return "wait for"
		default:
			return "stop waiting for"
		}
	case code.CondSignal:
		if e.Kind == trace.Unlock {
			return "wake one that waits for"
		}
		return "signal"
	case code.CondBroadcast:
		return "broadcast"
	case code.SemPost:
		return "post"
	case code.SemWait, code.SemTryWait:
		if e.Kind == trace.Lock {
			return "take one of"
		}
	case code.BarrierWait:
		if e.Kind == trace.Lock {
			return "arrive at"
		}
		return "wait at"
	case code.RWRdLock, code.RWTryRdLock:
		if e.Kind == trace.Lock {
			return "read-lock"
		}
	case code.MutexInit, code.CondInit, code.RWInit, code.BarrierInit, code.SemInit:
		return "initialise"
	case code.MutexDestroy, code.CondDestroy, code.RWDestroy, code.BarrierDestroy, code.SemDestroy:
		if e.Kind == trace.Unlock {
			return "destroy"
		}
	}
	switch e.Kind {
	case trace.Lock:
		return "lock"
	case trace.Unlock:
		return "unlock"
	}
	return "look at"
}
