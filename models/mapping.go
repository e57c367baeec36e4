package models

import (
	"fmt"

	"fencepost/trace"
)

// A Lowering says which hardware fences come before and after an access or a C11 fence.
// Access and fences are one step.
type Lowering struct {
	Before, After trace.FenceKind
}

// A Mapping lowers C11 memory orders to hardware fences, by order. C11 is sound: RC11
// allows every outcome under TSO, PSO or PSLO. It is minimal: without any one of its fences
// that is no longer true.
//
// A compare-exchange takes Before from its success order's RMW. It takes After from the
// same if it succeeds, and from its failure order's Load if it fails.
//
// The zero Mapping stands for C11: see OrC11. The text of a Mapping is its name.
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

// None ignores the orders of accesses: each is as relaxed as a plain one. It is RELAXER's
// setting, for programs with explicit fences.
var None = Mapping{Name: "none", Fence: fenceLowering}

// Native is for models that take C11 orders as they are. It lowers only the kind of fence
// that an event shows.
var Native = Mapping{Name: "native", Fence: fenceLowering}

// OrC11 returns m, or C11 for the zero Mapping.
func (m Mapping) OrC11() Mapping {
	if m.Name == "" {
		return C11
	}
	return m
}

// ParseMapping returns the mapping of this name: "c11" or "none".
func ParseMapping(name string) (Mapping, error) {
	for _, m := range []Mapping{C11, None} {
		if m.Name == name {
			return m, nil
		}
	}
	return Mapping{}, fmt.Errorf("unknown mapping %q: choose c11 or none", name)
}

// MarshalText returns the name.
func (m Mapping) MarshalText() ([]byte, error) { return []byte(m.OrC11().Name), nil }

// UnmarshalText takes the name of a mapping, Native's included.
func (m *Mapping) UnmarshalText(text []byte) (err error) {
	if *m = Native; string(text) != m.Name {
		*m, err = ParseMapping(string(text))
	}
	return err
}

var fenceLowering = [trace.NumOrders]Lowering{
	trace.Consume: {After: trace.LoadLoad},
	trace.Acquire: {After: trace.LoadLoad},
	trace.Release: {After: trace.StoreStore},
	trace.AcqRel:  {Before: trace.LoadLoad, After: trace.StoreStore},
	trace.SeqCst:  {After: trace.StoreLoad},
}

// The lowering of locks is the same in every mapping: to acquire is an RMW of the lock word
// and then a load-load fence; to release is a store-store fence and then a store.
var (
	Acquiring = Lowering{After: trace.LoadLoad}
	Releasing = Lowering{Before: trace.StoreStore}
)
