// Package trace holds the record of an execution: its events, the source positions that
// they come from, and the files that keep them.
//
// Events follow section 2.1 of RELAXER (ISSTA 2011): a load or store carries its
// instruction index i (program order) and its commit index c (its place in the total order
// of stores to its address). The paper gives a buffered store its c at once. Here a store
// leaves its buffer as an event of its own (Commit), because its c is not known before.
package trace

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// ThreadID is the number of a thread of one execution, in order of creation; main is 0.
type ThreadID = int32

// Kind is what an event does.
type Kind uint8

// The kinds of events. The zero kind is invalid, so that an unset event shows.
const (
	Bad      Kind = iota
	Load          // reads Value
	Store         // writes Value; C is -1 while the store waits in a buffer
	RMW           // reads Read and writes Value in one step
	CASFail       // a compare-exchange that failed: reads Value, writes nothing
	Commit        // the pending store RF reaches memory as the C-th store to its address
	Fence         // Value holds a FenceKind
	Lock          // RMW of a lock word, acquiring
	Unlock        // store to a lock word, releasing
	Create        // Value is the created thread
	Exit          // the thread's last event
	Join          // Value is the joined thread
	Alloc         // Addr and Value (bytes) of a new heap block
	Free          // Addr of a block that dies
	LockRead      // reads a lock word and writes nothing: a failed trylock, leaving a barrier
	NumKinds
)

var kindNames = [NumKinds]string{"bad", "load", "store", "rmw", "casfail", "commit", "fence",
	"lock", "unlock", "create", "exit", "join", "alloc", "free", "lockread"}

