// Package ir reads LLVM's assembly text, of LLVM 15 to 22, with opaque pointers.
//
// Parse finds the definitions of a file. Body parses the body of a function when it is first called,
// and Node a metadata node likewise, so the parts of a file that a program does not use cost little.
// Attributes, metadata and debug records that are not needed are skipped, including unknown ones.
package ir

import (
	"strings"

	"fencepost/trace"
)

// A Kind is the kind of a type.
type Kind uint8

// The kinds of types.
const (
	Void Kind = iota
	Int       // Bits wide
	Float
	Double
	LongDouble // x86_fp80, and other formats that the machine does not have
	Ptr
	Array  // Len elements of Elem
	Vector // Len elements of Elem
	Struct // Fields
	Func   // Elem is the result, Fields are the parameters
	Label
	Metadata
	Opaque
)

// A Type is a type. Types with equal text are one pointer within a module.
type Type struct {
	Kind     Kind
	Bits     int
	Len      int64
	Elem     *Type
	Fields   []*Type
	Packed   bool
	Variadic bool
	Name     string // of a named structure, without %
	text     string
	size     int64 // result of Size; -1: not computed yet
	align    int64
}

// String returns the type as LLVM writes it.
func (t *Type) String() string { return t.text }

// IsAggregate reports whether values of the type have parts.
func (t *Type) IsAggregate() bool { return t.Kind == Struct || t.Kind == Array }

// Align returns the alignment on x86-64.
func (t *Type) Align() int64 { t.layout(0); return max(1, t.align) }

// Size returns the bytes that an element of an array of the type takes on x86-64.
func (t *Type) Size() int64 { t.layout(0); return t.size }

// maxNesting bounds how deep types, constants and expressions are nested.
const maxNesting = 200

// maxSize bounds the size of a type.
const maxSize = 1 << 40

func (t *Type) layout(depth int) {
	if t.size >= 0 {
		return
	}
	t.size, t.align = 0, 1
	if depth > maxNesting {
		return
	}
	switch t.Kind {
	case Int:
		n := int64(1)
		for n*8 < int64(t.Bits) {
			n *= 2
		}
		t.size, t.align = n, min(n, 16)
	case Float:
		t.size, t.align = 4, 4
	case Double, Ptr:
		t.size, t.align = 8, 8
	case LongDouble:
		t.size, t.align = 16, 16
	case Vector:
		t.Elem.layout(depth + 1)
		bits := 8 * t.Elem.size
		if t.Elem.Kind == Int {
			bits = int64(t.Elem.Bits)
		}
		t.size, t.align = maxSize, 1
		if t.Len <= maxSize/max(1, bits) {
			t.size = (t.Len*bits + 7) / 8
			for t.align < t.size && t.align < maxAlign {
				t.align *= 2
			}
			t.size = roundUp(t.size, t.align)
		}
	case Array:
		t.Elem.layout(depth + 1)
		t.size, t.align = min(t.Elem.size*t.Len, maxSize), max(1, t.Elem.align)
		if t.Elem.size > 0 && t.Len > maxSize/t.Elem.size {
			t.size = maxSize
		}
	case Struct:
		end := int64(0)
		for _, f := range t.Fields {
			f.layout(depth + 1)
			if !t.Packed {
				end = roundUp(end, max(1, f.align))
				t.align = max(t.align, f.align)
			}
			end = min(end+f.size, maxSize)
		}
		t.size = roundUp(end, t.align)
	}
}

// maxAlign bounds how vectors are aligned.
const maxAlign = 64

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }

// Offset returns where field i of a structure begins.
func (t *Type) Offset(i int) int64 {
	end := int64(0)
	for k, f := range t.Fields {
		if !t.Packed {
			end = roundUp(end, f.Align())
		}
		if k == i {
			return end
		}
		end += f.Size()
	}
	return end
}

// A Value is an operand: an *Instr, a *Param, a *Const, a *Global or a *Function.
type Value interface{ Type() *Type }

// A Param is a parameter of a function.
type Param struct {
	T     *Type
	Name  string
	ByVal *Type // the caller's object is copied for the callee; nil: it is not
}

// Type returns the type of the parameter.
func (p *Param) Type() *Type { return p.T }

// ConstKind is the kind of a constant.
type ConstKind uint8

// The kinds of constants.
const (
	ConstInt   ConstKind = iota // Low and High are its bits, sign-extended
	ConstFloat                  // Low is its bit pattern, of the type's size
	ConstNull                   // also zeroinitializer
	ConstUndef                  // also poison
	ConstAggregate
	ConstBytes // Bytes of a string
	ConstExpr  // Op of Elems, with the source type From of getelementptr
	ConstAsm   // inline assembly: Text
	ConstMetadata
)

// A Const is a constant.
type Const struct {
	T         *Type
	Kind      ConstKind
	Low, High uint64
	Elems     []Value
	Bytes     []byte
	Op        string
	From      *Type
	Text      string
	Intel     bool // ConstAsm: in Intel's syntax
}

