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

// Reg numbers a register of a thread: those of the architecture first, then flags,
// then temporaries, which hold nothing from one instruction to the next.
type Reg uint8

// None is no register: what is read of it is 0, what is written to it is lost.
const None Reg = 255

// Kind says what an operation does.
type Kind uint8

// The operations.
const (
	Set     Kind = iota // D = Imm
	Compute             // D = A Op B; Op is an instruction of code that computes
	Select              // D = C != 0 ? A : B; D depends on the chosen one, and on C by a choice
	Load                // D = *A
	Store               // *A = B
	LoadX               // D = *A, and *A is reserved
	StoreX              // *A = B if *A is reserved, and D = 0; or nothing, and D = 1
	Amo                 // D = *A, *A = RMW(D, B), in one step
	Cas                 // D = *A, and *A = C if D == B, in one step; E = D == B
	Fence
	FenceAt // a fence about the location at A, which depends on B; D names it
	Branch  // to Target if A Op B; Op is a jump of code
	Observe // *(B+Imm) shows A when the thread has ended; no event
	Free    // the block at A is written over
	Refuse  // Thread.Refused[Imm] is not supported; no other operation follows
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
	Waits      bool  // Cas, Amo that is Unless: where it would not write, the thread waits
	Unless     bool  // Amo: it only reads if what it reads is C
	OneEvent   bool  // Amo, Cas: reading and writing are one event, as in C
	Choice     bool  // Cas: what is read decides only whether it writes, not what
	Tags       Tags  // of all its events
	ReadTags   Tags  // of its reads beside Tags
	WriteTags  Tags  // of its writes beside Tags
	FailTags   Tags  // Cas: of the read that fails, in place of Tags and ReadTags
	Dependence Dependence
	Target     int32 // Branch
	Join       int32 // Branch: where its control dependencies end; 0: nowhere
	Src        int32 // index of Thread.Src
}

// Dependence says on what the result of a StoreX depends.
type Dependence uint8

// The forms of dependence.
const (
	NoDependence Dependence = iota // on nothing: Armv8
	OnOperands                     // on what address and value depend on: Power, Armv7
	OnWrite                        // on the write, if there is one: RISC-V
)

// A Source is where an operation stands: an instruction of a thread.
type Source struct {
	Pos  trace.Pos
	Text string
}

// A Thread is a list of operations; the thread ends behind the last one.
type Thread struct {
	Name    string
	Code    []Instr
	Src     []Source
	Regs    int     // registers in use
	Refused []error // by the Imm of a Refuse: an *Unsupported
}

// A Location is an object in memory that threads share. Each is accessed as a
// whole.
type Location struct {
	Name string
	Addr uint64
	Init int64
}

// A Program is a test: its threads run at once. It is immutable.
type Program struct {
	Name      string
	Threads   []*Thread
	Locations []Location // in order of address
	Blocks    []Block    // what may be freed
	// End is what is done when all threads have ended, alone; it only reads. nil: nothing.
	End *Thread
}

// FailedAt is the address at which a thread shows the site of an assertion that has
// failed, plus one. No location is there.
func FailedAt(thread int) uint64 { return uint64(-1 - int64(thread)) }

// Run runs a thread that only reads, alone, by final values; it returns the site of an
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
			r[in.D], _ = Eval(in.Op, r[in.A], r[min(in.B, None-1)])
		case Load:
			r[in.D] = Extend(int64(final(uint64(r[in.A]), in.Size)), in.Size, in.Signed)
		case Branch:
			if Taken(in.Op, r[min(in.A, None-1)], r[min(in.B, None-1)]) {
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

// Unsupported is an error of what an architecture has and this package has not.
type Unsupported struct{ Message string }

// Error returns the message.
func (e *Unsupported) Error() string { return e.Message }

func unsupported(format string, args ...any) error {
	return &Unsupported{fmt.Sprintf(format, args...) + " not supported"}
}
