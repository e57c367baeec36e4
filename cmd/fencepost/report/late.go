package report

import (
	"fmt"
	"maps"
	"slices"

	"fencepost/trace"
)

// lateLoads returns the loads that stand before earlier events of their threads: they were put
// off, as loads may be under imm. Each has the first event that overtook it.
func lateLoads(events []trace.Event) map[int32]int32 {
	var late map[int32]int32
	var index []int32 // by thread: of the latest event
	for i := range events {
		e := &events[i]
		for int(e.Thread) >= len(index) {
			index = append(index, 0)
		}
		switch {
		case e.Kind == trace.Commit:
		case e.I >= index[e.Thread]:
			index[e.Thread] = e.I
		case e.Kind.Reads() && !e.Kind.Writes():
			if late == nil {
				late = map[int32]int32{}
			}
			late[e.ID] = overtaker(events[:i], e)
		}
	}
	return late
}

// overtaker returns the first of the events that comes after the load in its thread.
func overtaker(events []trace.Event, load *trace.Event) int32 {
	for i := range events {
		if e := &events[i]; e.Thread == load.Thread && e.Kind != trace.Commit && e.I > load.I {
			return e.ID
		}
	}
	return 0
}

// putOff says of each load that was put off why that may be.
func (x *Execution) putOff() (list []string) {
	for _, id := range slices.Sorted(maps.Keys(x.late)) {
		e := x.Event(id)
		list = append(list, fmt.Sprintf("%d stands before %d in thread %d: %d, which it reads, does not depend on it", id, x.late[id], e.Thread, e.RF))
	}
	return list
}
