package report

import (
	"fencepost/interp/machine/symbols"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// An About is the subject for which an execution is shown.
type About struct {
	Model   Model
	Mapping models.Mapping
	Sites   []int32 // of the predicted cycle for which it was made; nil if there is none
	Error   *Error  // the error that it shows; nil if there is none
}

// An Execution is one execution to be shown.
type Execution struct {
	About
	*graph.Execution
	Instance []int32      // events of the predicted cycle; nil if it has none
	Steps    []graph.Step // a shortest happens-before cycle; nil if it has none, or if Instance is known

	source   *Source
	memory   *symbols.Map
	commits  []int32           // by ID of a store: its commit, or 0
	writes   map[int32][]int32 // by location: its stores and commits
	newest   map[int32][]int32 // by location, for each of writes: the latest position in its order up to there
	late     map[int32]int32   // by ID of a load that was put off: the first event that overtook it
	found    []graph.Step      // the result of cycle, if it has searched
	searched bool
}

// NewExecution returns an execution of a program and finds the cycle in it. If the
// coherence order is partial it searches only executions of at most maxGraph events: to
// find the forced order takes seconds for 10,000 events.
func NewExecution(s *Source, g *graph.Execution, about About) *Execution {
	work := graph.CycleWork
	return drawn(s, g).about(about, &work)
}

// about returns the execution with a subject, and finds the cycle in it. It subtracts the work of the
// search from work, and does not search for much longer.
func (x *Execution) about(what About, work *int) *Execution {
	out := *x
	out.About = what
	out.Instance = x.instance(what.Sites)
	short := x.Order == nil || len(x.Events) <= maxGraph
	if out.Instance == nil && short && (what.Error.race() == nil || !what.Model.C11) {
		out.Steps = x.cycle(work)
	}
	return &out
}

// leastCycleWork bounds a search for a cycle if earlier searches have done all the work that was planned.
const leastCycleWork = graph.CycleWork / 200

// cycle is graph.Execution.CycleWithin. It searches once.
func (x *Execution) cycle(work *int) []graph.Step {
	if !x.searched {
		x.searched = true
		*work = max(*work, leastCycleWork)
		x.found = x.CycleWithin(work)
	}
	return x.found
}

// drawn returns an execution without searching for a cycle.
func drawn(s *Source, g *graph.Execution) *Execution {
	x := &Execution{Execution: g, source: s, memory: symbols.New(s.prog, s.Sites, g.Events), commits: make([]int32, len(g.Events)+1), writes: map[int32][]int32{}, newest: map[int32][]int32{}, late: lateLoads(g.Events)}
	for i := range g.Events {
		e := &g.Events[i]
		if e.Kind == trace.Commit {
			x.commits[e.RF] = e.ID
		}
		if e.Loc >= 0 && (e.Kind.Writes() || e.Kind == trace.Commit) {
			c := e.C
			if n := x.newest[e.Loc]; len(n) > 0 {
				c = max(c, n[len(n)-1])
			}
			x.writes[e.Loc] = append(x.writes[e.Loc], e.ID)
			x.newest[e.Loc] = append(x.newest[e.Loc], c)
		}
	}
	return x
}

// maxInstanceWork bounds the search for a cycle's events.
const maxInstanceWork = 2_000_000

// instance returns the events e1 ... en that make the cycle of the given sites, within the
// shortest range of the execution that has some; nil if there are none.
func (x *Execution) instance(sites []int32) []int32 {
	if len(sites) == 0 || len(sites)%2 != 0 {
		return nil
	}
	m := graph.Matcher{Limit: maxInstanceWork}
	m.Want(sites...)
	m.Load(x.Events, x.Order)
	return m.Closest(sites)
}

// until returns the first n events for drawing, or all. The second access of a race of
// different sizes has no event, because it ends the execution.
func (x *Execution) until(n int32) *Execution {
	out := drawn(x.source, x.Prefix(min(n, int32(len(x.Events)))))
	out.About = x.About
	return out
}

// commitOf returns the ID of the event by which a store reached memory: its own if it was
// never pending, 0 if it never did.
func (x *Execution) commitOf(e *trace.Event) int32 {
	if e.Kind != trace.Store && e.Kind != trace.Unlock || e.C != trace.NoCommit {
		return e.ID
	}
	return x.commits[e.ID]
}

// place returns the position of the store that e reads or makes in the order of stores to
// its location. ok is false if the store never reached memory.
func (x *Execution) place(e *trace.Event) (c int32, ok bool) {
	if e.C != trace.NoCommit {
		return e.C, true
	}
	store := e
	if e.Kind.Reads() {
		store = x.Event(e.RF)
	}
	commit := x.commitOf(store)
	if commit == 0 {
		return 0, false
	}
	return x.Event(commit).C, true
}
