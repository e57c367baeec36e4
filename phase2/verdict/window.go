package verdict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/naming"
	"fencepost/interp/strategy"
	"fencepost/interp/witness"
	"fencepost/trace"
)

// A window is two accesses of one location by a thread that counts on it that no other writes
// there between, and one that does. They are the interleavings that no serial execution
// explains (Lu, Tucek, Qin, Zhou: AVIO, ASPLOS 2006) as far as C programs mean them to be one
// step.
type window struct {
	slip
	between int // event: the first that changes it, the last if the value came back
	last    int // event
}

// A slip is a window without its execution: what is wrong, and the two accesses.
type slip struct {
	mistake      mistake
	first, again int32 // sites
}

// A mistake is a kind of window, the surest first.
type mistake uint8

const (
	staleExpected mistake = iota // a compare-exchange is attempted again with what its failure left
	cameBack                     // a compare-exchange finds the value again that others replaced: ABA
	checkThenAct                 // a write that depends on what was read before
	doubleFetch                  // two reads of what is taken for one value
)

// windowsOf returns the windows of an execution, in order of their ends. If only atomic
// accesses count, plain ones are the subject of a data race. O(events).
func windowsOf(p *code.Program, events []trace.Event, onlyAtomic bool) (list []window) {
	cas := compareExchanges(p)
	type key struct {
		thread trace.ThreadID
		addr   uint64
	}
	own := map[key]int{}      // the last access
	write := map[uint64]int{} // the last write
	for i := range events {
		e := &events[i]
		switch e.Kind {
		case trace.Load, trace.Store, trace.RMW, trace.CASFail:
		default:
			continue
		}
		k := key{e.Thread, e.Addr}
		before, known := own[k]
		own[k] = i
		between, written := write[e.Addr]
		if e.Kind.Writes() {
			write[e.Addr] = i
		}
		if !known || onlyAtomic && (e.Order == trace.Plain || events[before].Order == trace.Plain) {
			continue
		}
		first := &events[before]
		w := window{slip{0, first.Site, e.Site}, between, i}
		if first.Kind == trace.CASFail && e.Kind == trace.RMW && first.Site == e.Site && e.Read == e.Value && first.Value == e.Read && cas[e.Site] {
			w.mistake = staleExpected
			w.between = before
			list = append(list, w)
			continue
		}
		if !written || between < before || events[between].Thread == e.Thread || first.Kind != trace.Load || first.Site == e.Site {
			continue
		}
		switch {
		case e.Kind == trace.Store, e.Kind == trace.RMW && !cas[e.Site]:
			w.mistake = checkThenAct
		case e.Kind == trace.RMW && e.Read == first.Value:
			w.mistake = cameBack
		case e.Kind == trace.Load && e.Value != first.Value:
			w.mistake = doubleFetch
		default:
			continue
		}
		if w.mistake != cameBack {
			for w.between = before + 1; events[w.between].Addr != e.Addr || !events[w.between].Kind.Writes(); w.between++ {
			}
		}
		list = append(list, w)
	}
	return list
}

// compareExchanges returns the sites of compare-exchanges.
func compareExchanges(p *code.Program) map[int32]bool {
	at := map[int32]bool{}
	for i := range p.Funcs {
		for _, in := range p.Funcs[i].Code {
			if in.Op == code.CAS || in.Op == code.DCAS {
				at[in.Imm] = true
			}
		}
	}
	return at
}

// windowTests is how many executions tell which window of one that goes wrong is to blame.
const windowTests = 300

