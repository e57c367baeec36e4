package explore

import "fencepost/models/axiom"

// Writes calls f with each write of an access of the program, threads one after the other,
// each in program order. The number of an event is for Precedes.
func (e *Execution) Writes(f func(thread, site int32, value uint64, event int32)) {
	for t := range e.x.g.Threads {
		for _, id := range e.x.g.Threads[t].Events {
			if v := &e.x.g.Events[id]; v.Kind == axiom.Write && v.Site >= 0 {
				f(int32(t), v.Site, v.Value, id)
			}
		}
	}
}

// Precedes reports whether event a comes before event b in all that the execution stands
// for: by happens-before, of a hardware model by program order and rf.
func (e *Execution) Precedes(a, b int32) bool { return e.x.g.Ordered(a, b) }
