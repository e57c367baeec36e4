package explore

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
)

// The end of the program. A graph holds what threads do when each of them goes
// on to its own end, and its outcome is what is there then. In the machine, the
// return of main, or a call of exit, ends them all, and the end has no order to
// what other threads do: an execution may stop at any set of a graph's events that
// holds one such end, and with an event what its prefix holds. What is observed, if
// Options.StopAtExit asks for it, are the last writes of that set, after all buffers
// have drained. The number of executions remains that of the graphs.
//
// Errors need no such sets: an end has nothing behind it, so that a graph with
// an error is also one in which the end comes later.

// exitStates are the memory for the outcomes of one execution.
type exitStates struct {
	observing bool
	observed  []int32 // locations that Options.Outcome looks at
	prefix    []int32 // by thread: how many of its events happened, a down-closed prefix; empty: all
	writes    []int32 // to observed locations, in an order that agrees with prefixes
	left      []int32 // writes that are not in the prefix
	after     []int32 // events after the atomic section in which the program ends
	text      []byte
	outcomes  []string
}

// outcomesOf calls Options.Outcome for every way in which the execution, in which
// the program ends, may have ended, and returns the distinct outcomes. It is valid
// until the next call.
func (x *explorer) outcomesOf() []string {
	n := &x.exits
	n.outcomes, n.prefix, n.observed = n.outcomes[:0], n.prefix[:0], n.observed[:0]
	n.observing = true
	x.outcome()
	n.observing = false
	n.sortWrites(x)
	for id := range x.g.Events {
		if x.ends(int32(id)) {
			x.endAt(int32(id))
		}
	}
	return n.outcomes
}

// outcome names the outcome of the execution as it is. It is valid until the next call.
func (x *explorer) outcome() []byte {
	n := &x.exits
	n.text = x.pool.o.Outcome(n.text[:0], &x.self)
	return n.text
}

// endsEarly reports whether the program ends, at an exit event, while threads are left.
func (x *explorer) endsEarly() bool {
	g := x.g
	for id := range int32(len(g.Events)) {
		if !x.ends(id) {
			continue
		}
		for t := range int32(len(g.Threads)) {
			if g.Before(id, t) < int32(len(g.Threads[t].Events)) {
				return true
			}
		}
	}
	return false
}

// ends reports whether event id ends the program.
func (x *explorer) ends(id int32) bool {
	e := &x.g.Events[id]
	return e.Kind == axiom.Exit && e.Value != 0
}

// open reports whether the program may have ended anywhere, not where all threads have.
func (n *exitStates) open() bool { return n.observing || len(n.prefix) > 0 }

// note adds the outcome of the current prefix.
func (n *exitStates) note(x *explorer) {
	if s := x.outcome(); !slices.ContainsFunc(n.outcomes, func(o string) bool { return o == string(s) }) {
		n.outcomes = append(n.outcomes, string(s))
	}
}

// sortWrites lists the writes to observed locations.
func (n *exitStates) sortWrites(x *explorer) {
	f := frame{g: x.g, order: n.writes}
	x.sortEvents(&f)
	n.writes = slices.DeleteFunc(f.order, func(id int32) bool {
		e := &x.g.Events[id]
		return !e.Kind.Writes() || !slices.Contains(n.observed, e.Loc)
	})
}

// endAt notes the outcomes of the cuts in which event end ends the program.
func (x *explorer) endAt(end int32) {
	if x.fatal(end) {
		return
	}
	n := &x.exits
	n.left, n.after = n.left[:0], n.after[:0]
	if x.g.Events[end].Section != 0 {
		if n.after = x.g.AfterSection(n.after, end); x.pool.stop.Load() {
			return // the graph's answers mean nothing
		}
	}
	n.prefix = append(n.prefix[:0], make([]int32, len(x.g.Threads))...)
	x.widen(end)
	x.endFrom(0)
	n.prefix = n.prefix[:0]
}

// endFrom takes each of the observed writes from the k-th on into the prefix, or
// leaves it out, with the atomic section that it is in. Only they matter: what else the
// prefix may hold changes nothing that is observed.
func (x *explorer) endFrom(k int) {
	n := &x.exits
	for ; k < len(n.writes); k++ {
		w := x.g.SectionEnd(n.writes[k])
		if n.holds(&x.g.Events[w]) {
			continue
		}
		needs := func(v int32) bool { return x.g.InPrefix(v, w) }
		possible := !slices.ContainsFunc(n.left, needs) && !slices.ContainsFunc(n.after, needs)
		if possible && !x.fatal(w) && !x.holdsEnd(w, axiom.None) && !x.pool.stop.Load() {
			saved := slices.Clone(n.prefix)
			x.widen(w)
			x.endFrom(k + 1)
			copy(n.prefix, saved)
		}
		n.left = append(n.left, w)
		defer func() { n.left = n.left[:len(n.left)-1] }()
	}
	n.note(x)
}

// holds reports whether the prefix holds event e.
func (n *exitStates) holds(e *axiom.Event) bool { return e.Index < n.prefix[e.Thread] }

// widen takes event id and its prefix into it.
func (x *explorer) widen(id int32) {
	n := &x.exits
	for t := range n.prefix {
		n.prefix[t] = max(n.prefix[t], x.g.Before(id, int32(t)))
	}
}

// fatal reports whether the prefix of event id holds something at which the
// execution goes another way: a thread goes wrong there, or an assumption does
// not hold, or a section does not end.
func (x *explorer) fatal(id int32) bool {
	if x.afterEnd(id) {
		return true
	}
	for t := range int32(len(x.g.Threads)) {
		switch x.state(t) {
		case vm.Faulty, vm.Assumed:
			from := x.begun[t]
			if from < 0 { // on the way to its first operation, when it was created
				if p := x.g.Threads[t].Parent; p == axiom.None || x.g.InPrefix(p, id) {
					return true
				}
			} else if x.g.Before(id, t) > from {
				return true
			}
		}
	}
	return false
}
