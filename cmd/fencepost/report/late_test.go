package report

import (
	"maps"
	"testing"

	"fencepost/trace"
)

// A load that stands before earlier events of its thread is late, and the first of those that
// stand after it has overtaken it. Other threads' events and commits overtake nothing.
func TestLateLoads(t *testing.T) {
	t.Parallel()
	events := []trace.Event{
		{ID: 1, Thread: 0, I: 1, Kind: trace.Load},
		{ID: 2, Thread: 1, I: 7, Kind: trace.Store},
		{ID: 3, Thread: 0, I: 3, Kind: trace.Store},
		{ID: 4, Thread: 0, I: 4, Kind: trace.Load},
		{ID: 5, Thread: 0, I: 2, Kind: trace.Load},
		{ID: 6, Thread: 1, I: 6, Kind: trace.Commit},
		{ID: 7, Thread: 1, I: 8, Kind: trace.Load},
	}
	if got, want := lateLoads(events), map[int32]int32{5: 3}; !maps.Equal(got, want) {
		t.Errorf("late loads %v, want %v", got, want)
	}
}

// A long execution is looked through once, not once for each load.
func TestLateLoadsOfLongExecution(t *testing.T) {
	t.Parallel()
	events := make([]trace.Event, 3_000_000)
	for i := range events {
		events[i] = trace.Event{ID: int32(i + 1), Thread: 1, I: int32(i), Kind: trace.Load}
	}
	if late := lateLoads(events); len(late) > 0 {
		t.Errorf("%d late loads of a thread in order", len(late))
	}
}
