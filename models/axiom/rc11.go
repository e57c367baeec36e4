package axiom

import (
	"fencepost/models"
	"fencepost/trace"
)

// RC11 is the repaired C11 model: coherence with happens-before, atomicity of
// RMWs, no cycle in psc, no cycle in po ∪ rf. Release sequences are those of
// C11: a later store of the same thread to the same location continues one.
//
// The hardware fences of fencepost.h are C11 fences here: store-load is seq_cst,
// store-store is release, load-load is acquire.
var RC11 = &Model{
	Name:    "rc11",
	Title:   "repaired C11",
	Mapping: &rc11Mapping,
}

// rc11Fence numbers the C11 fence of an order behind the hardware fences, so
// that it goes through the machine unlowered.
const (
	fenceAcquire = trace.NumFences + iota
	fenceRelease
	fenceAcqRel
	fenceSeqCst
	numRC11Fences
)

var rc11Mapping = models.Mapping{
	Name: "rc11",
	Fence: [trace.NumOrders]models.Lowering{
		trace.Consume: {After: fenceAcquire},
		trace.Acquire: {After: fenceAcquire},
		trace.Release: {After: fenceRelease},
		trace.AcqRel:  {After: fenceAcqRel},
		trace.SeqCst:  {After: fenceSeqCst},
	},
}

var rc11Fences = [numRC11Fences]trace.Order{
	trace.LoadLoad:   trace.Acquire,
	trace.StoreStore: trace.Release,
	trace.StoreLoad:  trace.SeqCst,
	fenceAcquire:     trace.Acquire,
	fenceRelease:     trace.Release,
	fenceAcqRel:      trace.AcqRel,
	fenceSeqCst:      trace.SeqCst,
}
