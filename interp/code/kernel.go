package code

// Kernel is the kind of an operation in the memory model of the Linux kernel, where its
// order does not determine it. Machines use the other fields of Access.
type Kernel uint8

// The kernel's operations. Those before SrcuLock are fences. Those from Barrier to SyncSrcu
// are sets of events in its model, see isa.TagOf.
const (
	NoKernel Kernel = iota
	Barrier         // barrier(), which orders only the compiler
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
	SrcuLock   // Load: of the domain at the address; the result identifies the section
	SrcuUnlock // Store: of the section that the value identifies
	SyncSrcu   // Load: of the domain at the address
	Around     // FenceOp: the fence that hardware has beside an RMW without a suffix; in the kernel's model no fence
	SpinLock   // CAS: it succeeds or the thread waits; in trylock it may fail
	SpinTry    // CAS
	SpinUnlock // Store
	NoReturn   // RMW: its result is not used
	Unless     // RMW: it fails if the value read equals the register after the operand
	NumKernel
)
