package verdict

import (
	"slices"

	"fencepost/models"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// asOnlyAlpha is said of causes that no machine but Alpha shows.
const asOnlyAlpha = "; PSLO reorders here a load with one that its address depends on, as only Alpha does"

// rankAlpha says which causes PSLO alone shows, and only since it reorders dependent
// loads; they come last.
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

// pointedTo is how far behind a pointer that was read an access counts as one through it.
const pointedTo = 4096

// onlyAlpha finds out by experiment whether a finding of PSLO alone needs dependent loads
// reordered: it does if it does not go wrong with a fence before each load through the
// pointer that its thread's load before it has read. What depends through the index of
// an array is not seen.
func (f *finder) onlyAlpha(g Failure) bool {
	if len(g.Models) != 1 || g.Models[0] != models.PSLO || g.Witness == nil || g.Unrun {
		return false
	}
	events := f.events(g)
	var add []fences.Fence
	last := map[trace.ThreadID]*trace.Event{} // the latest load that others see
	for i := range events {
		e := &events[i]
		if e.Kind != trace.Load || e.Site < 0 {
			continue
		}
		p := last[e.Thread]
		if p != nil && p.Value >= pointedTo && e.Addr-p.Value < pointedTo {
			x := fences.Fence{Site: e.Site, Side: fences.Before, Kind: trace.LoadLoad}
			if !slices.Contains(add, x) {
				add = append(add, x)
			}
		}
		last[e.Thread] = e
	}
	return len(add) > 0 && !f.shows(g, fences.Apply(f.program, fences.Placement{Add: add}))
}
