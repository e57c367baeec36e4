package report

import (
	"fmt"

	"fencepost/trace"
)

// overtaken returns the first event that stands after a load in its thread and came before it:
// the load was put off, as loads may be under imm. It is 0 if the load was not.
func (x *Execution) overtaken(load *trace.Event) int32 {
	if load.Kind == trace.Commit || !load.Kind.Reads() || load.Kind.Writes() {
		return 0
	}
	for i := range x.Events[:load.ID-1] {
		if e := &x.Events[i]; e.Thread == load.Thread && e.Kind != trace.Commit && e.I > load.I {
			return e.ID
		}
	}
	return 0
}

// putOff says of each load that was put off why that may be.
func (x *Execution) putOff() (list []string) {
	index := make([]int32, x.threads()) // of the latest event
	for i := range x.Events {
		e := &x.Events[i]
		switch {
		case e.Kind == trace.Commit:
		case e.I > index[e.Thread]:
			index[e.Thread] = e.I
		default:
			if past := x.overtaken(e); past > 0 {
				list = append(list, fmt.Sprintf("%d stands before %d in thread %d: %d, which it reads, does not depend on it", e.ID, past, e.Thread, e.RF))
			}
		}
	}
	return list
}
