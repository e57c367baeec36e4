package explore

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
)

// The end of the program. In a graph each thread runs to its own end, and the outcome is the
// memory then. In the machine, the return of main, or a call of exit, ends all threads, and
// nothing orders that end with the events of other threads. So the program may end with any set
// of the graph's events that contains one such end and the prefix of each of its events. If
// Options.StopAtExit is set, the outcomes are the last writes of these sets, after all buffers
// have drained. The number of executions remains that of the graphs.
//
// Errors need no such sets: no event depends on an end, so in a graph with an error the end may
// come after the error.

// exitStates has the memory for the outcomes of one execution.
type exitStates struct {
	observing bool    // lastOf is collecting observed
	observed  []int32 // locations that Options.Outcome reads
	prefix    []int32 // by thread: how many of its events happened, a down-closed prefix; empty: all
	writes    []int32 // to observed locations, in an order that agrees with prefixes
	left      []int32 // writes that the prefix must not contain
	after     []int32 // events after the atomic section in which the program ends
	text      []byte
	outcomes  []string
}

// outcomesOf returns the distinct outcomes of all sets of events with which the program may end
// in the execution. The result is valid until the next call.
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

// outcome returns Options.Outcome of the execution, or of the prefix if there is one. The result
// is valid until the next call.
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

// ends reports whether event id is the return of main or a call of exit.
func (x *explorer) ends(id int32) bool {
	e := &x.g.Events[id]
	return e.Kind == axiom.Exit && e.Value != 0
}

// open reports whether the memory asked for is that of a prefix, rather than that in which all
// threads have ended.
func (n *exitStates) open() bool { return n.observing || len(n.prefix) > 0 }

// note adds the outcome of the current prefix.
func (n *exitStates) note(x *explorer) {
	if s := x.outcome(); !slices.ContainsFunc(n.outcomes, func(o string) bool { return o == string(s) }) {
		n.outcomes = append(n.outcomes, string(s))
	}
}

// sortWrites lists in n.writes the writes to observed locations.
func (n *exitStates) sortWrites(x *explorer) {
	f := frame{g: x.g, order: n.writes}
	x.sortEvents(&f)
	n.writes = slices.DeleteFunc(f.order, func(id int32) bool {
		e := &x.g.Events[id]
		return !e.Kind.Writes() || !slices.Contains(n.observed, e.Loc)
	})
}

// endAt notes the outcomes of the sets in which event end ends the program.
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

// endFrom tries all ways to add the k-th and later elements of writes to the prefix, or to leave
// them out, each with its whole atomic section. Other events need no such choice: they change
// no observed value.
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

// widen adds event id and its prefix to the prefix of the program's end.
func (x *explorer) widen(id int32) {
	n := &x.exits
	for t := range n.prefix {
		n.prefix[t] = max(n.prefix[t], x.g.Before(id, int32(t)))
	}
}

// fatal reports whether the prefix of event id excludes that the program ends normally: it
// contains the error of a thread, an assumption that does not hold, or an atomic section that
// does not end.
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
