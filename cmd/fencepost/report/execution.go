package report

import (
	"fmt"

	"fencepost/trace"
	"fencepost/trace/graph"
)

// An Execution is one execution to be shown.
type Execution struct {
	*graph.Execution
	source  *Source
	memory  *memoryMap
	commits []int32 // by ID of a store: the commit of it, or 0
}

// NewExecution returns the execution of a program to be shown.
func NewExecution(s *Source, g *graph.Execution) *Execution {
	x := &Execution{Execution: g, source: s, memory: newMemoryMap(s.prog, g.Events), commits: make([]int32, len(g.Events)+1)}
	for i := range x.Events {
		if e := &x.Events[i]; e.Kind == trace.Commit {
			x.commits[e.RF] = e.ID
		}
	}
	return x
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
