package axiom

import (
	"fencepost/models"
	"fencepost/trace"
)

// Kind is the kind of an event of a graph.
type Kind uint8

// The kinds of events. An RMW is two consecutive events, a reading and a writing half.
const (
	Read          Kind = iota
	FailedRead         // reads and does not write: a failed compare-exchange, a read of a lock word
	ExclusiveRead      // the reading half of an RMW
	Write
	ExclusiveWrite // the writing half of an RMW
	Fence
	Create
	Join
	Exit
	Free
	End    // the end of the life of a variable
	Alloc  // an allocation that takes addresses not used before
	Reuse  // an allocation that takes the block of RF, a Free
	Choice // a choice of a value that is not read from memory
	Stop   // an access that an atomic section cannot perform: its thread stops there
)

// Reads reports whether an event of this kind reads memory.
func (k Kind) Reads() bool { return k <= ExclusiveRead }

// Writes reports whether an event of this kind writes memory.
func (k Kind) Writes() bool { return k == Write || k == ExclusiveWrite }

// Allocates reports whether an event of this kind is an allocation.
func (k Kind) Allocates() bool { return k == Alloc || k == Reuse }

// Accesses reports whether an event of this kind reads or writes memory.
func (k Kind) Accesses() bool { return k <= ExclusiveWrite }

// inCo reports whether e is an access with a position in co.
func (e *Event) inCo() bool { return e.Kind.Writes() || e.Kind.Reads() && e.RF != None }

// class returns the class of e in the orders of the hardware models; 0 if it has none.
func (e *Event) class() models.Class {
	switch {
	case e.Kind == Fence:
		return models.FenceClass(e.Fence)
	case e.Inserts:
		return models.W
	}
	return classOf[e.Kind]
}

// Narrowed returns the bytes of which Value and Expect of read e are.
func (e *Event) Narrowed() models.Part {
	if e.Narrow {
		return e.Part
	}
	return models.Part{}
}

// IsStore reports whether e is a store, or a half of one. A store may take place after later operations of
// its thread.
func (e *Event) IsStore() bool { return e.Kind == Write || e.Inserts }

var classOf = [Stop + 1]models.Class{
	Read: models.R, FailedRead: models.C, ExclusiveRead: models.U, Write: models.W, ExclusiveWrite: models.U,
	Create: models.Create, Join: models.Join, Reuse: models.Join,
}

// Init represents the initial content of a location in the place of a write. None represents no
// event.
const (
	Init = -1
	None = -2
)

// An Event is a node of a graph. Its number is its index in the order in which the events were added.
type Event struct {
	Kind       Kind
	Order      trace.Order     // of accesses and C11 fences
	Fail       trace.Order     // CAS: the order if it fails
	Fence      trace.FenceKind // of hardware fences
	Was        Kind            // Stop: the kind of the access
	CAS        bool            // reads: of a compare-exchange: ExclusiveRead if it reads Expect, else FailedRead
	Undef      trace.Undef     // writes: the value was never written
	Mutex      bool            // reads: of the lock word of a mutex, read-write lock or semaphore, to take it
	Failed     bool            // FailedRead: a weak compare-exchange that fails though it reads Expect
	Blocked    bool            // reads: of a lock that another thread holds; the thread waits there
	Handed     bool            // reads: with Mutex: its thread waited for the lock until a read-modify-write released it
	Peek       bool            // FailedRead: of a double compare-and-swap, before it compares
	Alike      bool            // all earlier events of the thread equal the events of its twin
	Slot       bool            // accesses: of a slot of the thread, in the place of which its twin has another
	Confirms   bool            // reads: of a compare-exchange that reads from the same write as the read before it
	Awaits     bool            // reads: its thread waits at it if it is a FailedRead: a compare-exchange that fails, or an exchange that reads Expect, which it writes
	Served     bool            // reads: its thread had read Waited and waited at it until RF was added
	Idle       uint8           // reads: why the thread stops there, a number of the explorer; 0: it continues. No fr leads from an idle read
	Represents bool            // reads: if its thread stops there, the read stands for those of all writes then there that let it stop, whatever co is
	Barrier    bool            // reads: of the lock word of a barrier or condition variable, without a choice of the write
	Halts      bool            // ExclusiveRead: its thread ends there with an error, and writes nothing
	Adds       bool            // ExclusiveRead: of a fetch_add or fetch_sub
	Blind      uint8           // ExclusiveRead: how the value is combined with Expect, a number of the explorer, if it is used for nothing else; or 0
	Counts     bool            // ExclusiveRead: its thread reads Expect, and continues alike if that is up to Less less or More more
	Less       uint8           // see Counts. Without it, the explorer's: in units of what the nearest sum before adds
	More       uint8           // see Less
	Drawn      bool            // Choice: of an input of the program
	Part       models.Part     // accesses: the bytes of the location that are accessed; each is coherent on its own
	Narrow     bool            // accesses: Part is a part of a unit of the explorer. Value and Expect of a read are of its bytes; Value of a write is of all bytes
	Inserts    bool            // halves of an RMW: it is a store to the bytes of Part, which reads the other bytes to write all of them. The hardware models order it as a store
	Life       uint16          // Free, End: how many blocks had the address before
	Lock       bool            // accesses: of a lock word
	Within     bool            // Alloc, Reuse: of a realloc
	Shared     bool            // reads: with Mutex: its thread takes the lock as a reader
	Auxiliary  bool            // accesses: of a part of a lock word, beside those by which the thread takes and releases the lock
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
	Early      int32 // writes: how many reads from it were added before it
	Peer       int32 // Create, Join: the other thread. Free: the Reuse that takes the block, or None
	Head       int32 // writes: the release fence or store that heads its release sequence, if it is atomic; or None
	Release    int32 // the latest release fence of the thread up to here, or None
	Section    int32 // 1 + the index of the first event of its atomic section; 0: none
	Value      uint64
	Expect     uint64 // CAS, and with Counts or Blind; Choice: number of alternatives; Barrier: of the end of a wait, what ends it; writes: the explorer's, the time
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
