package models

import "fencepost/trace"

// A Lowering says which hardware fences surround an access or a C11 fence,
// before and after it; it is one step all the same.
type Lowering struct {
	Before, After trace.FenceKind
}

// A Mapping lowers C11 memory orders to the hardware models, by order. It is
// sound: every outcome under TSO, PSO or PSLO is one that RC11 allows, and
// without any one of its fences that is no longer so.
//
// A compare-exchange takes Before of its success order's RMW, After of it if it
// succeeds, and After of its failure order's Load if it fails.
type Mapping struct {
	Name             string
	Load, Store, RMW [trace.NumOrders]Lowering
	Fence            [trace.NumOrders]Lowering
}

// C11 is the default mapping.
var C11 = Mapping{
	Name: "c11",
	Load: [trace.NumOrders]Lowering{
		trace.Consume: {After: trace.LoadLoad},
		trace.Acquire: {After: trace.LoadLoad},
		trace.SeqCst:  {After: trace.LoadLoad},
	},
	Store: [trace.NumOrders]Lowering{
		trace.Release: {Before: trace.StoreStore},
		trace.SeqCst:  {Before: trace.StoreStore, After: trace.StoreLoad},
	},
	RMW: [trace.NumOrders]Lowering{
		trace.Consume: {After: trace.LoadLoad},
		trace.Acquire: {After: trace.LoadLoad},
		trace.Release: {Before: trace.StoreStore},
		trace.AcqRel:  {Before: trace.StoreStore, After: trace.LoadLoad},
		trace.SeqCst:  {Before: trace.StoreStore, After: trace.LoadLoad},
	},
	Fence: fenceLowering,
}

// None ignores the orders of accesses: each is as relaxed as a plain one.
// It is RELAXER's own setting, for programs written with explicit fences.
var None = Mapping{Name: "none", Fence: fenceLowering}

var fenceLowering = [trace.NumOrders]Lowering{
	trace.Consume: {After: trace.LoadLoad},
	trace.Acquire: {After: trace.LoadLoad},
	trace.Release: {After: trace.StoreStore},
	trace.AcqRel:  {Before: trace.LoadLoad, After: trace.StoreStore},
	trace.SeqCst:  {After: trace.StoreLoad},
}

// Locks are ordered whatever the mapping: acquiring is an RMW of the lock word
// and then a load-load fence, releasing a store-store fence and then a store.
var (
	Acquiring = Lowering{After: trace.LoadLoad}
	Releasing = Lowering{Before: trace.StoreStore}
)
