// Package models says what memory may do. A Memory is the state of one memory
// model in one execution: it lists what a load may read and which pending
// stores may commit, and performs what it is told; it never chooses.
//
// SC, TSO, PSO and PSLO are the operational models of Figures 3 to 6 of
// RELAXER (ISSTA 2011), one file each; a Machine is one that a page of text describes.
// C11 memory orders reach them through a Mapping, which is data.
package models

import "fencepost/trace"

// Loc numbers the memory locations of one execution densely, in the order in
// which they were defined.
type Loc = int32

// StoreID names a store of one execution by the ID of its event; 0 is the
// initial content of every location.
type StoreID = int32

// A Part is some of the bytes of a location: Size of them from byte From on. The zero
// value is all of them.
type Part struct{ From, Size uint8 }

// Overlaps reports whether a byte is in both parts.
func (p Part) Overlaps(q Part) bool {
	return p.Size == 0 || q.Size == 0 || p.From < q.From+q.Size && q.From < p.From+p.Size
}

// Covers reports whether all bytes of q are in p.
func (p Part) Covers(q Part) bool {
	return p.Size == 0 || q.Size > 0 && p.From <= q.From && q.From+q.Size <= p.From+p.Size
}

// Op is an access in progress. The machine fills the first group, the Memory
// the second. The Memory may not keep the pointer.
type Op struct {
	Thread trace.ThreadID
	Kind   trace.Kind // Load, Store, RMW (a compare-exchange too, before its outcome is known), Lock, Unlock, Fence
	Order  trace.Order
	Fail   trace.Order     // a compare-exchange's order on failure
	Fence  trace.FenceKind // a fence in hardware: of the program, or one that the mapping puts beside an access
	CAS    bool            // the RMW writes only if it reads Expect
	Loc    Loc
	ID     StoreID // event ID, set before Load and Store
	Site   int32
	I      int32
	Expect uint64
	Word   bool // Loc is a lock word
	Part   Part // Load: the bytes that are read; each is coherent on its own

	Undef trace.Undef // Store: the value was never written; Load sets it if what it read was never written
	RF    StoreID     // Load: the store that was read
	C     int32       // commit index of the store read (Load) or made (Store); trace.NoCommit if pending
	Ready bool        // Store, of one that is pending: Commits lists it now, as the last of its thread
}

// updates reports whether the access is an RMW, which Prepare gets.
func (op *Op) updates() bool { return op.Kind == trace.RMW || op.Kind == trace.Lock }

// A Step is an enabled transition of an execution: the thread's next operation
// if Store is 0, otherwise the commit of that pending store of the thread. Loc
// and Site are those of the operation or of the store, or -1.
type Step struct {
	Thread trace.ThreadID
	Store  StoreID
	Loc    Loc
	Site   int32
}

// Committed records a transition that happened.
type Committed struct {
	Step
	Value uint64
	I     int32 // program index of the store
	C     int32 // its place among the stores to Loc, from 1
	Undef trace.Undef
}

// Log is where a Memory reports every pending store that it commits, whether
// asked to by Commit or in the course of Prepare, Store, Fence, Sync or Flush. The
// machine empties it after each call. Races are those of the execution so far.
type Log struct {
	Commits []Committed
	Races   []Race
}

