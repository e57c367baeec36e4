package isa

import (
	"math/bits"

	"fencepost/interp/code"
)

// Tags are the sets of a memory model to which an event belongs, in addition to the sets of all
// reads, writes and fences.
type Tags uint64

// The tags. Names returns their names in models.
const (
	// C
	NA Tags = 1 << iota
	RLX
	CON
	ACQ
	REL
	AcqRelC
	SC
	Atomic // C: an atomic access; Armv8: an acquire

	// Exclusives (EX) and atomic instructions (X).
	EX
	X

	// x86
	MFENCE
	SFENCE
	LFENCE

	// Arm
	L
	Q
	NoRet
	ISB
	DMBSY
	DMBLD
	DMBST
	DSBSY
	DSBLD
	DSBST
	DMB
	DSB

	// Power
	SYNC
	LWSYNC
	EIEIO
	ISYNC

	// RISC-V
	Acq
	Rel
	AcqRel
	FenceRR
	FenceRW
	FenceRRW
	FenceWR
	FenceWW
	FenceWRW
	FenceRWR
	FenceRWW
	FenceRWRW
	FenceTSO
	FenceI
	Zalasr // a load or store of that extension; RCsc if it acquires or releases

	// The fences of the hardware models under which C programs are explored.
	StoreLoad
	StoreStore
	LoadLoad

	// The Linux kernel: the first of its operations, see TagOf.
	firstKernel
)

// LK is the tag of an event that takes a lock, UL of one that releases it.
const (
	LK = firstKernel << (code.SyncSrcu - code.Barrier + 1 + iota)
	UL
)

// TagOf returns the tag of an operation of the Linux kernel, from Barrier to SyncSrcu.
func TagOf(k code.Kernel) Tags { return firstKernel << (k - code.Barrier) }

var tagNames = [64]string{
	"NA", "RLX", "CON", "ACQ", "REL", "ACQ_REL", "SC", "A",
	"EX", "X", "MFENCE", "SFENCE", "LFENCE",
	"L", "Q", "NoRet", "ISB", "DMB.SY", "DMB.LD", "DMB.ST", "DSB.SY", "DSB.LD", "DSB.ST", "DMB", "DSB",
	"SYNC", "LWSYNC", "EIEIO", "ISYNC",
	"Acq", "Rel", "AcqRel",
	"Fence.r.r", "Fence.r.w", "Fence.r.rw", "Fence.w.r", "Fence.w.w", "Fence.w.rw",
	"Fence.rw.r", "Fence.rw.w", "Fence.rw.rw", "Fence.tso", "Fence.i", "Zalasr",
	"StoreLoad", "StoreStore", "LoadLoad",
	"Barrier", "Mb", "Rmb", "Wmb", "Before-atomic", "After-atomic", "After-spinlock", "After-unlock-lock",
	"After-srcu-read-unlock", "Rcu-lock", "Rcu-unlock", "Sync-rcu", "Srcu-lock", "Srcu-unlock", "Sync-srcu", "LK", "UL",
}

// Tag returns the tag with this name in models; 0 if there is none.
func Tag(name string) Tags {
	for i, n := range tagNames {
		if n == name && n != "" {
			return 1 << i
		}
	}
	return 0
}

// Names returns the names of the tags, in their order.
func (t Tags) Names() []string {
	list := make([]string, 0, 4)
	for ; t != 0; t &= t - 1 {
		list = append(list, tagNames[bits.TrailingZeros64(uint64(t))])
	}
	return list
}
