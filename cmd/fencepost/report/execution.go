package report

import (
	"fmt"

	"fencepost/trace"
)

// A Replayed is a recorded execution, run again.
type Replayed struct {
	Events []trace.Event
	// Order is what is forced of the order of stores, if the model leaves it open;
	// else nil.
	Order trace.StoreOrder
}

// execution returns the execution to be shown.
func (r Replayed) execution(s *Source) *Execution {
	x := NewExecution(s, r.Events)
	x.order = r.Order
	return x
}

// An Execution is one execution to be shown.
type Execution struct {
	Events  []trace.Event
	order   trace.StoreOrder // as in Replayed
	source  *Source
	memory  *memoryMap
	commits []int32 // by ID of a store: the commit of it, or 0
}

// NewExecution returns the execution of a program's events.
func NewExecution(s *Source, events []trace.Event) *Execution {
	x := &Execution{Events: events, source: s, memory: newMemoryMap(s.prog, events), commits: make([]int32, len(events)+1)}
	for i := range events {
		if e := &events[i]; e.Kind == trace.Commit {
			x.commits[e.RF] = e.ID
		}
	}
	return x
}

// event returns the event of an ID.
func (x *Execution) event(id int32) *trace.Event { return &x.Events[id-1] }

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

func (x *Execution) value(e *trace.Event, v uint64) string { return x.memory.value(v, e.Size, e.Undef) }

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

// cycle returns a shortest happens-before cycle; nil if there is none.
func (x *Execution) cycle() []trace.Step {
	checker := trace.Checker{Order: x.order}
	return checker.Cycle(x.Events)
}

// place returns the place of a read or a write in the order of stores to its
// location; ok is false if the store never reached memory.
func (x *Execution) place(e *trace.Event) (c int32, ok bool) {
	if e.C != trace.NoCommit {
		return e.C, true
	}
	store := e
	if e.Kind.Reads() {
		store = x.event(e.RF)
	}
	commit := x.commitOf(store)
	if commit == 0 {
		return 0, false
	}
	return x.event(commit).C, true
}
