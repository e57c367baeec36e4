// Package code defines the byte code that C11 programs are compiled to: the
// instructions, the immutable Program, and a disassembler.
//
// The machine has a window of up to 256 registers of 64 bits a call. A value
// narrower than 64 bits is kept canonical: a signed one sign-extended, an
// unsigned one zero-extended, _Bool as 0 or 1. One of more than 8 bytes is its number in
// a trace.Wides. An instruction is 8 bytes; its
// position stands in a table beside the code, off the hot path.
package code

import (
	"slices"
	"sort"
	"strings"

	"fencepost/trace"
)

// Instr is one instruction. What A, B, C and Imm mean is said at each Op.
type Instr struct {
	Op      Op
	A, B, C uint8
	Imm     int32
}

// Access is the static part of a memory access, fence or library call: what
// the byte code's Imm refers to. Access i belongs to Site i.
type Access struct {
	Off      int32       // added to the address register
	Size     uint8       // bytes; values of more than 8 are numbers of a trace.Wides
	Signed   bool        // a loaded value is sign-extended
	Order    trace.Order // success order
	Fail     trace.Order // compare-exchange: failure order
	RMW      RMWOp       // RMW: how the new value is computed
	Fence    trace.FenceKind
	Kernel   Kernel // what the Linux kernel calls the operation
	Copy     bool   // part of a struct copy: moves never-written content silently
	Weak     bool   // weak compare-exchange: may fail spuriously
	Known    bool   // compare-exchange: what it expects is a constant, so no address that malloc returned
	Fetch    bool   // RMW: the result is the new value (fetch: old) — see RMW
	Bool     bool   // the object is a _Bool: a computed value is stored as 0 or 1
	Volatile bool   // the object is volatile
	Lock     bool   // a look at a lock, in a loop that ends when the thread has it
	Implied  bool   // atomic: the compiler's or the library's own, for which the source names no order
	Parts    bool   // atomic: the value may be a structure, of which bytes between the members were never written

	// Load: of a part of a structure of Unit bytes that the program accesses as a whole, too,
	// which begins Within bytes before; Unit is 0 otherwise.
	Unit, Within uint8
	Padding      trace.Undef // what belongs to no member: it may never have been written
}

// Clone returns a program whose lists may be added to and have their elements replaced. What the
// elements refer to, such as the code of functions, is shared with p.
func (p *Program) Clone() *Program {
	q := *p
	q.Funcs, q.Sites, q.Access = slices.Clone(p.Funcs), slices.Clone(p.Sites), slices.Clone(p.Access)
	q.Consts, q.Strings = slices.Clone(p.Consts), slices.Clone(p.Strings)
	q.Objects, q.TLS = slices.Clone(p.Objects), slices.Clone(p.TLS)
	return &q
}

// Synchronisation returns the library function that accesses a lock word at each site where
// one does. O(code).
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
	Sig    int32  // functions with equal Sig may be called through one pointer type
	Locals []Auto // objects that live in memory, created by the Local instruction
	System bool   // stands in an embedded header: what goes wrong in it is reported at its caller
}

// Auto is an automatic object that lives in memory because its address is
// taken, it is an aggregate, or it may be read before it is written.
type Auto struct {
	Name string
	Pos  trace.Pos
	Size int64
	// Private: no address of it leaves the function except to LoadP, StoreP;
	// no other thread can see it, so its accesses are no events.
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
	Scalars  []Scalar // scalar leaves, in order of offset; for display and final values; may be nil
	Overlaid []Scalar // those of the members of unions that Scalars does not have; for display; may be nil
}

// Scalar is a leaf of an object's type.
type Scalar struct {
	Path   string // as in C behind the object's name: "", ".next", "[3].key"
	Off    int64
	Size   uint8
	Signed bool
	// Members are what the value of a structure of more than 8 bytes that is accessed as a whole
	// consists of.
	Members []Scalar
}

// A Declared is a variable, or a member of a structure: box.ready.
type Declared struct {
	Name   string
	Pos    trace.Pos // of the name
	Record trace.Pos // of the structure; unset of a variable
}

