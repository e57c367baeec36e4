// Package code defines the byte code of compiled programs: the instructions, the immutable
// Program, and a disassembler.
//
// Each call has a window of up to 256 registers of 64 bits. A value narrower than 64 bits
// is kept canonical: a signed one sign-extended, an unsigned one zero-extended, _Bool as 0
// or 1. A value of more than 8 bytes is represented by its number in a trace.Wides. An
// instruction is 8 bytes; its position stands in a table beside the code.
package code

import (
	"slices"
	"sort"
	"strings"

	"fencepost/trace"
)

// Instr is one instruction. Op documents the meaning of A, B, C and Imm.
type Instr struct {
	Op      Op
	A, B, C uint8
	Imm     int32
}

// Access is the static part of a memory access, fence or library call. Imm of an
// instruction refers to it. Access i belongs to Site i.
type Access struct {
	Off      int32       // added to the address register
	Size     uint8       // in bytes; values of more than 8 are numbers of a trace.Wides
	Signed   bool        // a loaded value is sign-extended
	Order    trace.Order // success order
	Fail     trace.Order // compare-exchange: failure order; memcpy and memmove: order of the loads
	RMW      RMWOp       // RMW: function that computes the new value
	Fence    trace.FenceKind
	Kernel   Kernel // the operation in the Linux kernel's model
	Copy     bool   // part of a struct copy: may copy content that was never written
	Weak     bool   // weak compare-exchange: may fail spuriously
	Known    bool   // compare-exchange: the expected value is a constant, so it is not an address from malloc
	Fetch    bool   // RMW: the result is the new value (fetch: old) — see RMW
	Bool     bool   // the object is a _Bool: a computed value is stored as 0 or 1
	Volatile bool   // the object is volatile
	Awaits   string // what a thread waits for that reads this again and again, "a lock"; empty: it only sees a value
	Implied  bool   // atomic: made by the compiler or the library; the source names no order
	Zeroes   bool   // store of calloc: the new block is zero already
	Parts    bool   // atomic: the value may have bytes that were never written, which matter where they are used

	// Load: it is part of a structure of Unit bytes that the program also accesses as a
	// whole. The structure begins Within bytes before it. Unit is 0 otherwise.
	Unit, Within uint8
	Padding      trace.Undef // bytes that belong to no member and may never have been written
}

// Clone returns a program whose slices can be extended and changed. Their elements are
// shared with p where they refer to other data, such as the code of functions.
func (p *Program) Clone() *Program {
	q := *p
	q.Funcs, q.Sites, q.Access = slices.Clone(p.Funcs), slices.Clone(p.Sites), slices.Clone(p.Access)
	q.Consts, q.Strings = slices.Clone(p.Consts), slices.Clone(p.Strings)
	q.Objects, q.TLS = slices.Clone(p.Objects), slices.Clone(p.TLS)
	return &q
}

// Has reports whether the program has an instruction for which is holds. It takes O(code).
func (p *Program) Has(is func(Instr) bool) bool {
	return slices.ContainsFunc(p.Funcs, func(f Func) bool { return slices.ContainsFunc(f.Code, is) })
}

// Synchronisation returns, by site, the library function that accesses a lock word there.
// It takes O(code).
func (p *Program) Synchronisation() map[int32]SysID {
	at := map[int32]SysID{}
	for i := range p.Funcs {
		for _, in := range p.Funcs[i].Code {
			if s := SysID(in.C); in.Op == Sys && s.Synchronises() {
				at[in.Imm] = s
			}
		}
	}
	return at
}

// RMWOp is the function of a read-modify-write.
type RMWOp uint8

// The read-modify-write functions; the result is truncated to the access size.
const (
	Xchg RMWOp = iota
	FetchAdd
	FetchSub
	FetchAnd
	FetchOr
	FetchXor
	FetchNand
	FetchMax // of signed integers
	FetchMin
	FetchMaxU // of unsigned integers
	FetchMinU
	NumRMW
)

// Func is a compiled function.
type Func struct {
	Name   string
	Pos    trace.Pos
	Code   []Instr
	PosOf  []trace.Pos // parallel to Code
	NRegs  int         // window size, at most 256; at least 1
	Params int
	Sig    int32  // functions with the same Sig may be called through the same pointer type
	Locals []Auto // objects that live in memory, created by the Local instruction
	System bool   // it is in an embedded header: its errors are reported at its caller
	Lent   bool   // its private accesses may be of objects of its callers
}

// Auto is an automatic object that lives in memory because its address is
// taken, it is an aggregate, or it may be read before it is written.
type Auto struct {
	Name string
	Pos  trace.Pos
	Size int64
	// Private says that its address is used only by LoadP and StoreP. No other thread can
	// see it, so its accesses are no events.
	Private bool
}

// Object is an object with static or thread storage duration, or a string literal.
type Object struct {
	Name     string
	Pos      trace.Pos
	Size     int64
	Addr     uint64   // static objects: the address; thread-local: 0
	Init     []byte   // initial content; shorter than Size: the rest is zero
	ReadOnly bool     // string literal, or const: a write is an error
	Scalars  []Scalar // scalar leaves, by offset; for display and final values; may be nil
	Overlaid []Scalar // union members that are not in Scalars; for display; may be nil
}

// Scalar is a leaf of an object's type.
type Scalar struct {
	Path   string // suffix of the object's name in C: "", ".next", "[3].key"
	Off    int64
	Size   uint8
	Signed bool
	// Members are the members of a structure of more than 8 bytes that is accessed as a
	// whole.
	Members []Scalar
}

