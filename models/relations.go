package models

import "fencepost/trace"

// Relate returns the relations of an execution that m has just performed. Of one so
// long that m has forgotten stores, those are left out of the modification order.
func Relate(events []trace.Event, m ModificationOrder) *trace.Relations {
	r := &trace.Relations{SW: trace.Synchronised(events)}
	var locs []bool // accessed, and no lock word
	for i := range events {
		e := &events[i]
		if e.Loc < 0 || e.Kind.IsLockWord() {
			continue
		}
		for int(e.Loc) >= len(locs) {
			locs = append(locs, false)
		}
		locs[e.Loc] = true
	}
	var list []Constraint
	for l, accessed := range locs {
		if !accessed {
			continue
		}
		list = m.Constraints(list[:0], Loc(l))
		if len(list) == 0 {
			continue
		}
		order := trace.LocationOrder{Loc: int32(l)}
		for _, c := range list {
			order.Edges = append(order.Edges, trace.Edge{From: c.Before, To: c.After})
		}
		r.MO = append(r.MO, order)
	}
	return r
}
