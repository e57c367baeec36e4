// Package litmus reads litmus tests: small concurrent programs with a
// condition on their final states, in herd's formats for C and for the assembly of
// X86, X86_64, AArch64, ARM, PPC and RISCV (Alglave, Maranget, Tautschnig, "Herding
// cats", TOPLAS 2014).
//
// A test becomes a code.Program that any machine and any explorer runs: main
// starts the threads P0, P1, ... at once and joins them; a shared location is a
// static object whose initial content is that of the init section, so the
// initial writes are no events and race with nothing. Observed registers are
// copied to objects of their own by private stores at the end of their thread:
// no events either, so that the executions of the program are those of the
// test. A State is read from memory when all threads have ended and all
// buffers are empty; Outcomes collects states and judges the condition.
//
// C threads know int, atomic_int and pointers to them. Their registers are
// ints that start as 0, and belong to the thread, not to the block that
// declares them. The expected value of a compare-exchange is a shared
// location: read before by a plain load, overwritten by a plain store after a
// failure. Beside herd's subset, a plain access of an atomic_int is seq_cst,
// as in C, and the operators !, &&, || and % are known.
//
// In assembly, MOV is a plain access, MFENCE a store-load fence, and a locked
// instruction, as XCHG with memory always is, a seq_cst RMW, which with the
// default mapping drains the buffers under every model. SFENCE and LFENCE are
// the fences ss and ll, which do nothing in TSO. The other instructions that
// change memory are a load and a store apart.
//
// Assembly is decoded by the packages below isa, too, for package candidates:
// Test.Machine. Of AArch64, ARM, PPC and RISCV there is nothing else: their memory
// models are none of the machines'.
package litmus

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
	"fencepost/interp/hardware/isa/aarch64"
	"fencepost/interp/hardware/isa/arm"
	"fencepost/interp/hardware/isa/ppc"
	"fencepost/interp/hardware/isa/riscv"
	"fencepost/interp/hardware/isa/x86"
	"fencepost/trace"
)

// Arch is the language of a test's threads.
type Arch string

// The languages.
const (
	C      Arch = "C"
	Linux  Arch = "the kernel's C" // C with the Linux kernel's primitives; its header is that of C
	X86    Arch = "X86"
	X86_64 Arch = "X86_64"

	AArch64 Arch = "AArch64"
	ARM     Arch = "ARM"
	PPC     Arch = "PPC"
	RISCV   Arch = "RISCV"
)

// Runs reports whether the machines run tests of an architecture.
func (a Arch) Runs() bool { return a == C || a == X86 || a == X86_64 }

// architectures are those that isa decodes.
var architectures = map[Arch]*isa.Arch{X86: x86.X86, X86_64: x86.X86_64, AArch64: aarch64.Arch, ARM: arm.Arch, PPC: ppc.Arch, RISCV: riscv.Arch}

// Quantifier says of how many final states the condition speaks.
type Quantifier string

// The quantifiers, as they are written.
const (
	Exists    Quantifier = "exists"
	NotExists Quantifier = "~exists"
	Forall    Quantifier = "forall"
)

// A Test is a parsed litmus test. It is immutable.
type Test struct {
	Name string
	Arch Arch
	Doc  string // the quoted string behind the name
	Info []Info
	// Program is the test for the machines. If they do not run its architecture, it
	// has only its sources, its objects and a main that refuses to run.
	Program *code.Program
	Machine *isa.Program  // of assembly; of C nil
	Kernel  *code.Program // of the Linux kernel's C: what a model's mapping lowers

	Quantifier Quantifier
	Condition  *Prop
	Filter     *Prop // executions that it excludes do not count; nil: none
	// Observed are the locations and registers of the locations section and
	// the condition, in the order of a state line: registers by thread and
	// name, then shared locations by name.
	Observed []Location
	// Registers are the named registers of each thread that the machines run.
	Registers [][]Register

	addresses map[int64]string // names of the locations whose addresses are values; nil: none
}

// Info is a Key=Value line of the header.
type Info struct{ Key, Value string }

// A Location is a shared location or a register of a thread.
type Location struct {
	Thread int // whose register; -1: a shared location
	Name   string
	Addr   uint64 // where its final value stands
	Size   uint8  // bytes there; the value is signed
}

// A Register is a named register of a thread while it runs: register Number of the frame
// of its function. It is set when the instruction at Set was executed.
type Register struct {
	Name   string
	Number int
	Set    int
}

// maxSource bounds the size of a test in bytes.
const maxSource = 1 << 20

// Parse reads the litmus test src; name is its file's, for positions. The
// error is an *trace.Diagnostic.
func Parse(name string, src []byte) (*Test, error) {
	p := &parser{scanner: newScanner(name, src)}
	if len(src) > maxSource {
		p.errorf(trace.Pos{File: name, Line: 1, Col: 1}, "the file is larger than %d bytes", maxSource)
	}
	p.parse()
	if p.err != nil {
		return nil, p.err
	}
	return p.test, nil
}

// A parser reads one test and assembles its program on the way.
type parser struct {
	*scanner
	test         *Test
	asm          *assembler
	depth        int // of nested expressions, statements and propositions
	initial      map[register]initialValue
	initialOrder []register
	observed     map[register]bool // in Test.Observed
	// find returns the location of a name, thread -1 being none, of a proposition that
	// stands in no test; nil in a test.
	find func(thread int, name string) (Location, error)
}

// A register names a register of a thread, or, of thread -1, a shared location.
type register struct {
	thread int
	name   string
}

// An initialValue is what the init section gives to a register.
type initialValue struct {
	pos    trace.Pos
	value  int64
	symbol string // not empty: the address of this location instead
}

// maxDepth bounds the nesting of expressions, statements and propositions.
const maxDepth = 500

// enter goes one level deeper; leave must follow.
func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.unsupportedf(p.tok.pos, "nesting deeper than %d is", maxDepth)
	}
}

func (p *parser) leave() { p.depth-- }

// parse reads the sections of a test in order.
func (p *parser) parse() {
	p.test = &Test{}
	p.initial, p.observed = make(map[register]initialValue), make(map[register]bool)
	p.header()
	if p.test.Arch == C && p.err == nil {
		p.test.Arch = p.dialect()
	}
	p.asm = newAssembler(p.scanner, p.test.Arch)
	p.init()
	switch {
	case p.test.Arch == C:
		p.cThreads()
	case p.test.Arch == Linux:
		p.kernelThreads()
	default:
		p.isaThreads()
	}
	p.tail()
	if p.err != nil {
		return
	}
	slices.SortFunc(p.test.Observed, p.asm.compare)
	p.test.addresses = p.asm.names()
	if p.test.Arch != C && p.test.Arch != Linux {
		p.test.Machine = p.asm.machine(p.test.Name)
	}
	prog := p.asm.link()
	if p.err != nil {
		return
	}
	if p.test.Arch == Linux {
		kernel := *prog
		p.test.Kernel = &kernel
		prog.Funcs = []code.Func{p.asm.refusal()}
	}
	for _, t := range p.asm.threads {
		p.test.Registers = append(p.test.Registers, t.listed)
	}
	sum := sha256.Sum256([]byte(p.src))
	prog.Name, prog.Hash = p.file, hex.EncodeToString(sum[:])
	prog.Files = []code.File{{Name: p.file, Text: p.src}}
	p.test.Program = prog
}
