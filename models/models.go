// Package models defines what memory may do. A Memory is the state of one memory model in
// one execution. It lists the stores that a load may read and the pending stores that may
// commit, and performs one of them when asked. It never chooses.
//
// SC, TSO, PSO and PSLO are the operational models of Figures 3 to 6 of RELAXER (ISSTA
// 2011), one file each. A Machine is a model that a page of text describes. C11 memory
// orders reach these models through a Mapping, which is data.
package models

import "fencepost/trace"

// Loc is a memory location of one execution. Locations are numbered from 0 in the order in
// which they were defined.
type Loc = int32

// StoreID identifies a store of one execution by the ID of its event; 0 is the initial
// content of every location.
type StoreID = int32

// A Part is a range of the bytes of a location: Size bytes from byte From on. The zero
// value is all bytes.
type Part struct{ From, Size uint8 }

// Overlaps reports whether p and q have a byte in common.
func (p Part) Overlaps(q Part) bool {
	return p.Size == 0 || q.Size == 0 || p.From < q.From+q.Size && q.From < p.From+p.Size
}

// Covers reports whether all bytes of q are in p.
func (p Part) Covers(q Part) bool {
	return p.Size == 0 || q.Size > 0 && p.From <= q.From && q.From+q.Size <= p.From+p.Size
}

// Into returns content old of a location of at most 8 bytes with the bytes of p replaced by those of v.
func (p Part) Into(old, v uint64) uint64 {
	if p.Size == 0 {
		return v
	}
	mask := ^uint64(0) >> (64 - 8*p.Size) << (8 * p.From)
	return old&^mask | v&mask
}

// Of returns the bytes of p of content v of a location of at most 8 bytes.
func (p Part) Of(v uint64) uint64 {
	if p.Size == 0 {
		return v
	}
	return v >> (8 * p.From) & (^uint64(0) >> (64 - 8*p.Size))
}

// UndefOf is Of for the bytes that were never written.
func (p Part) UndefOf(v trace.Undef) trace.Undef {
	if p.Size == 0 {
		return v
	}
	return v >> p.From & trace.AllUndef(p.Size)
}

// In returns the address and the size in bytes of p in a location.
func (p Part) In(addr uint64, size uint8) (uint64, uint8) {
	if p.Size == 0 {
		return addr, size
	}
	return addr + uint64(p.From), p.Size
}

// UndefInto is Into for the bytes that were never written.
func (p Part) UndefInto(old, v trace.Undef) trace.Undef {
	if p.Size == 0 {
		return v
	}
	mask := trace.AllUndef(p.Size) << p.From
	return old&^mask | v&mask
}

// Op is an access in progress. The machine fills the first group, the Memory
// the second. The Memory may not keep the pointer.
type Op struct {
	Thread trace.ThreadID
	Kind   trace.Kind // Load, Store, RMW (also a compare-exchange whose outcome is not known yet), Lock, Unlock or Fence
	Order  trace.Order
	Fail   trace.Order     // a compare-exchange's order on failure
	Fence  trace.FenceKind // a hardware fence: one of the program, or one that the mapping puts beside an access
	CAS    bool            // the RMW writes only if it reads Expect
	Loc    Loc
	ID     StoreID // event ID, set before Load and Store
	Site   int32
	I      int32
	Expect uint64
	Word   bool // Loc is a lock word
	Part   Part // Load: the bytes that are read; each byte is coherent separately. With Narrow, the bytes of any access
	Narrow bool // a write leaves the bytes outside of Part as they are. Memories have the bytes of values in their places in the location

	Undef trace.Undef // Store: bytes of the value that were never written; with Narrow, of those of Part. Load sets it for the value read
	RF    StoreID     // Load: the store that was read
	C     int32       // commit index of the store read (Load) or made (Store); trace.NoCommit if pending
	Ready bool        // Store: the store is pending, and Commits now lists it as the last of its thread
}

// InPlace returns value v of op with its bytes in their places in the location.
func (op *Op) InPlace(v uint64) uint64 {
	if op.Narrow {
		v <<= 8 * op.Part.From
	}
	return v
}

// Narrowed returns the bytes of values of op, which are those that a write changes.
func (op *Op) Narrowed() Part {
	if op.Narrow {
		return op.Part
	}
	return Part{}
}

// updates reports whether the access is an RMW or the taking of a lock: the machine calls
// Prepare for it.
func (op *Op) updates() bool { return op.Kind == trace.RMW || op.Kind == trace.Lock }

// A Step is an enabled transition of an execution: the thread's next operation if Store is
// 0, otherwise the commit of that pending store of the thread. Loc and Site belong to the
// operation or the store; they are -1 if it has none.
type Step struct {
	Thread trace.ThreadID
	Store  StoreID
	Loc    Loc
	Site   int32
}

// Committed records a commit that happened.
type Committed struct {
	Step
	Value uint64
	I     int32 // program index of the store
	C     int32 // its place among the stores to Loc, from 1
	Undef trace.Undef
	Part  Part // the bytes that it changed
}