// A Pointee is what an access goes through a pointer to.
type Pointee struct {
	Pointer string // the pointer as the source has it: r of r->slot[i].key
	Shape
	Within bool  // At says where in that shape the access is; else the shape is that of a whole object
	At     int64 // in bytes
}

// A Shape is what the objects of a type consist of.
type Shape struct {
	Size    int64
	Scalars []Scalar // as Object has them
	// Flexible is the shape of an element of the flexible array member behind all others, which
	// has the path FlexiblePath and begins at FlexibleOff; nil if there is none.
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
	// Inputs are, of a file that is LLVM's text, the files that its compiler read beside the source. Of
	// what was not compiled now, or reads more than is known, there are none.
	Inputs   map[string][]string
	Warnings []Warning // what the front end accepted with a warning, by position
	// Undefined are the functions and variables that nothing defines, by their names in the
	// source; where they are used the program is not supported.
	Undefined []string
	// Uncalled are the source files with functions none of which is ever called.
	Uncalled []string
	Name     string // the first source file's name, as given
	Files    []File
	Hash     string // of the preprocessed text: hex SHA-256
	Funcs    []Func
	Main     int // index of main in Funcs
	Init     int // index of a function that runs before main, or -1
	Sites    []trace.Site
	Access   []Access // parallel to Sites
	Consts   []int64
	Objects  []Object           // in order of address; laid out by Layout
	TLS      []Object           // thread-local objects
	Strings  []string           // messages and texts that instructions refer to
	Wides    *trace.Wides       // what values of more than 8 bytes stand for that were told of last; nil: there are none
	Members  map[int32][]Scalar // by site: what the structure of more than 8 bytes that is accessed consists of; for display
	Pointees map[int32]Pointee  // by site: what its pointer points to; for display
	Declared map[int32]Declared // by site: the member of a structure that is accessed
	Atomic   uint64             // address of the mutex of atomic sections; 0: there are none
	Kernel   bool               // it has the Linux kernel's headers
	Orders   []Ordering         // by which it differs from what its files say; nil: it does not
	LockKind uint64             // where the kind of a mutex stands that no function has initialised; 0: behind its word of 4 bytes
}

// Line returns the text of a line of the source, with single blanks and without the backslash that goes
// on with the next; empty if it is not there.
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

// Addresses. The upper bits of an address number a slot of SlotSize bytes;
// an object starts at the first byte of a slot and takes as many as it needs,
// with at least one spare byte, so that a pointer just past or just before an
// object lies in no other. Slot 0 is never mapped.
const (
	SlotBits = 16
	SlotSize = 1 << SlotBits
	funcBase = 1 << 46 // function pointers lie here; no object does
)

// Slots returns how many slots an object of the given size takes.
func Slots(size int64) int64 { return (size+4096)>>SlotBits + 1 }

// FuncAddr is the address of function i.
func FuncAddr(i int) uint64 { return funcBase + uint64(i)<<4 }

// FuncAt is the inverse of FuncAddr; ok is false if addr is no function's address.
func FuncAt(addr uint64) (i int, ok bool) {
	if addr < funcBase || addr&15 != 0 {
		return 0, false
	}
	return int((addr - funcBase) >> 4), true
}

// ObjectAt returns the static object that addr is in; nil if it is in none. It takes time
// logarithmic in the number of objects.
func (p *Program) ObjectAt(addr uint64) *Object {
	i := sort.Search(len(p.Objects), func(i int) bool { return p.Objects[i].Addr > addr }) - 1
	if i < 0 || addr-p.Objects[i].Addr >= uint64(p.Objects[i].Size) {
		return nil
	}
	return &p.Objects[i]
}

// Layout assigns addresses to objects in order, the first at slot 1, and
// returns the first slot that is free.
func Layout(objs []Object) (next int64) {
	next = 1
	for i := range objs {
		objs[i].Addr = uint64(next) << SlotBits
		next += Slots(objs[i].Size)
	}
	return next
}