// window returns the window that a finding is to blame on, with what it says; nil if none is.
// It is in each execution that goes wrong in this way, and, unless that is known of it or its
// mistake is one by itself, at least half of those that have it do go wrong, as failing
// executions are told from others by Park, Vuduc and Harrold (Falcon, ICSE 2010).
func (f *finder) window(g Failure, known []slip) (w *slip, at []Access, why string) {
	race := g.Error.Kind == interp.DataRace
	events := f.events(g)
	candidates := windowsOf(f.program, events, race)
	if len(candidates) == 0 {
		return nil, nil, ""
	}
	wrong, right := map[slip]int{}, map[slip]int{}
	failures := 1
	for _, c := range distinct(candidates) {
		wrong[c] = 1
	}
	machine := interp.New(f.program, g.Witness.Model, f.machine)
	random := strategy.NewRandom(f.o.Campaign.Seed)
	var rec trace.Recorder
	for run := range windowTests {
		if f.ctx.Err() != nil {
			break
		}
		random.Begin(run)
		res := machine.Run(f.ctx, random, &rec)
		count := right
		switch {
		case res.Err != nil && res.Err.Same(g.Error), slices.ContainsFunc(res.Races, g.Error.Same):
			count = wrong
			failures++
		case res.Outcome != interp.Completed && res.Outcome != interp.Failed:
			continue
		}
		for _, c := range distinct(windowsOf(f.program, rec.Events, race)) {
			count[c]++
		}
	}
	doubtful := func(s slip) int {
		if s.mistake <= cameBack || slices.Contains(known, s) {
			return 0
		}
		return 1
	}
	candidates = slices.DeleteFunc(candidates, func(c window) bool {
		return wrong[c.slip] < failures || doubtful(c.slip) > 0 && right[c.slip] > wrong[c.slip]
	})
	if len(candidates) == 0 {
		return nil, nil, ""
	}
	best := slices.MinFunc(candidates, func(a, b window) int {
		return cmp.Or(doubtful(a.slip)-doubtful(b.slip), right[a.slip]-right[b.slip], int(a.mistake)-int(b.mistake), b.last-a.last)
	})
	return &best.slip, f.placesOf(events, &best), f.tell(events, &best)
}

// distinct returns the slips of windows, each once.
func distinct(list []window) (out []slip) {
	for _, w := range list {
		if !slices.Contains(out, w.slip) {
			out = append(out, w.slip)
		}
	}
	return out
}

