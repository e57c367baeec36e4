package witness

import (
	"slices"

	"fencepost/trace"
)

// InOrder returns the execution in which each buffered store stands at its commit, later
// operations of its thread come after it, and the end of main is last. Follow tries this
// execution under sequential consistency: a store that is late there is one that its thread
// makes late.
func (r *Recording) InOrder() *Recording {
	late := map[int32]bool{} // stores that have not committed yet
	for i := range r.Events {
		if e := &r.Events[i]; e.Kind == trace.Commit {
			late[e.RF] = true
		}
	}
	out := &Recording{Error: r.Error, answers: r.answers}
	waiting := map[trace.ThreadID][]trace.Event{}
	emit := func(t trace.ThreadID) {
		for q := waiting[t]; len(q) > 0 && !late[q[0].ID]; q = waiting[t] {
			out.Events = append(out.Events, q[0])
			waiting[t] = q[1:]
		}
	}
	var ends []trace.Event
	for _, e := range r.Events {
		switch {
		case e.Kind == trace.Commit:
			delete(late, e.RF)
		case e.Kind == trace.Exit && e.Thread == 0:
			ends = append(ends, e)
			continue
		default:
			waiting[e.Thread] = append(waiting[e.Thread], e)
		}
		emit(e.Thread)
	}
	out.Events = slices.Concat(out.Events, ends)
	return out
}
