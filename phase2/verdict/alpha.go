package verdict

import (
	"slices"

	"fencepost/models"
	"fencepost/phase2/fences"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// asOnlyAlpha is added to the explanation of a cause that only an Alpha machine shows.
const asOnlyAlpha = "; PSLO reorders here a load with one that its address depends on, as only Alpha does"

// rankAlpha moves to the end the causes that PSLO alone shows because it reorders dependent
// loads, and says so in their explanations.
func (f *finder) rankAlpha(list []Cause) []Cause {
	alpha := func(c Cause) bool {
		return len(c.Failures) > 0 && !slices.ContainsFunc(c.Failures, func(g Failure) bool { return !f.onlyAlpha(g) })
	}
	var last []Cause
	list = slices.DeleteFunc(list, func(c Cause) bool {
		if !alpha(c) {
			return false
		}
		c.Explanation += asOnlyAlpha
		last = append(last, c)
		return true
	})
	return append(list, last...)
}

// pointedTo is the greatest distance, in bytes, of an access from the value of a pointer
// through which it is taken to go.
const pointedTo = 4096

// onlyAlpha reports whether a finding of PSLO alone needs dependent loads reordered. It decides
// by experiment: a fence goes before each load through a pointer that the load before it read.
// If the execution then no longer goes wrong, the reordering is needed. Dependencies through an
// array index are not noticed.
func (f *finder) onlyAlpha(g Failure) bool {
	if len(g.Models) != 1 || g.Models[0] != models.PSLO || g.Witness == nil || g.Unrun {
		return false
	}
	events := f.events(g)
	var add []fences.Fence
	last := map[trace.ThreadID]*trace.Event{} // the latest load of each thread
	for i := range events {
		e := &events[i]
		if e.Kind != trace.Load || e.Site < 0 {
			continue
		}
		p := last[e.Thread]
		if p != nil && p.Value >= pointedTo && e.Addr-p.Value < pointedTo {
			add = lists.Add(add, fences.Fence{Site: e.Site, Side: fences.Before, Kind: trace.LoadLoad})
		}
		last[e.Thread] = e
	}
	return len(add) > 0 && !f.shows(g, fences.Apply(f.program, fences.Placement{Add: add}))
}