// Log receives every pending store that a Memory commits, in Commit or in Prepare, Store,
// Fence, Sync or Flush. The machine empties Commits after each call. Races holds the races
// of the execution so far.
type Log struct {
	Commits []Committed
	Races   []Race
}

// Memory is the state of one model in one execution. Values are in the low bytes of a
// uint64. Locations never overlap. A Memory is not safe for concurrent use; it is reused
// from run to run.
//
// An RMW is Prepare, Load, Store without another call between them; a failed
// compare-exchange is Prepare, Load.
type Memory interface {
	// Reset starts a new execution with the main thread and no locations.
	Reset()
	// Define adds location l, which must be the next number, with its initial content.
	Define(l Loc, value uint64, undef trace.Undef)
	// Redefine gives l a new initial content and discards its history. No store to it may
	// be pending.
	Redefine(l Loc, value uint64, undef trace.Undef)

	// Prepare commits the stores that the model orders before an RMW, or, if its Machine
	// waits, before a load.
	Prepare(op *Op)
	// Forces reports whether op would commit or replace a store that is pending now. op is
	// a store, or an RMW for which Prepare is called.
	Forces(op *Op) bool
	// Readable appends the stores that a load may read now, oldest first: at least one. If
	// there is only one, no choice is needed.
	Readable(dst []StoreID, op *Op) []StoreID
	// Load performs a read from a store that Readable listed.
	Load(op *Op, from StoreID) uint64
	// Store performs or buffers a write and sets op.C. If the store is pending it also sets
	// op.Ready.
	Store(op *Op, value uint64)
	// Fence performs a fence. A hardware model performs op.Fence, which may stand beside an
	// access; a model that takes C11 orders performs the fence of op.Order.
	Fence(op *Op)
	// Sync performs Create, Exit or Join (op.Kind). The other thread is peer.
	Sync(op *Op, peer trace.ThreadID)

	// Drained reports whether thread t has no pending store.
	Drained(t trace.ThreadID) bool
	// Latest returns the store that an RMW of t on l would read now, and its value. It
	// changes nothing. Thread -1 stands for a thread that has no stores.
	Latest(t trace.ThreadID, l Loc) (StoreID, uint64, trace.Undef)
	// Commits appends the commits that are enabled now, in a fixed order. Only Store, Drop
	// and logged commits change the list.
	Commits(dst []Step) []Step
	// Commit performs a commit that Commits listed. If others is true, Commits would now
	// list exactly the other ones. It may be false even then.
	Commit(c Step) (others bool)
	// Flush commits t's pending stores to l, and those that must come before them.
	Flush(t trace.ThreadID, l Loc)
	// Drop discards t's pending stores to l, because its object is dead.
	Drop(t trace.ThreadID, l Loc)
	// Pending appends t's pending stores, oldest first.
	Pending(dst []Pending, t trace.ThreadID) []Pending
}

// Pending is a store in a buffer.
type Pending struct {
	Store StoreID
	Loc   Loc
	Value uint64
}

// Model is a memory model: a constructor of its Memory, and its properties. Each model has
// one value, and its address identifies it. Rules depend on its fields, never on its name.
type Model struct {
	Name   string // its name in --model
	Title  string // long name
	Source string // the paper's figure
	// New returns a fresh Memory that reports commits to log.
	New func(log *Log) Memory
	// ReadChoice says that a load may have more than one readable store.
	ReadChoice bool
	// Native says that this is the C11 model: no Mapping lowers C11 orders, and it detects
	// data races.
	Native bool
	// CXX20 says of a native model that it has the rules of C++20: only RMWs continue a release sequence,
	// and the order of seq_cst operations contains the coherence order. In C11 later stores of the head's
	// thread continue one, too, and the order need not contain reads-from.
	CXX20 bool
	// LoadBuffering says of a native model that a load may read from a store that is executed
	// later. The conditions on graphs that package axiom has for native models lack that.
	LoadBuffering bool
	// Window, if not 0, says of a native model that it forgets stores older than this
	// number of events even if a load could read them.
	Window int32
	// Buffered says that a store waits in a buffer before it reaches memory.
	Buffered bool
	// PPO is the model's preserved program order. New must describe the same model in
	// another way. For a native C11 model it describes relaxed accesses, and no rule uses
	// it.
	PPO *PPO
	// Inexact says that New allows less than PPO, which cannot express the rest: a bound on
	// a buffer, for example. An execution that exploring finds may then be none of the
	// machine. Exploring and inference of fences refuse the model by name; random testing,
	// prediction, confirming by trial and replay accept it.
	Inexact bool
	// Machine is the description of the model as a page of text; nil: New is written in Go.
	Machine *Machine
	_       struct{}
}

// Reorders reports whether two accesses of one thread to different locations, with nothing
// between them, may take effect in the other order.
func (m *Model) Reorders(before, after trace.Kind) bool {
	a, b := ClassOf(before), ClassOf(after)
	return a.Accesses() && b.Accesses() && !m.PPO.Keeps(a, b, false)
}
