package axiom

import (
	"fencepost/models"
	"fencepost/trace"
)

// PSLO is partial store and load order: a load may also take effect before
// earlier loads of other locations, and before the creation of its thread's
// children. A load-load fence keeps loads in order.
var PSLO = &Model{
	Name:    "pslo",
	Title:   models.PSLO.Title,
	Mapping: &models.C11,
	fences:  fenceSet(trace.StoreLoad, trace.StoreStore, trace.LoadLoad),
	preserved: func(a, b *Event) bool {
		if !psoPreserved(a, b) {
			return false
		}
		switch {
		case b.Kind == Fence && b.Fence == trace.LoadLoad:
			return a.Kind != Write && (a.Kind != Fence || a.Fence != trace.StoreStore)
		case b.Kind == Read:
			// What an RMW writes is one with what it reads.
			return a.Kind != Create && (!a.Kind.Reads() && a.Kind != Updated || a.Loc == b.Loc)
		}
		return true
	},
}
