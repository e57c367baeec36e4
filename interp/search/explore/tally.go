package explore

import (
	"cmp"
	"maps"
	"slices"

	"fencepost/interp"
	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// A tally has the results of one worker.
type tally struct {
	Counts
	outcomes outcomes
	errors   map[string]*Counterexample
	races    map[[2]int32]*Counterexample // the data races of errors, by the sites of (earlier, later) access
	lastRace *interp.RacePlaces           // the greatest places of a race of errors, if greater ones were dropped
	endless  map[string]bool              // positions of loops that may continue for ever
	shows    map[*Graph]int               // how many of errors a graph shows
	kept     int                          // events of these graphs
	weight   uint64                       // see allWeight
}

func (y *tally) reset() {
	*y = tally{outcomes: outcomes{counts: map[string]*int64{}}, errors: map[string]*Counterexample{}, races: map[[2]int32]*Counterexample{}, endless: map[string]bool{}, shows: map[*Graph]int{}}
}

// count adds the execution that has just ended to the results.
func (y *tally) count(x *explorer) {
	bounded, stuck, assumed, faulty, exited := false, false, false, false, false
	for t := range int32(len(x.g.Threads)) {
		switch x.state(t) {
		case vm.Done:
		case vm.Exited:
			exited = true
		case vm.Faulty:
			faulty = true
		case vm.Bounded:
			bounded = true
		case vm.Assumed:
			assumed = true
		default:
			stuck = true
		}
	}
	if x.pool.o.Machine.WeakFail && x.failedAnyway() {
		y.Blocked++ // another execution has the failure that is not spurious
		x.count(true)
		return
	}
	settled := !x.rf && !x.watches || x.g.Settled()
	if x.watches && (x.parts.several || !settled && x.hasSeveral()) {
		x.needClasses()
		return
	}
	if (stuck || assumed) && !x.rf && x.outOfPlace() {
		y.Blocked++
		x.count(true)
		return
	}
	var now graphCopy
	for _, e := range x.faults {
		if last := x.lastDone(e.Thread); last == axiom.None || !x.afterEnd(last) {
			y.found(x, e, &now)
		}
	}
	forEver := stuck && x.forEver()
	if forEver && exited && x.rf {
		x.needCoherence() // the class may also wait in another way
	}
	complete := !bounded && !faulty && !assumed && (!stuck || forEver && exited) && !x.goesPast()
	x.count(!bounded && !faulty && !complete)
	switch {
	case bounded:
		y.Bounded++
		return
	case faulty, complete:
		y.Executions++
	default:
		y.Blocked++
		y.Assumed = y.Assumed || assumed
		if forEver && !assumed && !exited && !slices.ContainsFunc(x.vm.Threads(), x.vm.Expires) {
			y.found(x, x.deadlock(), &now)
		}
	}
	y.Symmetric = y.Symmetric || x.symmetry && x.hasTwins()
	y.Unordered = y.Unordered || !settled
	oneEnd := !x.rf || settled && !x.parts.several
	y.Commuted = y.Commuted || x.parts.several
	y.Confirmed = y.Confirmed || x.compares && x.couldConfirmOther()
	if exited && !y.EndsEarly {
		y.EndsEarly = x.endsEarly()
	}
	switch {
	case x.pool.o.Outcome == nil:
	case exited && x.pool.o.StopAtExit:
		for _, o := range x.outcomesOf() {
			y.outcomes.add([]byte(o))
		}
	case complete && oneEnd:
		y.outcomes.add(x.outcome())
	}
	if complete && x.pool.o.Check != nil {
		if e := x.pool.o.Check(&x.self); e != nil {
			y.found(x, e, &now)
		}
	}
	switch {
	case complete && !oneEnd:
		y.countEnds(x)
	case complete && x.pool.o.Each != nil:
		x.pool.o.Each(&x.self)
	}
}

// failedAnyway reports whether a compare-exchange that chose to fail spuriously read a value other
// than the one it expects.
func (x *explorer) failedAnyway() bool {
	for i := range x.g.Events {
		if e := &x.g.Events[i]; e.Failed && e.Value != e.Expect {
			return true
		}
	}
	return false
}

// countEnds adds each distinct outcome of a class of executions once.
func (y *tally) countEnds(x *explorer) {
	var seen []string
	x.eachEnd(func() {
		if x.parts.several && !x.orderParts() {
			return
		}
		if x.pool.o.Outcome != nil {
			o := x.outcome()
			if slices.ContainsFunc(seen, func(s string) bool { return s == string(o) }) {
				return
			}
			seen = append(seen, string(o))
			y.outcomes.add(o)
		}
		if x.pool.o.Each != nil {
			x.pool.o.Each(&x.self)
		}
	})
}

// stopped counts an execution that the machine ended: out of steps, interrupted or unsupported.
func (y *tally) stopped(x *explorer) {
	switch outcome, err := x.vm.Ending(); outcome {
	case interp.OutOfSteps:
		y.Bounded++
		y.Loop = interp.FirstLoop(y.Loop, x.vm.Looping())
		x.count(false)
	case interp.Interrupted:
		x.pool.lose()
	case interp.Unsupported:
		x.unsupported(err)
	}
}

// unsupported ends the search with err, or gives up the execution if Options.PassUnsupported is
// set.
func (x *explorer) unsupported(err *interp.Error) {
	switch {
	case x.pool.o.PassUnsupported:
		x.tally.pass(err)
		x.count(true)
	case x.err == nil:
		x.err = err
	}
}

// A graphCopy is a copy of the graph for the errors that are found in it at one time. It is made
// at most once.
type graphCopy struct{ graph *Graph }

func (s *graphCopy) get(x *explorer) *Graph {
	if s.graph == nil {
		s.graph = x.copyGraph()
	}
	return s.graph
}

// found adds the current execution to those of error e, and keeps it as the witness if it is
// smaller than the previous one.
func (y *tally) found(x *explorer, e *interp.Error, now *graphCopy) *Counterexample {
	key := e.Key()
	f := y.errors[key]
	fresh := f == nil
	if fresh {
		f = &Counterexample{}
		y.errors[key] = f
	}
	f.Executions++
	x.enough = x.enough || x.pool.o.UntilError
	if !x.enough && (e.Kind == interp.UseAfterFree || e.Kind == interp.DoubleFree) {
		x.recycles()
	}
	if f.Witness != nil && (len(f.Witness.Events) < x.displayed() || f.Witness == now.graph) {
		return f
	}
	if g := now.get(x); f.Witness == nil || g.Compare(f.Witness) < 0 {
		y.show(f.Witness, -1)
		y.show(g, 1)
		copied := *e
		f.Error, f.Witness = &copied, g
	}
	if fresh && len(y.errors) > 2*interp.MaxRaces {
		y.trim()
	}
	return f
}

// show notes that graph g shows one error more, or one less. g may be nil.
func (y *tally) show(g *Graph, more int) {
	if g == nil {
		return
	}
	if y.shows[g] == 0 {
		y.kept += len(g.Events)
	}
	if y.shows[g] += more; y.shows[g] == 0 {
		y.kept -= len(g.Events)
		delete(y.shows, g)
	}
}

// trim drops the greatest data races if there are more than interp.MaxRaces.
func (y *tally) trim() {
	var list []*interp.Error
	for _, f := range y.errors {
		list = append(list, f.Error)
	}
	y.keepUpTo(interp.LastRace(y.lastRace, list))
}

// keepUpTo drops the data races whose places are greater than last.
func (y *tally) keepUpTo(last *interp.RacePlaces) {
	y.lastRace = last
	for key, f := range y.errors {
		if last.Drops(f.Error) {
			y.show(f.Witness, -1)
			delete(y.errors, key)
		}
	}
	maps.DeleteFunc(y.races, func(_ [2]int32, f *Counterexample) bool { return last.Drops(f.Error) })
}

// foundAgain counts a race of these sites if it is known and the current graph cannot be a
// smaller witness. It reports false otherwise. Most races take only this path.
func (y *tally) foundAgain(x *explorer, sites [2]int32, now *graphCopy) bool {
	f := y.races[sites]
	if f == nil || len(f.Witness.Events) >= x.displayed() && f.Witness != now.graph {
		return false
	}
	f.Executions++
	return true
}

// merge adds the results of another worker.
func (y *tally) merge(o *tally) {
	y.Counts.add(&o.Counts)
	y.weight += o.weight
	maps.Copy(y.endless, o.endless)
	y.outcomes.merge(&o.outcomes)
	if last := o.lastRace; last != nil && (y.lastRace == nil || last.Compare(*y.lastRace) < 0) {
		y.keepUpTo(last)
	}
	for k, f := range o.errors {
		if y.lastRace.Drops(f.Error) {
			continue
		}
		mine := y.errors[k]
		switch {
		case mine == nil:
			y.errors[k] = f
		case f.Witness.Compare(mine.Witness) < 0:
			f.Executions += mine.Executions
			y.errors[k] = f
		default:
			mine.Executions += f.Executions
		}
	}
}

// report returns the results as a Report. The caller sets Raced and Complete.
func (y *tally) report(model string) *Report {
	y.trim()
	r := &Report{Model: model, Counts: y.Counts, Endless: slices.Sorted(maps.Keys(y.endless)), LastRace: y.lastRace}
	r.Outcomes, r.Others = y.outcomes.report()
	for _, k := range slices.Sorted(maps.Keys(y.errors)) {
		r.Errors = append(r.Errors, *y.errors[k])
	}
	return r
}

// Compare orders the graphs of executions of one program: smaller ones first.
func (g *Graph) Compare(o *Graph) int {
	if c := cmp.Compare(len(g.Events), len(o.Events)); c != 0 {
		return c
	}
	return slices.CompareFunc(g.Events, o.Events, func(x, y Event) int {
		return cmp.Or(cmp.Compare(x.Thread, y.Thread), cmp.Compare(x.Kind, y.Kind),
			cmp.Compare(x.RF, y.RF), cmp.Compare(x.CoPosition, y.CoPosition), cmp.Compare(x.Value, y.Value))
	})
}

// forEver reports whether the threads that have not ended wait for ever: each of their reads
// reads the latest write, and they drew no value since, which might let them continue if it were
// another, nor did a compare-exchange fail of itself. Some of them may repeat loops that undo their effects.
func (x *explorer) forEver() bool {
	undo := false
	x.demanded = x.demanded[:0]
	for t := range int32(len(x.g.Threads)) {
		if x.repeating(t) {
			undo = true
		} else if !x.allLast(x.pending(t)) {
			return false
		}
	}
	return (!undo || x.undoForEver()) && (!x.rf || x.endIn(x.demanded))
}

// repeating reports whether thread t waits after an iteration that undoes its effects.
func (x *explorer) repeating(t int32) bool { return x.undone[t] && x.state(t) == vm.Waiting }

// pending returns the events with which thread t waits. In a loop these are the events of its last iteration.
// Otherwise the run has not performed them. t does not undo its effects.
func (x *explorer) pending(t int32) []int32 {
	if x.state(t) == vm.Waiting {
		return x.iteration(t)
	}
	list := x.g.Threads[t].Events
	return list[min(int(x.cursor[t]), len(list)):]
}

// allLast reports whether these events of a thread that waits for ever are, or read, the latest
// writes, and depend on no value that was drawn, and no failure of itself.
func (x *explorer) allLast(list []int32) bool {
	for _, id := range list {
		e := &x.g.Events[id]
		if e.Drawn || e.Failed {
			return false
		}
		switch {
		case e.Kind.Writes():
			if !x.staysLast(id, e.Loc, x.onlyWaits) {
				return false
			}
		case e.Kind.Reads() && e.Kind != axiom.ExclusiveRead:
			if x.loose(e.Loc) {
				x.demanded = append(x.demanded, demand{e.RF, e.Loc, id, x.onlyWaits})
			} else if !x.latestBut(e.RF, e.Loc, x.onlyWaits) && !x.catchesUp(id) {
				return false
			}
		}
	}
	return true
}

// staysLast is latestBut where the search branches on co. Elsewhere it adds the condition to
// x.demanded, and forEver looks for a co that meets all of these.
func (x *explorer) staysLast(w, loc int32, some func(e *axiom.Event) bool) bool {
	if x.loose(loc) {
		x.demanded = append(x.demanded, demand{w, loc, axiom.None, some})
		return true
	}
	return x.latestBut(w, loc, some)
}

// latestBut reports whether all writes of location loc that come after w in co satisfy some.
func (x *explorer) latestBut(w, loc int32, some func(e *axiom.Event) bool) bool {
	for n := x.g.After(w, loc); n != axiom.None; n = x.g.Events[n].CoAfter {
		if !some(&x.g.Events[n]) {
			return false
		}
	}
	return true
}

// deadlock describes an execution in which threads wait for ever.
func (x *explorer) deadlock() *interp.Error {
	e := &interp.Error{Kind: interp.Deadlock}
	for t := range int32(len(x.g.Threads)) {
		if s := x.state(t); s == vm.Done {
			continue
		}
		w := x.waiter(x.thread(t))
		if w.Spins {
			e.Kind = interp.Livelock
		}
		e.Waiting = append(e.Waiting, w)
	}
	e.WaitForEver()
	return e
}

// waiter describes thread t, which cannot continue. If catchesUp has changed what the thread read last,
// it waits at the loop to which the new value leads.
func (x *explorer) waiter(t *vm.Thread) vm.Waiter {
	w := x.vm.Waiter(t)
	for _, c := range x.caught {
		e, marks := &x.g.Events[c[0]], x.marks[t.ID]
		if e.Thread != int32(t.ID) {
			continue
		}
		x.vm.ProbeFrom(t, &marks[len(marks)-1].point, x.reads(e, e.RF), func(at vm.LoopPlace) bool {
			if at == vm.Body {
				return x.unroll > 0
			}
			w = x.vm.Waiter(t)
			return true
		})
	}
	return w
}

// copyGraph returns a copy of the graph for display, in an order that agrees with po and rf, also if
// the search has stopped.
func (x *explorer) copyGraph() *Graph {
	halt := x.g.Halt
	x.g.Halt = nil
	defer func() { x.g.Halt = halt }()
	f := frame{g: x.g}
	if x.rf {
		x.g.Arrange(x.ending)
	}
	x.inOrder = append(x.inOrder[:0], make([]bool, len(x.g.Events))...)
	x.leaveOutStale()
	x.leaveOutUnplaced()
	if x.parts.several && x.orderParts() {
		x.chainUnits()
		defer func() { x.chained = x.chained[:0] }()
	}
	x.emitAll(&f, false) // fences belong to the operation before or after them
	for id := range x.g.Events {
		x.emit(&f, int32(id))
	}
	f.order = slices.DeleteFunc(f.order, x.isHidden)
	at := slices.Repeat([]int{-1}, len(x.g.Events))
	for i, id := range f.order {
		at[id] = i
	}
	out := &Graph{Model: x.g.Model().Name, Events: make([]Event, len(f.order)), Units: x.pool.o.Machine.Units}
	next := make([]int, len(x.g.Threads)) // the next index in each thread
	for i, id := range f.order {
		e := &x.g.Events[id]
		v := Event{Thread: trace.ThreadID(e.Thread), Index: next[e.Thread], Kind: e.Kind, Order: e.Order, Fence: e.Fence,
			Site: e.Site, Value: e.Value, RF: axiom.None, Peer: e.Peer, Part: e.Part, Inserts: e.Inserts,
			Section: int(e.Section), Peek: x.succeeds(e)}
		next[e.Thread]++
		if e.Kind.Accesses() {
			if x.locations[e.Loc].size > 8 {
				x.vm.Tell(e.Value, x.locations[e.Loc].size)
			}
			v.Addr, v.Size = x.locations[e.Loc].addr, x.locations[e.Loc].size
			v.Epoch, v.Life = x.locations[e.Loc].epoch, x.locations[e.Loc].life
			v.LockWord = x.ofLockWord(e.Site)
			if e.Narrow {
				x.showPart(&v, e)
			}
		}
		switch {
		case e.Kind == axiom.Free, e.Kind == axiom.End:
			v.Bytes, v.Life = e.Expect, e.Life
		case e.Kind.Allocates():
			v.Bytes, v.Within = e.Expect, e.Within
			if v.RF = axiom.Init; e.Kind == axiom.Reuse {
				v.RF, v.Value = at[e.RF], x.g.Events[e.RF].Value
			}
		case e.Kind.Reads():
			if v.RF = int(x.shown(e.RF)); v.RF >= 0 {
				v.RF = at[v.RF]
			}
		case e.Kind.Writes():
			v.CoPosition = int(e.CoPosition)
		}
		out.Events[i] = v
	}
	x.putTogether(out, at)
	return out
}
