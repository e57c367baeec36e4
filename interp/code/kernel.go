package code

// Kernel says what an operation is in the memory model of the Linux kernel, where its
// order does not say it. Machines do what the rest of its Access says.
type Kernel uint8

// The operations of the kernel. Of those before SrcuLock each is a fence. Those from Barrier
// to SyncSrcu are sets of events in its model, see isa.TagOf.
const (
	NoKernel Kernel = iota
	Barrier         // barrier(), which orders the compiler alone
	Mb
	Rmb
	Wmb
	BeforeAtomic
	AfterAtomic
	AfterSpinlock
	AfterUnlockLock
	AfterSrcuUnlock
	RcuLock
	RcuUnlock
	SyncRcu
	SrcuLock   // Load: of the domain at the address; the result names the section
	SrcuUnlock // Store: of the section that the value names
	SyncSrcu   // Load: of the domain at the address
	Around     // FenceOp: it stands where an RMW without a suffix has one for machines; none
	SpinLock   // CAS: it succeeds, or the thread waits; of trylock it may fail
	SpinTry    // CAS
	SpinUnlock // Store
	NoReturn   // RMW: no instruction gets what was read
	Unless     // RMW: not if the value read is that of the register after the operand
	NumKernel
)