// placesOf returns the accesses of a window, each place once.
func (f *finder) placesOf(events []trace.Event, w *window) (list []Access) {
	for _, site := range []int32{w.first, events[w.between].Site, w.again} {
		if a := f.at(f.program.Sites[site].Pos); !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list
}

// tell says what is wrong with a window, and the ways out.
func (f *finder) tell(events []trace.Event, w *window) string {
	names := naming.New(f.program, f.program.Sites, events)
	between, last := &events[w.between], &events[w.last]
	what := names.Location(last)
	line := func(e *trace.Event) int { return f.program.Sites[e.Site].Pos.Line }
	reads := fmt.Sprintf("thread %d reads %s here", last.Thread, what)
	other := fmt.Sprintf("thread %d changes it between, at %d", between.Thread, line(between))
	switch w.mistake {
	case staleExpected:
		return fmt.Sprintf("thread %d's compare-exchange of %s has failed, which put %s into its expected value, and the next attempt finds that: it changes %s to %s; "+
			"set the expected value anew before each attempt", last.Thread, what, names.Before(last), names.Before(last), names.ValueOf(last, last.Value))
	case cameBack:
		return fmt.Sprintf("%s, and its compare-exchange at %d finds the same value, though others have changed it between, and back at %d: the ABA problem; "+
			"count versions beside the value, or do not reuse what others may hold (hazard pointers, epochs)", reads, line(last), line(between))
	case doubleFetch:
		return fmt.Sprintf("%s, and again at %d, but %s: a double fetch; read it once, and use what was read", reads, line(last), other)
	}
	step := "one atomic read-modify-write"
	if last.Order == trace.Plain {
		step = "one atomic read-modify-write (of an _Atomic variable)"
	}
	return fmt.Sprintf("%s, and writes it at %d as if nothing had changed, but %s: a check and an act that are not one step; "+
		"make them %s, or hold a lock around both", reads, line(last), other, step)
}

// waits explains a deadlock: mutexes that threads lock in different orders, and wake-ups that
// come before the wait, or wake another thread. It returns nil if it is none of these.
func (f *finder) waits(g Failure) (at []Access, why string) {
	if g.Error.Kind != interp.Deadlock || g.Witness == nil {
		return nil, ""
	}
	var rec trace.Recorder
	res, followed := witness.Replay(f.late, interp.New(f.program, g.Witness.Model, f.machine), g.Witness.Choices, &rec)
	if !followed || res.Err == nil {
		return nil, ""
	}
	names := naming.New(f.program, f.program.Sites, rec.Events)
	if at, why = f.lockOrder(rec.Events, names, res.Err.Waiting); at != nil {
		return at, why
	}
	for _, explain := range []func([]trace.Event, *naming.Map, *interp.Waiter) ([]Access, string){f.wrongWakeUp, f.lostWakeUp} {
		for i := range res.Err.Waiting {
			if at, why = explain(rec.Events, names, &res.Err.Waiting[i]); at != nil {
				return at, why
			}
		}
	}
	return nil, ""
}

// lockOrder explains threads of which each holds a mutex that the next waits for.
func (f *finder) lockOrder(events []trace.Event, names *naming.Map, waiting []interp.Waiter) (at []Access, why string) {
	holder := map[uint64]*trace.Event{} // of a mutex that is locked, how it was
	for i := range events {
		switch e := &events[i]; {
		case e.Kind == trace.Lock && names.Verb(e) == "lock":
			holder[e.Addr] = e
		case e.Kind == trace.Unlock && holder[e.Addr] != nil && holder[e.Addr].Thread == e.Thread:
			delete(holder, e.Addr)
		}
	}
	next := func(w *interp.Waiter) *trace.Event {
		return holder[w.Addr]
	}
	of := func(t trace.ThreadID) *interp.Waiter {
		i := slices.IndexFunc(waiting, func(w interp.Waiter) bool { return w.Thread == t })
		if i < 0 {
			return nil
		}
		return &waiting[i]
	}
	for i := range waiting {
		var words []string
		at = nil
		for w := &waiting[i]; w != nil && next(w) != nil; {
			held := next(w)
			at = append(at, f.at(f.program.Sites[held.Site].Pos), f.at(w.Pos))
			words = append(words, fmt.Sprintf("thread %d waits at %d for %s, which thread %d locked at %d",
				w.Thread, w.Pos.Line, names.Name(w.Addr), held.Thread, f.program.Sites[held.Site].Pos.Line))
			switch {
			case held.Thread == waiting[i].Thread && len(words) == 1:
				return at, words[0] + ": it holds the mutex already"
			case held.Thread == waiting[i].Thread:
				return at, strings.Join(words, ", ") + ": lock them in one order everywhere"
			case len(words) > len(waiting):
				w = nil
			default:
				w = of(held.Thread)
			}
		}
	}
	return nil, ""
}

// A conditionUse is the last time that a thread began to wait for a condition variable, and that
// another signalled it; -1 if none did.
type conditionUse struct {
	begins, signal int  // events
	all            bool // the signal was a broadcast
}

// use returns how a condition variable that a thread waits for was used.
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

// wrongWakeUp explains a thread that goes on waiting since a signal woke another.
func (f *finder) wrongWakeUp(events []trace.Event, names *naming.Map, w *interp.Waiter) (at []Access, why string) {
	u := f.use(events, w)
	if u.begins < 0 || u.signal < u.begins || u.all {
		return nil, ""
	}
	signal := f.program.Sites[events[u.signal].Site].Pos
	return []Access{f.at(w.Pos), f.at(signal)}, fmt.Sprintf("thread %d waits here for %s, and pthread_cond_signal by thread %d at %d wakes another thread: "+
		"a signal that the wrong thread takes; pthread_cond_broadcast, or a condition variable for each thing that is waited for",
		w.Thread, names.Name(w.Addr), events[u.signal].Thread, signal.Line)
}

// lostWakeUp explains a thread that begins to wait for a condition variable after it was signalled.
func (f *finder) lostWakeUp(events []trace.Event, names *naming.Map, w *interp.Waiter) (at []Access, why string) {
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
