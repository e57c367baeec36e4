package explore

import (
	"context"
	"errors"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/models/axiom"
	"fencepost/trace/lists"
)

// A replay leads an explorer along a recorded execution.
type replay struct {
	events  [][2]int32               // thread and index of each event, in order
	choices [][]int32                // by thread and index: the second number of Schedule
	strayed bool                     // the schedule does not fit the program
	stacks  map[int32][]interp.Frame // of the accesses, by event
}

// Schedule returns the execution as a flat list of numbers for Replay: two for every event. The
// first is the thread. The second is, for a read, 1 + the index of the write that it reads, or 0
// for the initial content; for a write, its place in co, from 1; for an allocation, 1 + the index
// of the free whose block it gets, or 0; for a choice, its value; for a creation, the new thread;
// otherwise 0.
func (g *Graph) Schedule() []int32 {
	list := make([]int32, 0, 2*len(g.Events))
	for i := range g.Events {
		e := &g.Events[i]
		c := int32(0)
		switch {
		case e.Kind.Reads():
			c = int32(max(e.RF, axiom.Init) + 1)
		case e.Kind.Writes():
			c = int32(e.CoPosition)
		case e.Kind == axiom.Reuse:
			c = int32(e.RF + 1)
		case e.Kind == axiom.Choice:
			c = int32(e.Value)
		case e.Kind == axiom.Create:
			c = e.Peer
		}
		list = append(list, e.Thread, c)
	}
	return list
}

// ErrStrayed reports a schedule that no execution of the program under the model has.
var ErrStrayed = errors.New("the schedule does not fit the program")

// Replay repeats an execution that an exploration of the same program under the same model, with
// the same Options.Machine, has reported. After the end of the schedule the execution continues
// with the first choice each time. The error is ErrStrayed, or that of Run.
func Replay(ctx context.Context, p *code.Program, m *axiom.Model, o Options, schedule []int32) (*Report, error) {
	o.Workers = 1
	o.Commuting = false
	o.SkipIdle = true // otherwise a thread that undoes each iteration never ends
	x := newExplorer(ctx, p, m, o, newPool(p, o, m))
	g, err := newReplay(schedule)
	if err != nil {
		return nil, err
	}
	x.newFrame()
	x.g = x.frames[0].g
	x.replay = g
	x.follow()
	switch {
	case x.err != nil:
		return nil, x.err
	case g.strayed:
		return nil, ErrStrayed
	}
	r := x.tally.report(m.Name)
	r.Complete = false
	return r, nil
}

func newReplay(schedule []int32) (*replay, error) {
	g := &replay{stacks: map[int32][]interp.Frame{}}
	if len(schedule)%2 != 0 {
		return nil, ErrStrayed
	}
	for k := 0; k < len(schedule); k += 2 {
		t := schedule[k]
		if t < 0 || int(t) > len(schedule) {
			return nil, ErrStrayed
		}
		g.choices = lists.Extended(g.choices, int(t)+1)
		g.events = append(g.events, [2]int32{t, int32(len(g.choices[t]))})
		g.choices[t] = append(g.choices[t], schedule[k+1])
	}
	return g, nil
}

// follow runs the recorded events, and then continues to the end of the execution.
func (x *explorer) follow() {
	x.start()
	for _, e := range x.replay.events {
		for !x.over() && !x.replay.strayed && int(e[0]) < len(x.cursor) && x.cursor[e[0]] <= e[1] {
			if !x.replayStep(e[0]) {
				break
			}
		}
	}
	x.replay.choices = nil
	for !x.over() && !x.replay.strayed && x.step() {
	}
	x.finish()
}

// replayStep performs the next operation of thread t, or leaves the thread blocked.
func (x *explorer) replayStep(t int32) bool {
	if _, ok := x.blocked(t); ok {
		return false
	}
	if x.syncs(t) {
		return x.addSync(t, true)
	}
	if !x.enabled(t) {
		x.replay.strayed = true
		return false
	}
	x.stepThread(t)
	return true
}

// recorded returns the second number of event id in the schedule. It reports false after the end
// of the schedule.
func (x *explorer) recorded(id int32) (choice int32, ok bool) {
	e := &x.g.Events[id]
	return x.scheduled(e.Thread, e.Index)
}

// scheduled is recorded for event k of thread t, which may be missing in the graph.
func (x *explorer) scheduled(t, k int32) (choice int32, ok bool) {
	if x.replay == nil || int(t) >= len(x.replay.choices) || int(k) >= len(x.replay.choices[t]) {
		return 0, false
	}
	return x.replay.choices[t][k], true
}

// narrow removes all choices of read id except the recorded one.
func (x *explorer) narrow(id int32) {
	c, ok := x.recorded(id)
	if !ok {
		return
	}
	w := int32(axiom.Init)
	if c > 0 {
		w = x.find(c - 1)
	}
	x.keepOnly(w)
}

// keepOnly removes all choices except c. If c is none of them, the run has strayed from the
// schedule.
func (x *explorer) keepOnly(c int32) {
	if slices.Contains(x.choices, c) {
		x.choices = append(x.choices[:0], c)
		return
	}
	x.choices = x.choices[:0]
	x.replay.strayed = true
}

// find returns the event of the graph that is the k-th of the schedule, or None.
func (x *explorer) find(k int32) int32 {
	if int(k) >= len(x.replay.events) {
		return axiom.None
	}
	at := x.replay.events[k]
	if int(at[0]) >= len(x.g.Threads) || int(at[1]) >= len(x.g.Threads[at[0]].Events) {
		return axiom.None
	}
	return x.g.Threads[at[0]].Events[at[1]]
}

// narrowPlaces removes all places of write id except the one that agrees with the recorded co.
func (x *explorer) narrowPlaces(id int32) {
	c, ok := x.recorded(id)
	if !ok {
		return
	}
	g := x.g
	after := int32(axiom.Init)
	for w := g.Locs[g.Events[id].Loc].First; w != axiom.None; w = g.Events[w].CoAfter {
		if p, ok := x.recorded(w); ok && p < c {
			after = w
		}
	}
	x.keepOnly(after)
}

// narrowSync is narrow for read id of a lock word, of which last is the last write in co. If the
// recorded choice is last but last does not let the thread continue, no choice is left, and the
// thread blocks.
func (x *explorer) narrowSync(id, last int32) {
	c, ok := x.recorded(id)
	if !ok {
		return
	}
	if c > 0 && x.find(c-1) == last || c == 0 && last == axiom.Init {
		free := len(x.choices) > 0 && x.choices[0] == last
		if x.choices = x.choices[:0]; free {
			x.choices = append(x.choices, last)
		}
		return
	}
	x.narrow(id)
}

// recordedChild returns the thread that event k of thread t creates in the schedule. The event is
// not in the graph yet.
func (x *explorer) recordedChild(t, k int32) (n int32, ok bool) {
	if n, ok = x.scheduled(t, k); !ok {
		return 0, false
	}
	if n <= 0 || int(n) > len(x.replay.events) || x.g.Exists(n) {
		x.replay.strayed = true
		return 0, false
	}
	return n, true
}