// String returns the lower-case name used in trace files.
func (k Kind) String() string {
	if k < NumKinds {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// ParseKind is the inverse of Kind.String; ok is false for an unknown name.
func ParseKind(s string) (k Kind, ok bool) {
	for i, n := range kindNames {
		if n == s && Kind(i) != Bad {
			return Kind(i), true
		}
	}
	return Bad, false
}

// Reads reports whether an event of this kind reads memory.
func (k Kind) Reads() bool {
	return (1<<Load|1<<RMW|1<<CASFail|1<<Lock|1<<LockRead)>>(k&31)&1 != 0
}

// Writes reports whether an event of this kind writes memory, now or at a later Commit.
func (k Kind) Writes() bool { return (1<<Store|1<<RMW|1<<Lock|1<<Unlock)>>(k&31)&1 != 0 }

// IsLockWord reports whether an event of this kind accesses a lock word. Such events count
// in the SC verdict, not in prediction.
func (k Kind) IsLockWord() bool { return k == Lock || k == Unlock || k == LockRead }

// Order is a C11 memory order; Plain is a non-atomic access.
type Order uint8

// The memory orders, weakest first.
const (
	Plain Order = iota
	Relaxed
	Consume
	Acquire
	Release
	AcqRel
	SeqCst
	NumOrders
)

var orderNames = [NumOrders]string{"plain", "relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"}

// String returns C's name of the order without the memory_order_ prefix.
func (o Order) String() string {
	if o < NumOrders {
		return orderNames[o]
	}
	return fmt.Sprintf("order(%d)", uint8(o))
}

// Acquires reports whether a read or fence of this order is an acquire one.
func (o Order) Acquires() bool {
	return o == Acquire || o == Consume || o == AcqRel || o == SeqCst
}

// Releases reports whether a store or fence of this order is a release one.
func (o Order) Releases() bool { return o == Release || o == AcqRel || o == SeqCst }

// FenceKind is a fence of the hardware models.
type FenceKind uint8

// The fences of RELAXER's Figures 4 to 6. No model lets a load pass a later
// store, so there is no load-store fence.
const (
	NoFence    FenceKind = iota
	LoadLoad             // ll
	StoreStore           // ss
	StoreLoad            // sl
	NumFences
)

var fenceNames = [NumFences]string{"none", "ll", "ss", "sl"}

// String returns the short name: ll, ss, sl, or none.
func (f FenceKind) String() string {
	if f < NumFences {
		return fenceNames[f]
	}
	return fmt.Sprintf("fence(%d)", uint8(f))
}

// NoCommit is the C of a store that is still pending, and of a load that forwarded from a
// pending store.
const NoCommit = -1

// Undef says which bytes of a value were never written: bit i stands for byte i, byte 0
// being the least significant one. In a value of more than eight bytes a bit stands for
// several bytes: see WideUndef.
type Undef uint8

// AllUndef is the Undef of a value of size bytes, none of which was written.
func AllUndef(size uint8) Undef {
	if size > 8 {
		size = (size-1)/undefBytes(size) + 1
	}
	return Undef(1<<size - 1)
}

// Bits returns the bits of the value that were never written.
func (u Undef) Bits() (m uint64) {
	for i := range 8 {
		if u>>i&1 != 0 {
			m |= 0xff << (8 * i)
		}
	}
	return m
}

// WholeUndef returns the bytes of which no bit was written, if bits are those that were never written.
func WholeUndef(bits uint64) Undef { return ^PartUndef(^bits) }

// PartUndef returns the bytes of which some bit was never written, if bits are all such bits.
func PartUndef(bits uint64) (u Undef) {
	for i := range 8 {
		if bits>>(8*i)&0xff != 0 {
			u |= 1 << i
		}
	}
	return u
}

// MaxSize is the maximal size of an access in bytes.
const MaxSize = 128

// Event is one step of one execution. Fields that a kind does not use are 0, except Site
// and Loc, which are -1.
type Event struct {
	ID     int32    // position in the execution, from 1
	Thread ThreadID // the acting thread; for Commit, the thread of the store
	I      int32    // program index within the thread, from 1; a Commit has that of its store
	Site   int32    // index into the site table: the paper's label l
	Loc    int32    // dense number of the location within this execution
	C      int32    // commit index: 0 is the initial content; NoCommit if not known
	RF     int32    // ID of the store read from (0: initial content); for Commit, of the store committed
	Kind   Kind
	Order  Order
	Size   uint8 // in bytes, at most MaxSize; if more than 8, Value and Read are numbers of Wides
	Undef  Undef // bytes of the value read or written that were never written
	Addr   uint64
	Value  uint64 // value read or written, in the low Size bytes
	Read   uint64 // RMW and Lock: the value read
}

// String describes the event without its place: "store 0x10000 = 1".
func (e *Event) String() string {
	switch e.Kind {
	case Load, CASFail:
		return fmt.Sprintf("%s 0x%x: %d", e.Kind, e.Addr, e.Value)
	case Store, Unlock, Commit:
		return fmt.Sprintf("%s 0x%x = %d", e.Kind, e.Addr, e.Value)
	case RMW, Lock:
		return fmt.Sprintf("%s 0x%x: %d = %d", e.Kind, e.Addr, e.Read, e.Value)
	case Fence:
		if e.Order != Plain {
			return "fence " + e.Order.String()
		}
		return fmt.Sprintf("fence %s", FenceKind(e.Value))
	case Create, Join:
		return fmt.Sprintf("%s thread %d", e.Kind, e.Value)
	case Alloc:
		return fmt.Sprintf("alloc 0x%x, %d bytes", e.Addr, e.Value)
	case Free:
		return fmt.Sprintf("free 0x%x", e.Addr)
	}
	return e.Kind.String()
}

// Pos is a source position. Line and Col count from 1, Col in bytes; Line 0
// means unknown.
type Pos struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"col"`
}

// Compare returns -1, 0 or 1 if p comes before q, is equal to q, or comes after it, by
// file, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

// System reports whether p is in an embedded header.
func (p Pos) System() bool { return strings.HasPrefix(p.File, "<") }

// String returns file:line:col, without the parts that are unknown.
func (p Pos) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Col == 0:
		return p.File + ":" + strconv.Itoa(p.Line)
	}
	return p.File + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Col)
}

// Site is an access in the source: the paper's statement label. Several accesses at one
// position, as in a macro, differ in N.
type Site struct {
	Pos  Pos    `json:"pos"`
	N    int    `json:"n,omitempty"` // 1 or 0 for the first at its position, 2 for the second, ...
	Text string `json:"text"`        // the expression's source text, shortened
	Func string `json:"func"`        // name of the enclosing function

	// Library is where the access is if a function of the language's library makes it. Pos is then the
	// place of the call, or Library if that depends on the caller. Otherwise Library is zero.
	Library Pos `json:"-"`
}

// InLibrary reports whether the place of the site is in a function of a library, not in the program.
// An access without a place is the compiler's.
func (s *Site) InLibrary() bool {
	return s.Pos.Line == 0 || s.Pos.System() || s.Library.Line > 0 && s.Pos == s.Library
}

// String returns file:line:col, with #N for all but the first at a position.
func (s Site) String() string {
	if s.N > 1 {
		return fmt.Sprintf("%s#%d", s.Pos, s.N)
	}
	return s.Pos.String()
}

// Sink receives the events of executions as they happen. An event is valid only during the
// call; a sink that keeps it must copy it.
type Sink interface {
	Begin() // a new execution starts
	Event(e *Event)
}

// Recorder is a Sink that keeps the events of the latest execution. It reuses its slice.
type Recorder struct {
	Events []Event // Events[i].ID == i+1
}

// Begin forgets the previous execution.
func (r *Recorder) Begin() { r.Events = r.Events[:0] }

// Event appends a copy of e.
func (r *Recorder) Event(e *Event) { r.Events = append(r.Events, *e) }

// An Observer is a Sink that keeps events and also handles each as it comes. The machine
// writes events to its Recorder in place, and then calls Event with the one there.
type Observer interface {
	Sink
	Record() *Recorder
}
