package verdict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/symbols"
	"fencepost/interp/machine/witness"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// waits explains a deadlock by mutexes that threads lock in different orders, or by a wake-up
// that comes before the wait or wakes another thread. at is nil if the deadlock has another cause.
func (f *finder) waits(g Failure) (at []Access, why string) {
	if g.Error.Kind != interp.Deadlock || g.Witness == nil || g.Witness.Explored || f.late.Err() != nil {
		return nil, ""
	}
	var rec trace.Recorder
	res, followed := witness.Replay(f.late, interp.New(f.program, g.Witness.Model, f.o.Campaign.Machine), g.Witness.Choices, &rec)
	if !followed || res.Err == nil {
		return nil, ""
	}
	names := symbols.New(f.program, f.program.Sites, rec.Events)
	if at, why = f.lockOrder(rec.Events, names, res.Err.Waiting); at != nil {
		return at, why
	}
	for _, explain := range []func([]trace.Event, *symbols.Map, *interp.Waiter) ([]Access, string){f.wrongWakeUp, f.lostWakeUp} {
		for i := range res.Err.Waiting {
			if at, why = explain(rec.Events, names, &res.Err.Waiting[i]); at != nil {
				return at, why
			}
		}
	}
	return nil, ""
}

// whoWaits returns the place of an error and, if several threads wait for ever, where each of them
// does and for what.
func (f *finder) whoWaits(e *interp.Error) (at []Access, text string) {
	at = []Access{f.at(e.Pos)}
	if len(e.Waiting) < 2 {
		return at, ""
	}
	for _, w := range e.Waiting {
		at = lists.Add(at, f.at(w.Pos))
		text += fmt.Sprintf("; thread %d waits at %d for %s", w.Thread, w.Pos.Line, w.For)
	}
	return at, text
}

// readsClock is the library's function that reads a thread's clock, and clockLate the part of the clock
// that says that the thread was held up.
const (
	readsClock = "__fp_read_clock"
	clockLate  = "__fp_clock.late"
)

// heldUp says which threads are held up before a failure, so that their clocks go on; "" if none is.
func (f *finder) heldUp(g Failure) (text string) {
	if !f.program.ReadsClock {
		return ""
	}
	events := f.events(g)
	names := symbols.New(f.program, f.program.Sites, events)
	for i := range events {
		if e := &events[i]; e.Kind == trace.Store && e.Order == trace.Plain && e.Size == 1 && names.Location(e) == clockLate {
			text += fmt.Sprintf("; thread %d is held up for long: its clock has gone on by days", e.Thread)
		}
	}
	return text
}

// lockOrder explains a cycle of threads, each of which waits for a mutex that the next holds.
func (f *finder) lockOrder(events []trace.Event, names *symbols.Map, waiting []interp.Waiter) (at []Access, why string) {
	holder := map[uint64]*trace.Event{} // by mutex: the event that locked it
	for i := range events {
		switch e := &events[i]; {
		case e.Kind == trace.Lock && names.Verb(e) == "lock",
			e.Kind == trace.RMW && e.Order == trace.Acquire: // a lock that a library makes of atomics
			holder[e.Addr] = e
		case (e.Kind == trace.Unlock || e.Kind.Writes() && e.Order == trace.Release) && holder[e.Addr] != nil && holder[e.Addr].Thread == e.Thread:
			delete(holder, e.Addr)
		}
	}
	of := func(t trace.ThreadID) *interp.Waiter {
		return lists.Find(waiting, func(w interp.Waiter) bool { return w.Thread == t })
	}
	for i := range waiting {
		var words []string
		at = nil
		for w := &waiting[i]; w != nil && holder[w.Addr] != nil; {
			held := holder[w.Addr]
			holds := fmt.Sprintf("thread %d holds", held.Thread)
			if site := &f.program.Sites[held.Site]; !site.InLibrary() {
				holds = fmt.Sprintf("thread %d locked at %d", held.Thread, site.Pos.Line)
				at = append(at, f.at(site.Pos))
			}
			at = append(at, f.at(w.Pos))
			words = append(words, fmt.Sprintf("thread %d waits at %d for %s, which %s", w.Thread, w.Pos.Line, names.Name(w.Addr), holds))
			switch {
			case held.Thread == waiting[i].Thread && len(words) == 1:
				return once(at), words[0] + ": it holds the mutex already"
			case held.Thread == waiting[i].Thread:
				return once(at), strings.Join(words, ", ") + ": lock them in one order everywhere"
			case len(words) > len(waiting):
				w = nil
			default:
				w = of(held.Thread)
			}
		}
	}
	return nil, ""
}

// A conditionUse has the last events at which a thread began to wait for a condition variable and
// at which another thread signalled it; -1 if there is none.
type conditionUse struct {
	begins, signal int  // indices of events
	all            bool // the signal was a broadcast
}

