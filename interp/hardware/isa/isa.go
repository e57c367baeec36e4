// Package isa describes machine instructions as short lists of operations on registers,
// memory and flags.
//
// The packages below it, one for each architecture, decode an instruction into such a list.
// Address, data and control dependencies need no description of their own: whoever runs the
// operations tracks them through the registers. Flags are registers, too.
//
// An access moves 1, 2, 4 or 8 bytes and has Tags: the names of its event in the
// architecture's memory model. A store-exclusive and a compare-exchange are one operation
// each. Whether one succeeds is decided by the memory, not by the instruction.
package isa

import (
	"fmt"

	"fencepost/interp/code"
	"fencepost/trace"
)

// Reg is a register of a thread: first the registers of the architecture, then flags, then
// temporaries, which are undefined at the start of each instruction.
type Reg uint8

// None is no register: it reads as 0, and writes to it have no effect.
const None Reg = 255

// Kind is the kind of an operation.
type Kind uint8

// The operations.
const (
	Set     Kind = iota // D = Imm
	Compute             // D = A Op B; Op is an instruction of code that computes
	Select              // D = C != 0 ? A : B; D depends on the chosen register, and on C through a choice
	Load                // D = *A
	Store               // *A = B
	LoadX               // D = *A, and *A is reserved
	StoreX              // *A = B if *A is reserved, and D = 0; or nothing, and D = 1
	Amo                 // D = *A, *A = RMW(D, B), in one step
	Cas                 // D = *A, and *A = C if D == B, in one step; E = D == B
	Fence
	FenceAt // a fence that concerns the location at A and depends on B; D identifies it
	Branch  // to Target if A Op B; Op is a jump of code
	Observe // shows A at *(B+Imm) when the thread has ended; no event
	Free    // overwrites the block at A
	Refuse  // Thread.Refused[Imm] is unsupported; no operation follows
)

// An Instr is one operation. Registers that it does not use are None.
type Instr struct {
	Kind       Kind
	Op         code.Op
	RMW        code.RMWOp
	D, E       Reg // written
	A, B, C    Reg // read
	Imm        int64
	Size       uint8 // of an access, in bytes
	Signed     bool  // a loaded value is sign-extended
	Weak       bool  // Cas: may fail though D == B
	Waits      bool  // Cas, or Amo with Unless: the thread waits instead of not writing
	Unless     bool  // Amo: it does not write if it reads C
	OneEvent   bool  // Amo, Cas: reading and writing are one event, as in C
	Choice     bool  // Cas: the value read decides only whether it writes, not what it writes
	Tags       Tags  // of all events
	ReadTags   Tags  // of reads, in addition to Tags
	WriteTags  Tags  // of writes, in addition to Tags
	FailTags   Tags  // Cas: of a failing read, instead of Tags and ReadTags
	Dependence Dependence
	Target     int32 // Branch
	Join       int32 // Branch: where its control dependencies end; 0: they do not end
	Src        int32 // index of Thread.Src
}

// Dependence says on what the result of a StoreX depends.
type Dependence uint8

// The forms of dependence.
const (
	NoDependence Dependence = iota // on nothing: Armv8
	OnOperands                     // on the dependencies of address and value: Power, Armv7
	OnWrite                        // on the write, if there is one: RISC-V
)

// A Source is the instruction of a thread to which an operation belongs.
type Source struct {
	Pos  trace.Pos
	Text string
}

// A Thread is a list of operations; the thread ends after the last one.
type Thread struct {
	Name    string
	Code    []Instr
	Src     []Source
	Regs    int     // registers in use
	Refused []error // by the Imm of a Refuse: an *Unsupported
}

// A Location is an object in memory that threads share. Each access covers the whole
// object.
type Location struct {
	Name string
	Addr uint64
	Init int64
	Main uint64 // a set of threads that may not access it: main does so while they run
}

// A Program is a test: its threads run at once. It is immutable.
type Program struct {
	Threads   []*Thread
	Locations []Location // in order of address
	Blocks    []Block    // blocks that may be freed
	// End is run alone when all threads have ended; it only reads. It may be nil.
	End *Thread
}

// FailedAt returns the address at which a thread shows the site of a failed assertion, plus
// one. There is no location at it.
func FailedAt(thread int) uint64 { return uint64(-1 - int64(thread)) }

// Run runs a thread that only reads, alone, on final values. It returns the site of an
// assertion that fails. Loops end after a bound.
func (t *Thread) Run(final func(addr uint64, size uint8) uint64) (site int32, failed bool) {
	const bound = 100_000
	r := make([]int64, None)
	for pc, n := 0, 0; pc < len(t.Code) && n < bound; n++ {
		in := &t.Code[pc]
		pc++
		switch in.Kind {
		case Set:
			r[in.D] = in.Imm
		case Compute:
			r[in.D], _ = code.Eval(in.Op, r[in.A], r[min(in.B, None-1)])
		case Load:
			r[in.D] = code.Extend(int64(final(uint64(r[in.A]), in.Size)), in.Size, in.Signed)
		case Branch:
			if code.Taken(in.Op, r[min(in.A, None-1)], r[min(in.B, None-1)]) {
				pc = int(in.Target)
			}
		case Observe:
			if v := r[in.A]; v != 0 {
				return int32(v - 1), true
			}
		}
	}
	return 0, false
}

// Unsupported is the error for a feature of an architecture that this package does not
// support.
type Unsupported struct{ Message string }

// Error returns the message.
func (e *Unsupported) Error() string { return e.Message }

func unsupported(format string, args ...any) error {
	return &Unsupported{fmt.Sprintf(format, args...) + " not supported"}
}
