package axiom

import (
	"fencepost/models"
	"fencepost/trace"
)

// TSO is total store order: a store may take effect after later loads, and
// after a join. Creating a thread is like a store-load fence.
var TSO = &Model{
	Name:    "tso",
	Title:   models.TSO.Title,
	Mapping: &models.C11,
	fences:  fenceSet(trace.StoreLoad),
	preserved: func(a, b *Event) bool {
		return a.Kind != Write || b.Kind != Read && b.Kind != Join
	},
}

func fenceSet(kinds ...trace.FenceKind) (set [trace.NumFences]bool) {
	for _, k := range kinds {
		set[k] = true
	}
	return set
}
