package cat

// baseSets are the sets that a model may read from a candidate. A set that the candidate's
// source does not have, such as a fence of another architecture, is empty.
var baseSets = []string{
	// every architecture
	"R",  // reads
	"W",  // writes, the initial ones included
	"F",  // fences
	"IW", // initial writes; they have no thread and no po
	"B",  // branches, if they are events
	// C; A: atomic accesses; RMW: see SplitsRMWs; a failed compare-exchange is a read
	// with its failure order
	"RMW", "A", "NA", "RLX", "CON", "ACQ", "REL", "ACQ_REL", "SC",
	// X86; X: the events of locked instructions
	"X", "MFENCE", "SFENCE", "LFENCE",
	// AArch64; A: acquires, Q: RCpc, L: releases; NoRet: reads of instructions without
	// a result; X: events of atomic instructions, EX: of exclusives
	"L", "Q", "EX", "NoRet", "ISB",
	"DMB.SY", "DMB.LD", "DMB.ST", "DSB.SY", "DSB.LD", "DSB.ST",
	"DMB.ISH", "DMB.ISHLD", "DMB.ISHST", "DSB.ISH", "DSB.ISHLD", "DSB.ISHST",
	"DMB.NSH", "DMB.NSHLD", "DMB.NSHST", "DSB.NSH", "DSB.NSHLD", "DSB.NSHST",
	"DMB.OSH", "DMB.OSHLD", "DMB.OSHST", "DSB.OSH", "DSB.OSHLD", "DSB.OSHST",
	// ARM
	"DMB", "DSB",
	// PPC
	"SYNC", "LWSYNC", "EIEIO", "ISYNC",
	// RISC-V; X: events of AMOs, EX: of LR and SC
	"Acq", "Rel", "AcqRel", "Sc",
	"Fence.r.r", "Fence.r.w", "Fence.r.rw", "Fence.w.r", "Fence.w.w", "Fence.w.rw",
	"Fence.rw.r", "Fence.rw.w", "Fence.rw.rw", "Fence.tso", "Fence.i", "Zalasr",
	// the Linux kernel's C; LK: the events that take a lock, UL: the event that releases it
	"Barrier", "Mb", "Rmb", "Wmb", "Before-atomic", "After-atomic", "After-spinlock", "After-unlock-lock",
	"After-srcu-read-unlock", "Rcu-lock", "Rcu-unlock", "Sync-rcu", "Srcu-lock", "Srcu-unlock", "Sync-srcu", "LK", "UL",
	// C under hardware models; Create, Join: creation and join of threads
	"StoreLoad", "StoreStore", "LoadLoad", "Create", "Join",
}

// baseRels are the relations that a model may read from a candidate.
var baseRels = []string{
	"po",   // program order, transitive; the halves of one machine instruction (amo) are not ordered
	"int",  // events of one thread, also each with itself; initial writes are in none
	"loc",  // accesses to one location, also each with itself
	"rf",   // each read with the write it reads from
	"co",   // the writes of each location in order, initial one first, transitive
	"addr", // from a read to an access whose address depends on it
	"data", // from a read to a write whose value depends on it
	"ctrl", // from a read to every event after a branch that depends on it
	"amo",  // the read of an atomic instruction with its write
	"lxsx", // the read of a load-exclusive with the write of the store-exclusive that it pairs with
	// AArch64: dependencies through a choice (CSEL, CAS), which order only stores: like
	// addr, data and ctrl, but with the choice on the way
	"pick-addr-dep", "pick-data-dep", "pick-ctrl-dep",
	"rcu-section", // the Linux kernel: from each RCU read-side lock to the unlock that matches it
	"tc",          // from the creation of a thread to its events, from a thread's events to its join
}
