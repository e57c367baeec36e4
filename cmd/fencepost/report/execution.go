package report

import (
	"fmt"

	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// An About says what an execution is shown for.
type About struct {
	Model   Model
	Mapping models.Mapping
	Sites   []int32 // of the predicted cycle that it was made for; nil if it was for none
	Error   *Error  // that it shows; nil if there is none
}

// An Execution is one execution to be shown.
type Execution struct {
	About
	*graph.Execution
	Instance []int32      // the events of the predicted cycle; nil if it has none
	Steps    []graph.Step // a shortest happens-before cycle; nil if it has none, or if Instance is known

	source  *Source
	memory  *memoryMap
	commits []int32 // by ID of a store: the commit of it, or 0
}

// NewExecution returns an execution of a program, and finds the cycle in it.
func NewExecution(s *Source, g *graph.Execution, about About) *Execution {
	x := drawn(s, g)
	x.About = about
	x.Instance = x.instance(about.Sites)
	if x.Instance == nil && (about.Error.race() == nil || !about.Model.C11) {
		x.Steps = g.Cycle()
	}
	return x
}

// drawn returns an execution of which no cycle is looked for.
func drawn(s *Source, g *graph.Execution) *Execution {
	x := &Execution{Execution: g, source: s, memory: newMemoryMap(s.prog, g.Events), commits: make([]int32, len(g.Events)+1)}
	for i := range g.Events {
		if e := &g.Events[i]; e.Kind == trace.Commit {
			x.commits[e.RF] = e.ID
		}
	}
	return x
}

// maxInstanceWork bounds the search for a cycle's events.
const maxInstanceWork = 2_000_000

// instance returns the events e1 ... en of the execution that make the cycle of the
// given sites, within its shortest stretch that has some; nil if there are none.
func (x *Execution) instance(sites []int32) []int32 {
	if len(sites) == 0 || len(sites)%2 != 0 {
		return nil
	}
	m := graph.Matcher{Limit: maxInstanceWork}
	m.Want(sites...)
	m.Load(x.Events, x.Order)
	return m.Closest(sites)
}

// until returns the first n events, to be drawn.
func (x *Execution) until(n int32) *Execution {
	out := drawn(x.source, x.Prefix(n))
	out.About = x.About
	return out
}

// location names the memory that e accesses.
func (x *Execution) location(e *trace.Event) string {
	if n := x.memory.name(e.Addr); n != "" {
		return n
	}
	if e.Site >= 0 && int(e.Site) < len(x.source.Sites) {
		return accessed(x.source.Sites[e.Site].Text)
	}
	return fmt.Sprintf("%#x", e.Addr)
}

func (x *Execution) value(e *trace.Event, v uint64) string {
	return x.memory.value(v, e.Size, e.Undef != 0)
}

// assignment returns "location = value" for a store, an RMW or a commit.
func (x *Execution) assignment(e *trace.Event) string {
	return x.location(e) + " = " + x.value(e, e.Value)
}

// describe says what e does.
func (x *Execution) describe(e *trace.Event) string {
	switch e.Kind {
	case trace.Load:
		return "read " + x.assignment(e)
	case trace.Store:
		return "write " + x.assignment(e)
	case trace.RMW:
		return fmt.Sprintf("update %s: %s to %s", x.location(e), x.memory.value(e.Read, e.Size, false), x.value(e, e.Value))
	case trace.CASFail:
		return "failed update, " + x.assignment(e)
	case trace.Commit:
		return "commit " + x.assignment(e)
	case trace.Fence:
		if e.Order != trace.Plain {
			return "fence " + e.Order.String()
		}
		return "fence " + trace.FenceKind(e.Value).String()
	case trace.Lock, trace.Unlock:
		return e.Kind.String() + " " + x.location(e)
	case trace.LockRead:
		return "look at lock " + x.location(e)
	case trace.Create, trace.Join:
		return fmt.Sprintf("%s thread %d", e.Kind, e.Value)
	case trace.Alloc:
		return fmt.Sprintf("alloc %s, %d bytes", x.memory.pointer(e.Addr), e.Value)
	case trace.Free:
		return "free " + x.memory.pointer(e.Addr)
	}
	return e.Kind.String()
}

// commitOf returns the ID of the event by which a store reached memory: its
// own if it never was pending, 0 if it never did.
func (x *Execution) commitOf(e *trace.Event) int32 {
	if e.Kind != trace.Store && e.Kind != trace.Unlock || e.C != trace.NoCommit {
		return e.ID
	}
	return x.commits[e.ID]
}

// place returns the place of a read or a write in the order of stores to its
// location; ok is false if the store never reached memory.
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
