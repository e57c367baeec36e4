package linearize

import (
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// A run is an Execution made from the events of the machine.
type run struct {
	events []trace.Event
	known  [][]int32 // by the ID of an event of the program: the events before it, by thread
}

func newRun(m *models.Model, events []trace.Event) *run {
	x := &graph.Execution{Events: events, Native: m.Native, RMWSequences: m.CXX20}
	return &run{events, x.Known()}
}

// Writes implements Execution.
func (r *run) Writes(f func(thread, site int32, value uint64, event int32)) {
	for i := range r.events {
		if e := &r.events[i]; e.Kind == trace.Store && e.Site >= 0 {
			f(e.Thread, e.Site, e.Value, e.ID)
		}
	}
}

// Precedes implements Execution.
func (r *run) Precedes(a, b int32) bool {
	e, known := &r.events[a-1], r.known[b]
	return int(e.Thread) < len(known) && known[e.Thread] >= e.I
}
