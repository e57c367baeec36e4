package vm

import (
	"fencepost/models"
	"fencepost/trace"
)

// A Driver chooses which thread steps next, and performs the effects of threads on each other. The
// operation in progress is t.Op; its thread, kind, orders and site are set, and the location of an
// access. A driver calls VM.Step. The VM then calls the driver for each part of the operation, in
// order. No other thread acts between these calls.
type Driver interface {
	// Define adds location l, which is the next number, with its address, size
	// in bytes and initial content.
	Define(l models.Loc, addr uint64, size uint8, value uint64, undef trace.Undef)
	// Latest returns what t would read at l if its next operation were a read-modify-write. undef
	// marks bytes that were never written. t may be -1: no thread.
	Latest(t trace.ThreadID, l models.Loc) (value uint64, undef trace.Undef)

	// Load performs a load and sets t.Op.Undef, and t.Op.RF to 0 if it reads the initial content.
	Load(t *Thread) uint64
	// Store performs a store. t.Op.Undef says that the value was never written. The
	// operation ends here if ok is false.
	Store(t *Thread, value uint64) (ok bool)
	// Read performs the reading half of a read-modify-write and sets t.Op.Undef.
	// A weak compare-exchange that fails of itself is a t.Op of kind CASFail.
	// The operation ends here if ok is false.
	Read(t *Thread) (old uint64, ok bool)
	// Write performs the writing half, directly after Read. A RMW or Lock writes value; a CASFail or
	// LockRead writes nothing, and old is what it read.
	Write(t *Thread, kind trace.Kind, old, value uint64)
	// Fence performs a fence of the program: one of order t.Op.Order, which the
	// mapping lowers to low.
	Fence(t *Thread, low models.Lowering)
	// Barrier performs a hardware fence that the mapping puts beside an access
	// or a lock; it is never called if C11 orders are native.
	Barrier(t *Thread, f trace.FenceKind)

	// Create performs the creation of a thread and returns its number, which no
	// other thread has. The operation ends here if ok is false.
	Create(t *Thread) (n trace.ThreadID, ok bool)
	// Join performs the join of peer, which has ended.
	Join(t *Thread, peer trace.ThreadID)
	// Exit performs the end of t, and of the program if VM.EndsProgram says so.
	Exit(t *Thread)
	// Halts reports that t will not run again: t.State is Faulty, with error e, Assumed or Exited.
	Halts(t *Thread, e *Error)

	// Free performs the end of block b's life. The VM kills the object directly afterwards.
	Free(t *Thread, b Block)
	// Ends performs the end of the life of b, an automatic or thread-local object of t that threads
	// have accessed. The VM kills the object directly afterwards.
	Ends(t *Thread, b Block)
	// Replace removes location l, because t accesses its bytes at another size, and returns the
	// content. If unsupported is not empty, the VM ends the execution as not supported, with this
	// reason.
	Replace(t *Thread, l models.Loc) (value uint64, undef trace.Undef, unsupported string)
	// Inherits ends the execution if an access to a location that l replaced races with t's access to
	// l. If unsupported is not empty, the VM ends it, as in Replace.
	Inherits(t *Thread, l models.Loc) (unsupported string)
	// Settled reports whether a load of t can access the bytes of location l at another size without
	// further steps: no store to them is pending, and no access of another thread races with the
	// load.
	Settled(t *Thread, l models.Loc) bool
	// Loop is called where t comes to a place in a loop. If it returns true the thread stops there;
	// the driver has then set t.State or ended the execution.
	Loop(t *Thread, at LoopPlace) (stops bool)
	// Reuse returns the index of the freed block that an allocation of size bytes by t takes, or -1
	// for addresses that were not used before. All blocks in freed are large enough.
	Reuse(t *Thread, size int64, freed []Block) int
	// Knows reports whether the allocation of block b, at an address that another block had before,
	// comes before the next operation of t.
	Knows(t *Thread, b Block) bool
	// Choose answers a choice among n alternatives.
	Choose(t *Thread, what Question, n int) int
}

// A Repeater is a Driver that repeats executions of which it removed a part.
type Repeater interface {
	// Size returns the size in bytes of the next access of t, if the driver repeats that, or 0. The
	// part that was removed may have made the locations which said how the bytes are divided.
	Size(t *Thread) uint8
}

// An Observer is a Driver that also receives what no thread of the program can notice.
type Observer interface {
	// Allocated reports a new block of size bytes, allocated at a site.
	Allocated(t *Thread, site int32, addr, size uint64)
	// Awaits reports that t is parked before the join of peer.
	Awaits(t *Thread, peer trace.ThreadID)
	// Wakes reports that a signal of t ends the wait of u for a condition variable.
	Wakes(t, u *Thread)
}

// A Block is an object whose life ends: a heap block, or a variable.
type Block struct {
	Addr      uint64
	Size      int64
	Name      string    // of a variable
	Allocated trace.Pos // of a variable: defined
	Freed     trace.Pos // of a heap block
	Life      uint16    // how many blocks had the address before
	object    int32
}

// A Question is what a thread asks of Driver.Choose.
type Question uint8

// The questions.
const (
	WeakFail  Question = iota // 1: the weak compare-exchange t.Op fails of itself
	AllocFail                 // 1: the allocation returns NULL
	Value                     // a value of nondet_range: its offset from the low end, or a place among those drawn first
	Spurious                  // 1: the wait for a condition variable ends of itself
	Wake                      // which of the threads in the queue of a condition variable is woken
	Sample                    // one alternative only: with Config.Few, the values of the next Value do not represent all
)

// A LoopPlace is a place in a loop.
type LoopPlace uint8

// The places. A program has loop heads, or instead conditions and bodies where
// code.Program.LoopsAtConditions can find them.
const (
	Head      LoopPlace = iota
	Condition           // an iteration begins if the condition holds
	Body                // the condition held
)
