package explore

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace/lists"
)

// Rounds. Let the threads run in turn, in the order of their creation, and let each run until it
// reads a write that does not exist yet. The round of an event then depends on its prefix alone.
// With Options.Rounds a thread stops after its first event of a later round. So the search
// explores all executions of at most that many rounds: they are the executions of a program
// whose threads stop there. The bound follows Qadeer and Rehof, "Context-Bounded Model Checking
// of Concurrent Software", TACAS 2005, applied to graphs. Reads of older writes take no round.

// countRounds stops thread t if the latest of its events from the from-th on is in a round after
// Options.Rounds.
func (x *explorer) countRounds(t, from int32) {
	list := x.g.Threads[t].Events
	x.round = lists.Extended(x.round, len(x.g.Events))
	last := int32(0)
	for _, id := range list[min(int(from), len(list)):min(int(x.cursor[t]), len(list))] {
		x.round[id] = 0 // compute it again: a lock that was blocked reads another write now
		last = x.roundOf(id)
	}
	if th := x.thread(t); last > int32(x.pool.o.Rounds) && (th.State == vm.Ready || th.State == vm.Conditional) {
		th.State = vm.Bounded
	}
}

// roundOf returns the round of event id, from 1.
func (x *explorer) roundOf(id int32) int32 {
	if x.round[id] > 0 {
		return x.round[id]
	}
	g := x.g
	e := &g.Events[id]
	round := int32(1)
	after := func(p int32) {
		if p < 0 {
			return
		}
		n := x.roundOf(p)
		if u := g.Events[p].Thread; u != e.Thread && slices.Index(g.Order, u) > slices.Index(g.Order, e.Thread) {
			n++
		}
		round = max(round, n)
	}
	if after(e.Before); e.Before == axiom.None {
		after(g.Threads[e.Thread].Parent)
	}
	if e.Kind.Reads() || e.Kind == axiom.Reuse {
		after(e.RF)
	}
	if e.Kind == axiom.Join {
		if ended := g.Threads[e.Peer].Events; len(ended) > 0 {
			after(ended[len(ended)-1])
		}
	}
	x.round[id] = round
	return round
}