// Type returns the type of the constant.
func (c *Const) Type() *Type { return c.T }

// Linkage says whether a name is defined elsewhere.
type Linkage uint8

// What matters of linkages.
const (
	Defined Linkage = iota
	External
	ExternWeak
)

// A Global is a variable, or an alias.
type Global struct {
	Name        string
	Pos         trace.Pos
	T           *Type
	Linkage     Linkage
	Constant    bool
	ThreadLocal bool
	Local       bool // private or internal
	Alias       bool // Init is the aliased value
	Init        Value
	Debug       []int // numbers of metadata nodes

	ptr    *Type
	module *Module
	at     int // where the initialiser is in the text
}

// Type returns the type of a pointer to the variable.
func (g *Global) Type() *Type { return g.ptr }

// Module returns the module of the variable.
func (g *Global) Module() *Module { return g.module }

// A Function is a function, declared or defined.
type Function struct {
	Name     string
	Pos      trace.Pos
	Result   *Type
	Params   []*Param
	Variadic bool
	Declared bool // and not defined
	Optional bool // declared extern_weak: its address is null if nothing defines it
	Local    bool // private or internal
	Weak     bool // another definition may replace it
	NoUnwind bool
	NoReturn bool
	Debug    int // number of its DISubprogram; -1: none

	Blocks  []*Block
	Declare []Declaration

	ptr, ft *Type
	module  *Module
	body    int // where the body begins in the text
	parsed  bool
	err     error
}

// Type returns the type of a pointer to the function.
func (f *Function) Type() *Type { return f.ptr }

// isDestructor reports whether the function is a destructor of C++, by its name.
func (f *Function) isDestructor() bool {
	return strings.HasPrefix(f.Name, "_Z") && (strings.HasSuffix(f.Name, "D0Ev") || strings.HasSuffix(f.Name, "D1Ev") || strings.HasSuffix(f.Name, "D2Ev"))
}

// Declare returns a function of a name that only the linker knows.
func (m *Module) Declare(name string) *Function {
	return &Function{Name: name, Declared: true, ptr: m.PtrType(), module: m}
}

// Module returns the module of the function.
func (f *Function) Module() *Module { return f.module }

// FuncType returns the type of the function.
func (f *Function) FuncType() *Type { return f.ft }

// A Declaration relates a value to the variable of the source whose address it is.
type Declaration struct {
	Value    Value
	Module   *Module
	Variable int  // number of its DILocalVariable
	Expr     bool // the value is not the plain address
	Content  bool // the value is the content of the variable, not its address
}

// A Loc is a place in the source: a DILocation of a module, and if its function was inlined the
// place of the call.
type Loc struct {
	Module *Module
	Node   int
	Caller *Loc
}

// A Block is a basic block: phis first, the last instruction ends it.
type Block struct {
	Name  string
	Code  []*Instr
	Index int
}

// An Instr is an instruction.
type Instr struct {
	Op      string
	T       *Type // of the result
	Name    string
	Args    []Value
	Blocks  []*Block // targets; of phi: where Args come from
	Elem    *Type    // alloca: of the object; getelementptr: source element; call: the function's type; load, store and atomic ones: what is accessed
	Indices []int    // extractvalue, insertvalue
	Pred    string   // icmp, fcmp; atomicrmw: its operation
	Order   trace.Order
	Fail    trace.Order
	Weak    bool
	Vol     bool
	Signal  bool   // fence and accesses: syncscope("singlethread")
	Awaits  string // accesses: the scope in the runtime: they are in a loop that waits for this, "a lock"
	Atomic  bool
	NoWrap  bool // nsw
	Cleanup bool
	NoThrow bool    // call: nounwind
	Fixed   bool    // load: of memory that never changes
	Table   bool    // load, and store in a destructor: of the pointer to an object's virtual table, which never changes
	ByVal   []*Type // call: by argument; nil: none is
	Clauses []Clause
	Loc     *Loc    // its place in the source; nil: none
	Copies  []int64 // memcpy: offset, size and a number that says nothing, of each scalar
	Pos     trace.Pos
}

// Type returns the type of the result.
func (i *Instr) Type() *Type { return i.T }

// A Clause is a clause of a landing pad.
type Clause struct {
	Filter bool
	Value  Value
}

// Ends reports whether an instruction ends its block.
func (i *Instr) Ends() bool {
	switch i.Op {
	case "ret", "br", "switch", "indirectbr", "invoke", "resume", "unreachable", "callbr", "catchswitch", "catchret", "cleanupret":
		return true
	}
	return false
}

// A Module is a file.
type Module struct {
	File      string
	Types     map[string]*Type
	Globals   []*Global
	Functions []*Function
	ByName    map[string]Value // *Global or *Function

	text    string
	lines   []int
	interns map[string]*Type
	nodes   map[int]int // where metadata nodes begin
	named   map[string]int
	cache   map[int]*Node
	groups  map[int]string
	grouped bool
	locs    map[int]*Loc
}