// A Declared is a variable, or a member of a structure: box.ready.
type Declared struct {
	Name   string
	Pos    trace.Pos // of the name
	Record trace.Pos // position of the structure; unset for a variable
}

// A Pointee is the object to which an access goes through a pointer, or of which it names a part.
type Pointee struct {
	Pointer  string // the pointer in the source: r of r->slot[i].key
	Variable bool   // Pointer is the object itself, a local variable
	Shape
	Within bool  // the access is at offset At of the shape; otherwise it covers the whole object
	At     int64 // in bytes
}

// A Shape is the layout of the objects of a type.
type Shape struct {
	Size    int64
	Scalars []Scalar // as in Object
	// Flexible is the shape of an element of the flexible array member, which has the path
	// FlexiblePath and begins at FlexibleOff; nil if there is none.
	Flexible     *Shape
	FlexiblePath string
	FlexibleOff  int64
}

// File is a source file of the program.
type File struct {
	Name string
	Text string
	Unit bool // a translation unit; others are included
}

// Program is a compiled program. It is immutable: any number of machines may
// run it at once.
type Program struct {
	// Inputs are, for each file of LLVM's text, the files that its compiler read beside the
	// source. They are missing if it was not compiled now, or if not all of them are known.
	Inputs   map[string][]string
	Warnings []Warning // of the front end, by position
	// Undefined are the functions and variables without a definition, by their names in the
	// source. A use of one is unsupported.
	Undefined []string
	// Uncalled are the source files whose functions are never called.
	Uncalled   []string
	Name       string // the first source file's name, as given
	Files      []File
	Hash       string // SHA-256 of the preprocessed text, in hexadecimal
	Funcs      []Func
	Main       int // index of main in Funcs
	Init       int // index of a function that runs before main, or -1
	Sites      []trace.Site
	Access     []Access // parallel to Sites
	Consts     []int64
	Objects    []Object           // in order of address; laid out by Layout
	TLS        []Object           // thread-local objects
	Strings    []string           // messages and texts that instructions refer to
	Wides      *trace.Wides       // contents of values of more than 8 bytes in recent executions; nil: there are none
	Members    map[int32][]Scalar // by site: members of the accessed structure, if it has more than 8 bytes; for display
	Pointees   map[int32]Pointee  // by site: for display
	Declared   map[int32]Declared // by site: the accessed member of a structure
	Atomic     uint64             // address of the mutex of atomic sections; 0: there are none
	ReadsClock bool               // a thread looks at its clock
	OneSize    bool               // a race of atomic accesses of different sizes is a data race, as Rust has it
	Kernel     bool               // it includes the Linux kernel's headers
	Orders     []Ordering         // memory orders that differ from those in Files; nil: none
	LockKind   uint64             // address of the kind of a mutex that no function initialised; 0: after its word of 4 bytes
}

// Line returns a line of the source with single blanks and without the backslash that
// continues it; empty if there is none.
func (p *Program) Line(at trace.Pos) string {
	for _, f := range p.Files {
		if f.Name != at.File {
			continue
		}
		n := 0
		for text := range strings.Lines(f.Text) {
			if n++; n == at.Line {
				return strings.TrimRight(strings.Join(strings.Fields(text), " "), "\\ ")
			}
		}
	}
	return ""
}

// A Warning is a doubt of the front end about the source.
type Warning struct {
	Pos     trace.Pos
	Message string
}

// Addresses. The upper bits of an address are the number of a slot of SlotSize bytes. An
// object starts at the first byte of a slot and takes as many slots as it needs. At least
// one byte is spare, so a pointer just past or just before an object lies in no other
// object. Slot 0 is never mapped.
const (
	SlotBits = 16
	SlotSize = 1 << SlotBits
	funcBase = 1 << 46 // address of function 0; no object lies there
)

// Slots returns the number of slots of an object of size bytes.
func Slots(size int64) int64 { return (size+4096)>>SlotBits + 1 }

// FuncAddr returns the address of function i.
func FuncAddr(i int) uint64 { return funcBase + uint64(i)<<4 }

// FuncAt is the inverse of FuncAddr; ok is false if addr is not the address of a function.
func FuncAt(addr uint64) (i int, ok bool) {
	if addr < funcBase || addr&15 != 0 {
		return 0, false
	}
	return int((addr - funcBase) >> 4), true
}

// SizesRace reports whether a race of two atomic accesses of different sizes is a data race, by their sites. What the
// kernel does to the word of a futex is no access of the language.
func (p *Program) SizesRace(a, b int32) bool {
	inKernel := func(site int32) bool { return strings.HasPrefix(p.Sites[site].Func, "__fp_futex") }
	return p.OneSize && !inKernel(a) && !inKernel(b)
}

// ObjectAt returns the static object at addr; nil if there is none. It takes time
// logarithmic in the number of objects.
func (p *Program) ObjectAt(addr uint64) *Object {
	i := sort.Search(len(p.Objects), func(i int) bool { return p.Objects[i].Addr > addr }) - 1
	if i < 0 || addr-p.Objects[i].Addr >= uint64(p.Objects[i].Size) {
		return nil
	}
	return &p.Objects[i]
}

// Layout assigns addresses to objects in order, the first at slot 1, and returns the first
// free slot.
func Layout(objs []Object) (next int64) {
	next = 1
	for i := range objs {
		objs[i].Addr = uint64(next) << SlotBits
		next += Slots(objs[i].Size)
	}
	return next
}
