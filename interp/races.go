package interp

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"fencepost/models"
	"fencepost/trace"
)

const (
	// MaxRaces bounds the data races that are reported for one execution, in order of occurrence, and
	// those that a search keeps. N accesses of one variable by each thread may race in N*N ways.
	MaxRaces = 1 << 10
	// maxRaceErrors bounds the errors kept for later executions.
	maxRaceErrors = 1 << 12
)

// RacePlaces are the positions of the two accesses of a data race, the least first. A search keeps the
// MaxRaces races whose places are least. The greatest places that it keeps only decrease, so a
// race that is kept in the end was counted from the start, by every worker.
type RacePlaces [2]trace.Pos

// PlacesOf returns the places of a race of accesses at a and b.
func PlacesOf(a, b trace.Pos) RacePlaces {
	if b.Compare(a) < 0 {
		return RacePlaces{b, a}
	}
	return RacePlaces{a, b}
}

// Drops reports whether a search whose greatest places are p drops error e. It drops nothing if p is nil.
func (p *RacePlaces) Drops(e *Error) bool {
	return p != nil && e.Kind == DataRace && PlacesOf(e.First.Pos, e.Second.Pos).Compare(*p) > 0
}

// Compare returns -1, 0 or 1 if p comes before q, is equal to q, or comes after it.
func (p RacePlaces) Compare(q RacePlaces) int { return cmp.Or(p[0].Compare(q[0]), p[1].Compare(q[1])) }

// OtherRaces says that a search dropped data races.
var OtherRaces = fmt.Sprintf("more than %d data races: the others", MaxRaces)

// LastRace returns the greatest places that a search keeps which found these errors, and kept the races up
// to last.
func LastRace(last *RacePlaces, found []*Error) *RacePlaces {
	var races []RacePlaces
	for _, e := range found {
		if e.Kind == DataRace {
			races = append(races, PlacesOf(e.First.Pos, e.Second.Pos))
		}
	}
	if len(races) <= MaxRaces {
		return last
	}
	return &slices.SortedFunc(slices.Values(races), RacePlaces.Compare)[MaxRaces-1]
}

// races turns the races of the execution into errors. The same few races recur, at events
// with small numbers. So the errors are kept, and their messages, which do not depend on
// the events.
func (m *Machine) races() {
	list := m.raceList[:0]
	for _, r := range m.log.Races[:min(len(m.log.Races), MaxRaces)] {
		e := m.raceErrors[r]
		if e == nil {
			if len(m.raceErrors) == maxRaceErrors {
				clear(m.raceErrors)
			}
			e = m.raceError(r)
			m.raceErrors[r] = e
		}
		list = append(list, e)
	}
	if len(list) > 0 {
		m.raceList, m.result.Races = list, list
	}
}

func (m *Machine) raceError(r models.Race) *Error {
	x := &struct {
		Error
		first, second Racer
	}{first: m.racer(r.First), second: m.racer(r.Second)}
	x.Error = Error{Kind: DataRace, Pos: x.second.Pos, Thread: r.Second.Thread, First: &x.first, Second: &x.second}
	r.First.Event, r.Second.Event = 0, 0
	if x.Message = m.raceTexts[r]; x.Message == "" {
		x.Message = x.second.Conflict(&x.first)
		m.raceTexts[r] = x.Message
	}
	return &x.Error
}

func (m *Machine) racer(r models.Racer) Racer {
	return Racer{Thread: r.Thread, Event: r.Event, Site: r.Site, Pos: m.prog.Sites[r.Site].Pos, Writes: r.Writes, Atomic: r.Atomic}
}

// RaceStacks adds call stacks to the races of the latest execution, by performing the
// execution again.
func (m *Machine) RaceStacks(ctx context.Context) {
	if len(m.result.Races) == 0 {
		return
	}
	was := m.result
	was.Races = nil
	for _, e := range m.result.Races { // other executions may share these errors
		x, first, second := *e, *e.First, *e.Second
		x.First, x.Second = &first, &second
		was.Races = append(was.Races, &x)
	}
	m.repeat(ctx, newStackFinder(m, was.Races))
	for _, r := range was.Races {
		if int(r.Second.Event) > was.Events { // it ended the execution, and has no event
			r.Second.Stack = m.vm.Threads()[r.Second.Thread].Stack()
		}
		r.Stack = r.Second.Stack
	}
	m.result = was
}

// repeat performs the latest execution again, without its output, and passes its events to a sink.
func (m *Machine) repeat(ctx context.Context, out trace.Sink) {
	was, choices := m.result, slices.Clone(m.schedule())
	m.vm.SetOutput(nil)
	m.Run(ctx, &again{choices: choices}, out)
	m.vm.SetOutput(m.opts.Output)
	m.result, m.choices = was, choices
}

// again is a Strategy that repeats the answers of an earlier execution.
type again struct {
	choices []int32
	next    int
}

func (a *again) Begin(run int) bool { return run == 0 }

func (a *again) Choose(*Choice) int {
	if a.next == len(a.choices) {
		return GiveUp // the context ended the earlier execution
	}
	a.next++
	return int(a.choices[a.next-1])
}

// A stackFinder is a sink that notes the stacks of racing accesses, by the IDs of their
// events.
type stackFinder struct {
	m      *Machine
	racers map[int32][]*Racer
}

func newStackFinder(m *Machine, races []*Error) *stackFinder {
	f := &stackFinder{m, map[int32][]*Racer{}}
	for _, r := range races {
		f.racers[r.First.Event] = append(f.racers[r.First.Event], r.First)
		f.racers[r.Second.Event] = append(f.racers[r.Second.Event], r.Second)
	}
	return f
}

func (f *stackFinder) Begin() {}

func (f *stackFinder) Event(e *trace.Event) {
	for _, a := range f.racers[e.ID] {
		a.Stack = f.m.vm.Threads()[a.Thread].Stack()
	}
}
