package axiom

import (
	"fencepost/models"
	"fencepost/trace"
)

// Kind tells what an event of a graph does.
type Kind uint8

// The kinds of events. An RMW is two events, a reading and a writing half, one
// right after the other in program order.
const (
	Read          Kind = iota
	FailedRead         // reads and writes nothing: a failed compare-exchange, a lock word looked at
	ExclusiveRead      // the reading half of an RMW
	Write
	ExclusiveWrite // the writing half of an RMW
	Fence
	Create
	Join
	Exit
	Free
	Alloc  // an allocation that gets addresses not used before
	Reuse  // one that gets the block of RF, a Free
	Choice // a value chosen by the thread itself
	Stop   // an access that an atomic section cannot go on with: its thread ends there
)

// Reads reports whether an event of this kind reads memory.
func (k Kind) Reads() bool { return k <= ExclusiveRead }

// Writes reports whether an event of this kind writes memory.
func (k Kind) Writes() bool { return k == Write || k == ExclusiveWrite }

// Allocates reports whether an event of this kind is an allocation.
func (k Kind) Allocates() bool { return k == Alloc || k == Reuse }

// Accesses reports whether an event of this kind reads or writes memory.
func (k Kind) Accesses() bool { return k <= ExclusiveWrite }

// class returns what the hardware models' orders know of e; 0 if nothing.
func (e *Event) class() models.Class {
	if e.Kind == Fence {
		return models.FenceClass(e.Fence)
	}
	return classOf[e.Kind]
}

var classOf = [Stop + 1]models.Class{
	Read: models.R, FailedRead: models.C, ExclusiveRead: models.U, Write: models.W, ExclusiveWrite: models.U,
	Create: models.Create, Join: models.Join, Reuse: models.Join,
}

// Init stands for the initial content of a location, where an event that
// writes is expected; None for no event.
const (
	Init = -1
	None = -2
)

// An Event is a node of a graph. Its number is its place in the order in which
// the events were added.
type Event struct {
	Kind       Kind
	Order      trace.Order     // of accesses and C11 fences
	Fail       trace.Order     // CAS: of one that fails
	Fence      trace.FenceKind // of hardware fences
	Was        Kind            // Stop: of the access
	CAS        bool            // reads: Update if it reads Expect, else Check
	Undef      trace.Undef     // writes: the value was never written
	Mutex      bool            // reads: of a mutex's lock word, to lock it
	Failed     bool            // Check: a weak compare-exchange that fails though it reads Expect
	Blocked    bool            // reads: of a lock that is taken; the thread is not past it
	Peek       bool            // FailedRead: of a double compare-and-swap, before it is known whether it succeeds
	Alike      bool            // the events of the thread before it are those of its twin
	Confirms   bool            // reads: of a compare-exchange, which reads what the read before it does
	Awaits     bool            // reads: its thread waits at it if it is a FailedRead: a compare-exchange that fails, or an exchange that reads Expect, which it writes
	Served     bool            // reads: its thread waited at it, having read Waited, until RF was added
	Idle       uint8           // reads: why the thread stops there, of which the explorer tells; 0: it goes on. No fr leads away
	Barrier    bool            // reads: of the lock word of a barrier or condition variable, of which it has no choice
	Adds       bool            // ExclusiveRead: of a fetch_add or fetch_sub
	Blind      bool            // ExclusiveRead: what it reads is not used but to add to it
	Drawn      bool            // Choice: of a value that comes from outside the program
	Part       models.Part     // Read: the bytes of the location that are read; each is coherent on its own
	Life       uint16          // Free: how many blocks had the address before
	Lock       bool            // accesses: of a lock word
	Within     bool            // Alloc, Reuse: it is a part of another operation, a realloc
	Thread     int32
	Index      int32 // in the thread, from 0
	Before     int32 // previous event of the thread, or None
	Site       int32
	Loc        int32 // accesses
	Access     int32 // the access of Loc that was added before this one, or None
	Same       int32 // the thread's access of Loc before this one, or None
	Reader     int32 // the thread's read of Loc before this one, or None
	RF         int32 // reads: the event read from, or Init; None while it is not known. Reuse: the Free
	Waited     int32 // reads: see Served
	CoBefore   int32 // writes: the write before it in co, or Init
	CoAfter    int32 // writes: the write after it in co, or None
	CoPosition int32 // writes: position in co, from 1
	Early      int32 // writes: how many reads that were added before it read it
	Peer       int32 // Create, Join: the other thread. Free: the Reuse that gets the block, or None
	Head       int32 // writes: the release fence or store that heads its release sequence, if it is atomic; or None
	Release    int32 // the latest release fence of the thread up to here, or None
	Section    int32 // 1 + the index of the first event of the atomic section that it is in; 0: none
	Value      uint64
	Expect     uint64 // CAS; Choice: number of alternatives; Barrier: of the end of a wait, what ends it
}

// A Loc is a memory location of a graph.
type Loc struct {
	First  int32 // in co, or None
	Last   int32 // in co, or Init
	Access int32 // the latest access added, or None
	Plain  int32 // how many accesses are not atomic
	Locks  int32 // how many are of a lock word
	Parts  int32 // how many read a part
}