// use returns the use of the condition variable that a thread waits for.
func (f *finder) use(events []trace.Event, w *interp.Waiter) conditionUse {
	functions := f.program.Synchronisation()
	u := conditionUse{-1, -1, false}
	for i := range events {
		e := &events[i]
		if e.Addr != w.Addr {
			continue
		}
		switch what := functions[e.Site]; {
		case what == code.CondWait && e.Thread == w.Thread && e.Kind == trace.Lock:
			u.begins = i
		case what == code.CondSignal && e.Thread != w.Thread, what == code.CondBroadcast && e.Thread != w.Thread:
			u.signal, u.all = i, what == code.CondBroadcast
		}
	}
	return u
}

// wrongWakeUp explains a thread that still waits because the signal woke another thread.
func (f *finder) wrongWakeUp(events []trace.Event, names *symbols.Map, w *interp.Waiter) (at []Access, why string) {
	u := f.use(events, w)
	if u.begins < 0 || u.signal < u.begins || u.all {
		return nil, ""
	}
	signal := f.program.Sites[events[u.signal].Site].Pos
	return []Access{f.at(w.Pos), f.at(signal)}, fmt.Sprintf("thread %d waits here for %s, and pthread_cond_signal by thread %d at %d wakes another thread: "+
		"a signal that the wrong thread takes; pthread_cond_broadcast, or a condition variable for each thing that is waited for",
		w.Thread, names.Name(w.Addr), events[u.signal].Thread, signal.Line)
}

// lostWakeUp explains a thread that begins to wait after the condition variable was signalled.
func (f *finder) lostWakeUp(events []trace.Event, names *symbols.Map, w *interp.Waiter) (at []Access, why string) {
	u := f.use(events, w)
	if u.signal < 0 || u.signal > u.begins {
		return nil, ""
	}
	s := &events[u.signal]
	signal := f.program.Sites[s.Site].Pos
	for i := u.begins - 1; i >= 0; i-- {
		e := &events[i]
		if e.Thread != w.Thread || e.Kind != trace.Load {
			continue
		}
		changed := slices.ContainsFunc(events[i:u.begins], func(o trace.Event) bool {
			return o.Addr == e.Addr && o.Thread != e.Thread && (o.Kind == trace.Store || o.Kind == trace.RMW)
		})
		if !changed || u.signal < i {
			break
		}
		read := f.program.Sites[e.Site].Pos
		return []Access{f.at(read), f.at(signal), f.at(w.Pos)}, fmt.Sprintf("thread %d reads %s here, and waits for %s at %d, but thread %d changes it and signals between, at %d: "+
			"a lost wake-up; change what is waited for while holding the mutex", w.Thread, names.Location(e), names.Name(w.Addr), w.Pos.Line, s.Thread, signal.Line)
	}
	waited := slices.ContainsFunc(events[:u.begins], func(e trace.Event) bool { return e.Addr == w.Addr && e.Thread == w.Thread })
	if waited {
		return nil, ""
	}
	return []Access{f.at(w.Pos), f.at(signal)}, fmt.Sprintf("thread %d waits here for %s, which thread %d has signalled before, at %d: "+
		"a lost wake-up; before it waits, a thread has to check under the mutex what it waits for", w.Thread, names.Name(w.Addr), s.Thread, signal.Line)
}

// wakesUnchecked explains a thread that checks a condition before it waits for a condition
// variable, and does not check it again when it wakes up.
func (f *finder) wakesUnchecked(g Failure) (at []Access, why string) {
	events := f.events(g)
	functions := f.program.Synchronisation()
	for _, wanted := range []bool{true, false} {
		for i := range events {
			e := &events[i]
			if functions[e.Site] != code.CondWait || e.Kind != trace.Unlock || (e.Thread == g.Error.Thread) != wanted {
				continue
			}
			if read := f.notAgain(events, functions, i); read != nil {
				looked, waits := f.program.Sites[read.Site].Pos, f.program.Sites[e.Site].Pos
				return []Access{f.at(waits), f.at(looked)}, fmt.Sprintf("thread %d waits here and goes on when it wakes up, without a second look at what it read at %d: "+
					"another thread may have come first, and a wait may end by itself; wait in a loop that looks again", e.Thread, looked.Line)
			}
		}
	}
	return nil, ""
}

// notAgain returns the last read of a thread before it releases the mutex to wait, at event i. It
// returns nil if the thread does not wake up, or repeats one of its reads under that mutex then.
func (f *finder) notAgain(events []trace.Event, functions map[int32]code.SysID, i int) (read *trace.Event) {
	thread := events[i].Thread
	looks := map[int32]bool{}
	for k := i - 1; k >= 0; k-- {
		e := &events[k]
		if e.Thread != thread || e.Kind != trace.Load {
			if e.Thread == thread && e.Kind == trace.Lock && e.Addr == events[i].Addr {
				break
			}
			continue
		}
		looks[e.Site] = true
		read = cmp.Or(read, e)
	}
	wakes, goesOn := false, false
	for k := i + 1; k < len(events); k++ {
		switch e := &events[k]; {
		case e.Thread != thread:
		case looks[e.Site]:
			return nil
		case functions[e.Site] == code.CondWait:
			wakes = wakes || e.Kind == trace.Lock
		default:
			goesOn = wakes
		}
	}
	if !goesOn {
		return nil
	}
	return read
}
