// Package litmus reads litmus tests: small concurrent programs with a condition on their
// final states, in herd's formats for C and for the assembly of X86, X86_64, AArch64, ARM,
// PPC and RISCV (Alglave, Maranget, Tautschnig, "Herding cats", TOPLAS 2014).
//
// A test becomes a code.Program that any machine and any explorer runs. main starts the
// threads P0, P1, ... at once and joins them. A shared location is a static object whose
// initial content is given by the init section, so the initial writes are no events and race
// with nothing. At the end of each thread, private stores copy its observed registers to
// objects of their own. These are no events either, so the program has the executions of the
// test. A State is read from memory when all threads have ended and all buffers are empty.
// Outcomes collects states and judges the condition.
//
// C threads support int, atomic_int and pointers to them. Their registers are ints that
// start as 0, and belong to the thread, not to the block that declares them. The expected
// value of a compare-exchange is a shared location: a plain load reads it before, and a
// plain store overwrites it after a failure. In addition to herd's subset, a plain access
// of an atomic_int is seq_cst, as in C, and the operators !, &&, || and % are supported.
//
// In assembly, MOV is a plain access and MFENCE a store-load fence. A locked instruction,
// as XCHG with memory always is, is a seq_cst RMW, which with the default mapping drains
// the buffers under every model. SFENCE and LFENCE are the fences ss and ll, which do
// nothing in TSO. Other instructions that change memory are a load and a separate store.
//
// For package candidates the packages below isa decode assembly: Test.Machine. Tests of
// AArch64, ARM, PPC and RISCV have only that form, because no machine has their memory
// models.
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
	"fencepost/trace/lists"
)

// Arch is the language of a test's threads.
type Arch string

// The languages.
const (
	C      Arch = "C"
	Linux  Arch = "the kernel's C" // C with the Linux kernel's primitives; its header names it C
	X86    Arch = "X86"
	X86_64 Arch = "X86_64"

	AArch64 Arch = "AArch64"
	ARM     Arch = "ARM"
	PPC     Arch = "PPC"
	RISCV   Arch = "RISCV"
)

// Runs reports whether the machines run tests of an architecture.
func (a Arch) Runs() bool { return a == C || a == X86 || a == X86_64 }

// architectures are the architectures that package isa decodes.
var architectures = map[Arch]*isa.Arch{X86: x86.X86, X86_64: x86.X86_64, AArch64: aarch64.Arch, ARM: arm.Arch, PPC: ppc.Arch, RISCV: riscv.Arch}

// Quantifier says how many of the final states must satisfy the condition.
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
	// Program is the test for the machines. If no machine runs its architecture, it has
	// only sources, objects and a main that refuses to run.
	Program *code.Program
	Machine *isa.Program  // of assembly; nil for C
	Kernel  *code.Program // of the Linux kernel's C: the program that a model's mapping lowers

	Quantifier Quantifier
	Condition  *Prop
	Filter     *Prop // executions that do not satisfy it do not count; nil: none
	// Observed are the locations and registers of the locations section and the condition,
	// in the order of a state line: registers by thread and name, then shared locations by
	// name.
	Observed []Location
	// Registers are the named registers of each thread, if a machine runs them.
	Registers [][]Register

	addresses map[int64]string // names of the locations whose addresses occur as values; nil: none
}

// A Location is a shared location or a register of a thread.
type Location struct {
	Thread int // thread of the register; -1 for a shared location
	Name   string
	Addr   uint64 // address of its final value
	Size   uint8  // in bytes; the value is signed
}

// A Register is a named register of a running thread: register Number of the frame of its
// function. It is set once the instruction at Set has been executed.
type Register struct {
	Name   string
	Number int
	Set    int
}

// maxSource bounds the size of a test in bytes.
const maxSource = 1 << 20

// Parse reads the litmus test src. Positions name the file name. The error is a *trace.Diagnostic.
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

// A parser reads one test and assembles its program while reading.
type parser struct {
	*scanner
	test         *Test
	asm          *assembler
	depth        int // of nested expressions, statements and propositions
	initial      map[register]initialValue
	initialOrder []register
	observed     map[register]bool // in Test.Observed
	// find is the argument of ParseCondition, for a proposition outside of a test; nil in a test.
	find func(thread int, name string) (Location, error)
}

// A register identifies a register of a thread, or, with thread -1, a shared location.
type register struct {
	thread int
	name   string
}

// An initialValue is the value that the init section gives to a register.
type initialValue struct {
	pos    trace.Pos
	value  int64
	symbol string // if not empty: the address of this location instead
}

// maxDepth bounds the nesting of expressions, statements and propositions.
const maxDepth = 500

// enter goes one level deeper. leave must follow.
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
		p.cThreads(p.cThread)
	case p.test.Arch == Linux:
		p.asm.width = observerSize
		p.cThreads(p.kernelThread)
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
		p.test.Machine = p.asm.machine()
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
	p.test.Registers = lists.Map(p.asm.threads, func(t *thread) []Register { return t.listed })
	sum := sha256.Sum256([]byte(p.src))
	prog.Name, prog.Hash = p.file, hex.EncodeToString(sum[:])
	prog.Files = []code.File{{Name: p.file, Text: p.src}}
	p.test.Program = prog
}
