package explore

import "fencepost/models/axiom"

// Writes calls f with each write that has a site in the program: thread after thread, each in
// program order. event is a number for Precedes.
func (e *Execution) Writes(f func(thread, site int32, value uint64, event int32)) {
	for t := range e.x.g.Threads {
		for _, id := range e.x.g.Threads[t].Events {
			if v := &e.x.g.Events[id]; v.Kind == axiom.Write && v.Site >= 0 {
				f(int32(t), v.Site, v.Value, id)
			}
		}
	}
}

// Precedes reports whether event a comes before event b in every execution with this graph: by
// happens-before, or by program order and rf under a hardware model.
func (e *Execution) Precedes(a, b int32) bool { return e.x.g.Ordered(a, b) }