// Memory is the state of one model in one execution. Values are in the low
// bytes of a uint64; locations never overlap. A Memory is not safe for
// concurrent use and is reused from run to run.
//
// An RMW is Prepare, Load, Store with nothing between; a failed
// compare-exchange is Prepare, Load.
type Memory interface {
	// Reset starts a new execution with the main thread and no locations.
	Reset()
	// Define adds location l, which is the next number, with its initial content.
	Define(l Loc, value uint64, undef trace.Undef)
	// Redefine gives l a new initial content and forgets its history; no store
	// to it may be pending.
	Redefine(l Loc, value uint64, undef trace.Undef)

	// Prepare commits what the model orders before an RMW, and before a load if its
	// Machine waits.
	Prepare(op *Op)
	// Forces reports whether op, an RMW that Prepare gets or a store, would commit a store
	// that is pending now, or take its place.
	Forces(op *Op) bool
	// Readable appends the stores that a load may read now, oldest first. It is
	// never empty. One candidate needs no choice.
	Readable(dst []StoreID, op *Op) []StoreID
	// Load performs a read from a store that Readable listed.
	Load(op *Op, from StoreID) uint64
	// Store performs or buffers a write, and sets op.C; op.Ready, too, if the store is
	// pending.
	Store(op *Op, value uint64)
	// Fence performs a fence: a hardware model that of kind op.Fence, which may stand
	// beside an access; a model that takes C11 orders that of op.Order.
	Fence(op *Op)
	// Sync performs Create, Exit or Join (op.Kind) with the other thread.
	Sync(op *Op, peer trace.ThreadID)

	// Drained reports whether thread t has no pending store.
	Drained(t trace.ThreadID) bool
	// Latest returns the store that an RMW of t on l would read now, and its
	// value, without changing anything. It may be asked of thread -1, which does nothing.
	Latest(t trace.ThreadID, l Loc) (StoreID, uint64, trace.Undef)
	// Commits appends the internal transitions enabled now, in a fixed order. They change
	// by Store, Drop and what is logged, and by nothing else.
	Commits(dst []Step) []Step
	// Commit performs one that Commits listed. It reports whether the others, and only
	// these, are what Commits lists then; it may be false though they are.
	Commit(c Step) (others bool)
	// Flush commits t's pending stores to l and what must come before them.
	Flush(t trace.ThreadID, l Loc)
	// Drop discards t's pending stores to l: the object they go to is dead.
	Drop(t trace.ThreadID, l Loc)
	// Pending appends t's pending stores, oldest first.
	Pending(dst []Pending, t trace.ThreadID) []Pending
}

// Pending is a store that waits in a buffer.
type Pending struct {
	Store StoreID
	Loc   Loc
	Site  int32
	Value uint64
	Undef trace.Undef
}

// Model is a memory model: a way to make a Memory, and what is known of it. There
// is one value of each model, which is known by its address; rules go by fields.
type Model struct {
	Name   string // as in --model
	Title  string // long name
	Source string // the paper's figure
	// New returns a fresh Memory that reports commits to log.
	New func(log *Log) Memory
	// ReadChoice says that a load may have more than one readable store.
	ReadChoice bool
	// Native says that this is the C11 model: it takes C11 orders as they are, no
	// Mapping lowers them, and it knows data races.
	Native bool
	// RMWSequences says of a native model that RMWs alone continue a release
	// sequence, as since C++20; in C11 later stores of the head's thread do, too.
	RMWSequences bool
	// LoadBuffering says of a native model that a load may read from a store that is executed
	// later. The conditions on graphs that package axiom has for native models lack that.
	LoadBuffering bool
	// Window says of a native model that stores older than so many events are forgotten, even
	// if they could be read; 0: none is that could be.
	Window int32
	// Buffered says that a store waits in a buffer before it reaches memory.
	Buffered bool
	// PPO is what the model keeps of program order; with New it has to say the
	// same in another way. Of a native C11 model it tells of relaxed accesses, and
	// decides nothing.
	PPO *PPO
	// Inexact says that New allows less than PPO, which cannot express the rest: a bound on
	// a buffer, for example. Then what exploring finds need not be a run of the machine.
	// Exploring and inference of fences refuse the model by name; random testing, prediction,
	// confirming by trial and replay take it.
	Inexact bool
	// Machine is what a page of text says of the model; nil: New is written in Go.
	Machine *Machine
	_       struct{}
}

// Reorders reports whether two accesses of one thread to different locations may
// take effect in the other order, nothing between them.
func (m *Model) Reorders(before, after trace.Kind) bool {
	a, b := ClassOf(before), ClassOf(after)
	return a.Accesses() && b.Accesses() && !m.PPO.Keeps(a, b, false)
}
