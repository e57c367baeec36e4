package models

import "fencepost/trace"

// A Sampler is a Memory whose loads may have very many readable stores, so that
// they are counted and picked instead of listed.
type Sampler interface {
	// Read counts the stores that Readable would list. If it is one, it performs the read.
	Read(op *Op) (n int, value uint64)
	// Pick returns number k of several, the oldest being number 0. It may follow
	// only the Read of the same op.
	Pick(op *Op, k int) StoreID
}

// A Joiner is a Memory that is told when a thread is parked before the join of
// another.
type Joiner interface {
	Awaits(t, peer trace.ThreadID)
}

// An Orderer is a Memory that knows which accesses happen before what thread t does
// next.
type Orderer interface {
	// Unordered returns an access to l that does not, one that writes if only those are
	// asked for; ok is false if all do.
	Unordered(t trace.ThreadID, l Loc, writes bool) (r Racer, ok bool)
	// Inherit tells that location l, which is new, has bytes that were those of another:
	// what races with the latest non-atomic accesses there races with them here.
	Inherit(l, from Loc)
}

// A Stater is a Memory whose state is more than the newest contents of the locations.
type Stater interface {
	// AppendState appends the rest of it: executions that agree in that and in the contents
	// go on alike, as far as loads read one of the newest stores to a location, of which as
	// many are told. where returns the address of a location; ok is false if it is no more.
	AppendState(dst []byte, newest int, where func(l Loc) (addr uint64, ok bool)) []byte
}

// A Finisher is a Memory that may leave open which store to a location is the
// last: Finals appends the values that l may end with, Latest tells one of them.
type Finisher interface {
	Finals(dst []uint64, l Loc) []uint64
}

// A Race is a pair of conflicting accesses of two threads to one location, not
// both atomic, of which neither happens before the other. A Memory reports each
// pair of sites at most once an execution.
type Race struct {
	Loc           Loc
	First, Second Racer // in execution order
}

// A Racer is one of the accesses of a Race.
type Racer struct {
	Thread trace.ThreadID
	Event  StoreID
	Site   int32
	Writes bool
	Atomic bool
}

// A Keeper is a Memory of which a load may read other stores than those of Latest and Pending.
type Keeper interface {
	// Holds reports whether a thread that goes on may read a value of l for which match
	// holds.
	Holds(l Loc, match func(value uint64) bool) bool
}

// A Recycler is a Memory in which what comes before a free happens before what follows the
// allocation that gets the block.
type Recycler interface {
	// Freed notes a free by t, and returns its number.
	Freed(t trace.ThreadID) int
	// Reused notes that t allocates the block of a free.
	Reused(t trace.ThreadID, free int)
}

// A Promiser is a Memory in which a load may read from a store that is executed later: the load
// promises a value, and a store of that value fulfils the promise. Promises are numbered from 0
// in an execution. Who promises keeps dependencies, that no value comes from nowhere.
type Promiser interface {
	Memory
	// Plain returns the same memory for executions that promise nothing.
	Plain() Memory
	// Promise performs load op of a value that is not there yet.
	Promise(op *Op) (number int)
	// Fulfil makes the load read from a store, executed just now, as event id, if coherence
	// allows that.
	Fulfil(number int, store, id StoreID) (c int32, ok bool)
	// After reports whether the load happens before what t does next.
	After(number int, t trace.ThreadID) bool
	// Number returns that of the latest operation of t, and Happened whether the n-th of another
	// thread happens before what t does next.
	Number(t trace.ThreadID) (n int32)
	Happened(by trace.ThreadID, n int32, t trace.ThreadID) bool
}
