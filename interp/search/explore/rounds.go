package explore

import (
	"slices"

	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
)

// Rounds. Let the threads run in turn, those created first before those created later,
// each as far as what it reads has been written: the round in which an event comes about
// depends on its prefix alone. With Options.Rounds a thread stops behind the first event
// of a later round. So the executions of at most that many rounds are all explored, as
// those of a program whose threads stop there (a bound in the manner of Qadeer and Rehof,
// "Context-Bounded Model Checking of Concurrent Software", TACAS 2005, on graphs; reads
// of older writes take no round).

// countRounds stops thread t if the events that it has just done, from the from-th on,
// are in too late a round.
func (x *explorer) countRounds(t, from int32) {
	list := x.g.Threads[t].Events
	for len(x.round) < len(x.g.Events) {
		x.round = append(x.round, 0)
	}
	last := int32(0)
	for _, id := range list[min(int(from), len(list)):min(int(x.cursor[t]), len(list))] {
		x.round[id] = 0 // a lock that was blocked reads another write now
		last = x.roundOf(id)
	}
	if th := x.thread(t); last > int32(x.pool.o.Rounds) && (th.State == vm.Ready || th.State == vm.Conditional) {
		th.State = vm.Bounded
	}
}

// roundOf returns the round of event id.
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
