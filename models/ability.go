package models

import "fencepost/trace"

// A Sampler is a Memory whose loads may have very many readable stores. They are counted
// and picked by number instead of listed.
type Sampler interface {
	// Read counts the stores that Readable would list. If there is only one, Read also
	// performs the read and returns its value.
	Read(op *Op) (n int, value uint64)
	// Pick returns store k, counted from the oldest, which is number 0. It must follow the
	// Read of the same op, which returned n > k.
	Pick(op *Op, k int) StoreID
}

// A Joiner is a Memory that the machine notifies when thread t is parked before the join of
// peer.
type Joiner interface {
	Awaits(t, peer trace.ThreadID)
}

// An Orderer is a Memory that knows which accesses happen before the next operation of a
// thread.
type Orderer interface {
	// Unordered returns an access to l that does not happen before the next operation of t.
	// If writes is set, only accesses that write count. ok is false if there is none.
	Unordered(t trace.ThreadID, l Loc, writes bool) (r Racer, ok bool)
	// Inherit says that the new location l, at now, takes over bytes of location from, at was.
	Inherit(l, from Loc, now, was Extent)
	// Inherited is Unordered for the accesses to the bytes of l before l was made. If atomic is set,
	// atomic loads of exactly the bytes of l do not count.
	Inherited(t trace.ThreadID, l Loc, writes, atomic bool) (r Racer, ok bool)
}

// An Extent is the bytes of a location.
type Extent struct {
	Addr uint64
	Size uint8
}

// Contains reports whether all bytes of o are in e.
func (e Extent) Contains(o Extent) bool {
	return e.Addr <= o.Addr && o.Addr+uint64(o.Size) <= e.Addr+uint64(e.Size)
}

// Overlaps reports whether e and o share a byte.
func (e Extent) Overlaps(o Extent) bool {
	return e.Addr < o.Addr+uint64(o.Size) && o.Addr < e.Addr+uint64(e.Size)
}

// A Stater is a Memory whose state includes more than the newest content of each location.
type Stater interface {
	// AppendState appends the rest of the state. Executions with the same contents and the
	// same state can continue in the same ways, if loads read only the newest stores to a
	// location, as many as newest says. where returns the address of a location; ok is
	// false if the location is dead.
	AppendState(dst []byte, newest int, where func(l Loc) (addr uint64, ok bool)) []byte
}

// A Finisher is a Memory that may leave open which store to a location is the last. Finals
// appends the values that l may end with; Latest returns one of them.
type Finisher interface {
	Finals(dst []uint64, l Loc) []uint64
}

// A Race is a pair of conflicting accesses of two threads to one location. They are not
// both atomic, and neither happens before the other. A Memory reports each pair of sites at
// most once for each execution.
type Race struct {
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

// A Keeper is a Memory in which a load may read other stores than those that Latest and
// Pending return.
type Keeper interface {
	// Held calls use with the values of l that a thread may still read and for which match is true,
	// until use returns false. No value below least matches. It reports whether use always
	// returned true.
	Held(l Loc, least uint64, match, use func(value uint64) bool) bool
}

// A Recycler is a Memory in which operations before a free happen before operations after
// the allocation that reuses the block.
type Recycler interface {
	// Freed notes a free by t and returns its number.
	Freed(t trace.ThreadID) int
	// Reused notes that t allocates the block of the free with this number.
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

// Unbuffered has the methods of a Memory in which no store is ever pending.
type Unbuffered struct{}

// Prepare and the other methods do nothing.
func (Unbuffered) Prepare(*Op)                                       {}
func (Unbuffered) Forces(*Op) bool                                   { return false }
func (Unbuffered) Drained(trace.ThreadID) bool                       { return true }
func (Unbuffered) Commits(dst []Step) []Step                         { return dst }
func (Unbuffered) Commit(Step) (others bool)                         { return true }
func (Unbuffered) Flush(trace.ThreadID, Loc)                         {}
func (Unbuffered) Drop(trace.ThreadID, Loc)                          {}
func (Unbuffered) Pending(dst []Pending, _ trace.ThreadID) []Pending { return dst }
