package isa

import (
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// A Lowering is the translation of an access or a fence with a C11 order.
type Lowering struct {
	Tags, ReadTags, WriteTags Tags
	Before, After             Tags // fences around it; 0: none
	Branch                    bool // a branch on the value read precedes the fence after it
}

// A Mapping translates C11 orders for a memory model.
type Mapping struct {
	Load, Store, RMW [trace.NumOrders]Lowering
	Fence            [trace.NumOrders]Lowering // Before and After only
	Hardware         [trace.NumFences]Lowering // of the fences of <fencepost.h>
	Halves           bool                      // the read and the write of an RMW are separate events
	Choice           bool                      // the value that a compare-exchange reads decides only whether it writes
	// Machine says that a failed compare-exchange is an RMW up to its read, because there
	// are no instructions for its failure order.
	Machine bool
	// Decided says of a model of the language that no other thread sees a store before the
	// branches before it are decided.
	Decided bool
	Failed  Tags // of a failed compare-exchange, in addition to the tags of its order
	// Linux says that the program uses the Linux kernel's primitives, which Kernel
	// translates; others are unsupported. An RMW has only the tags of its Kernel operation
	// and of its order.
	Linux  bool
	Kernel [code.NumKernel]Lowering
	// Grace says that the model has critical sections and grace periods of RCU.
	Grace bool
	// Scoped says that a branch orders only the operations between which it chooses, not later ones.
	Scoped bool
}

// Success returns the effective order of a compare-exchange, which the failure order may
// raise.
func (m *Mapping) Success(o, fail trace.Order) trace.Order {
	switch {
	case !m.Machine:
		return o
	case fail == trace.SeqCst:
		return fail
	case fail == trace.Acquire || fail == trace.Consume:
		switch o {
		case trace.Relaxed:
			return trace.Acquire
		case trace.Release:
			return trace.AcqRel
		}
	}
	return o
}

// Native keeps the orders; an RMW is one event.
var Native = native()

func native() Mapping {
	var m Mapping
	for o := trace.Plain; o < trace.NumOrders; o++ {
		t := [trace.NumOrders]Tags{NA, Atomic | RLX, Atomic | CON, Atomic | ACQ, Atomic | REL, Atomic | AcqRelC, Atomic | SC}[o]
		m.Load[o].Tags, m.Store[o].Tags, m.RMW[o].Tags = t, t, t
		m.Fence[o].After = t &^ Atomic
	}
	for f, o := range [trace.NumFences]trace.Order{trace.LoadLoad: trace.Acquire, trace.StoreStore: trace.Release, trace.StoreLoad: trace.SeqCst} {
		m.Hardware[f].After = m.Fence[o].After
	}
	return m
}

// Fenced returns the mapping to the fences of the hardware models of package models.
func Fenced(from *models.Mapping) Mapping {
	tags := [trace.NumFences]Tags{trace.LoadLoad: LoadLoad, trace.StoreStore: StoreStore, trace.StoreLoad: StoreLoad}
	var m Mapping
	for o := trace.Plain; o < trace.NumOrders; o++ {
		for _, x := range []struct {
			to   *Lowering
			from models.Lowering
		}{{&m.Load[o], from.Load[o]}, {&m.Store[o], from.Store[o]}, {&m.RMW[o], from.RMW[o]}, {&m.Fence[o], from.Fence[o]}} {
			x.to.Before, x.to.After = tags[x.from.Before], tags[x.from.After]
		}
	}
	for f, t := range tags {
		m.Hardware[f].After = t
	}
	for o := range m.RMW {
		m.RMW[o].Tags = X
	}
	m.Failed = X // it is an atomic step, too
	return m
}

// The standard mappings of compilers: Armv8 with the atomic instructions of Armv8.1; RISC-V
// by Table A.6 of its manual; Power with leading sync, and Armv7 likewise.
var (
	Armv8 = byOrder(Mapping{Choice: true}, X, func(o order) lowered {
		var l lowered
		if o.acquire {
			l.load.Tags, l.rmw.ReadTags, l.fence.After = Atomic, Atomic, DMBLD
		}
		if o.release {
			l.store.Tags, l.rmw.WriteTags, l.fence.After = L, L, DMBSY
		}
		return l
	})
	RISCV = byOrder(Mapping{}, X, func(o order) lowered {
		var l lowered
		switch {
		case o.sc:
			l.rmw.Tags, l.load.Before, l.fence.After = AcqRel, FenceRWRW, FenceRWRW
		case o.acquire && o.release:
			l.rmw.Tags, l.fence.After = AcqRel, FenceTSO
		case o.acquire:
			l.rmw.Tags, l.fence.After = Acq, FenceRRW
		case o.release:
			l.rmw.Tags, l.fence.After = Rel, FenceRWW
		}
		if o.acquire {
			l.load.After = FenceRRW
		}
		if o.release {
			l.store.Before = FenceRWW
		}
		return l
	})
	Power = byOrder(Mapping{}, EX, func(o order) lowered {
		var l lowered
		if o.acquire {
			l.load.After, l.load.Branch, l.rmw.After, l.rmw.Branch, l.fence.After = ISYNC, true, ISYNC, true, LWSYNC
		}
		if o.release {
			l.store.Before, l.rmw.Before, l.fence.After = LWSYNC, LWSYNC, LWSYNC
		}
		if o.sc {
			l.load.Before, l.store.Before, l.rmw.Before, l.fence.After = SYNC, SYNC, SYNC, SYNC
		}
		return l
	})
	Armv7 = byOrder(Mapping{}, EX, func(o order) lowered {
		var l lowered
		if o.acquire {
			l.load.After, l.rmw.After, l.fence.After = DMB, DMB, DMB
		}
		if o.release {
			l.store.Before, l.rmw.Before, l.fence.After = DMB, DMB, DMB
		}
		if o.sc {
			l.store.After = DMB
		}
		return l
	})
)

type (
	order   struct{ acquire, release, sc bool }
	lowered struct{ load, store, rmw, fence Lowering }
)

// byOrder fills in the mapping of hardware; rmw is the tag of its RMWs.
func byOrder(m Mapping, rmw Tags, of func(order) lowered) Mapping {
	m.Halves, m.Machine = true, true
	for o := trace.Plain; o < trace.NumOrders; o++ {
		l := of(order{o.Acquires(), o.Releases(), o == trace.SeqCst})
		l.rmw.Tags |= rmw
		m.Load[o], m.Store[o], m.RMW[o], m.Fence[o] = l.load, l.store, l.rmw, l.fence
	}
	for f, o := range [trace.NumFences]trace.Order{trace.LoadLoad: trace.Acquire, trace.StoreStore: trace.Release, trace.StoreLoad: trace.SeqCst} {
		m.Hardware[f] = m.Fence[o]
	}
	return m
}
