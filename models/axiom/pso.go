package axiom

import (
	"fencepost/models"
	"fencepost/trace"
)

// PSO is partial store order: a store may also take effect after later stores
// to other locations. A store-store fence keeps stores in order, precisely: it
// does not order a store before a later load.
var PSO = &Model{
	Name:      "pso",
	Title:     models.PSO.Title,
	Mapping:   &models.C11,
	fences:    fenceSet(trace.StoreLoad, trace.StoreStore),
	preserved: psoPreserved,
}

func psoPreserved(a, b *Event) bool {
	if a.Kind == Write {
		return b.Kind != Read && b.Kind != Join && (!b.Kind.Accesses() || a.Loc == b.Loc)
	}
	if a.Kind == Fence && a.Fence == trace.StoreStore {
		return b.Kind != Read && b.Kind != Join
	}
	return true
}
