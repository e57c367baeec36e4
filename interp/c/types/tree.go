package types

import (
	"cmp"

	"fencepost/interp/code"
	"fencepost/trace"

	"modernc.org/cc/v4"
)

// A Unit is a checked program: one source file with all that it includes.
type Unit struct {
	Objects []*Object   // static and thread storage duration, in order of definition; string literals among them
	Funcs   []*Function // all defined functions, and those declared, used and not defined (body nil: an error unless a library function)
	Main    *Function
	Init    *Function // runs before main, or nil
	Exit    *Function // is called before main returns and before exit, or nil
	// Uncalled are the files that have functions, of which the program can call none.
	Uncalled []string
}

// Storage says how long an object lives.
type Storage uint8

// The storage durations.
const (
	Static Storage = iota // file scope, static locals, string literals
	Thread                // _Thread_local
	Auto                  // a local variable, a compound literal in a function
	Param
)

// An Object is a variable, a compound literal or a string literal.
type Object struct {
	Name     string
	Pos      trace.Pos
	Type     *Type
	Storage  Storage
	Init     []InitItem // static and thread: the initial content, constants only; rest is zero
	Literal  bool       // a string literal: read-only
	Align    int64      // the alignment in its declaration, or 0
	Fn       *Function  // the enclosing function; nil at file scope
	Constant bool       // its value is a constant of the language (constexpr)
}

// An InitItem initialises the scalar of type Type at byte offset Off of an object.
type InitItem struct {
	Off  int64
	Type *Type
	Val  *Expr // static: OpInt, OpFunc, or OpAddr of Obj at offset I (X is then the OpObj, or the OpMember at I of it)
}

// A Function is a C function.
type Function struct {
	Name   string
	Pos    trace.Pos
	Type   *Type // of KindFunc
	Params []*Object
	Body   *Stmt     // nil if only declared
	Locals []*Object // every auto object of the body, in order of appearance
	System bool      // in an embedded header: errors in it are reported at its caller
	Weak   bool      // if nothing defines it, its address is null
}

// Op is the operation of an expression.
type Op uint8

// The expressions. "Lvalue" marks those that designate an object; every other
// is a value. Unless said otherwise operands have already been converted.
const (
	OpBad Op = iota

	// Lvalues.
	OpObj    // Obj
	OpDeref  // *X, X a pointer value
	OpMember // the member at byte offset I of X, an lvalue; array elements with constant index may be so too

	// Leaves.
	OpInt  // I, of an integer, enum or pointer type, canonical for the type; one of 128 bits is I sign-extended
	OpFunc // the address of function Fn (a function pointer value)

	OpAddr // &X, X an lvalue; an array's decay too (Type is then a pointer to the element)
	OpRead // the value of lvalue X: of scalar, struct or union type

	OpCast // X converted to Type: integers, pointers, _Bool; or to void
	OpNeg
	OpCom // ~X
	OpNot // !X: int 0 or 1

	// Arithmetic on X and Y of type Type.
	OpAdd
	OpSub
	OpMul
	OpDiv
	OpMod
	OpAnd
	OpOr
	OpXor
	OpShl // Y of any integer type
	OpShr
	OpPtrAdd // pointer X + integer Y (64 bits, signed) * I bytes; I may be negative
	OpPtrSub // (X - Y) / I, pointers to elements of I bytes
	// Comparisons of X and Y of one type: int 0 or 1.
	OpEq
	OpNe
	OpLt
	OpLe
	OpGt
	OpGe
	OpLAnd
	OpLOr
	OpCond  // X ? Y : Z
	OpComma // X, Y

	OpAssign   // lvalue X = Y; the value is X's new value
	OpAssignOp // lvalue X = (type of X)((Type2)X Sub Y); Y already of Type2 (for OpShl, OpShr: any integer; for OpPtrAdd: 64-bit index, scale I)
	OpPreInc   // ++X or --X: I is the step (pointers: bytes), negative for --
	OpPostInc

	OpCall    // Fn(Args) or, with Fn nil, (*X)(Args)
	OpLibrary // library function Lib(Args): what the machine or the generator knows by name
	OpAtomic  // atomic operation: see AtomicOp; Args[0] is a pointer to the object, which is of type Type2

	OpStmt // statement expression ({ ... }): Body, a StmtBlock; its Value is the expression's
	OpInit // lvalue Obj (a compound literal) once Inits are stored; Zero: the rest is cleared first
)

// AtomicOp is the operation of OpAtomic. Orders are constants: Order and Fail. Args are:
type AtomicOp uint8

// The atomic operations.
const (
	AtomicLoad    AtomicOp = iota // ptr
	AtomicStore                   // ptr, value
	AtomicRMW                     // ptr, value; RMW says which; Fetch: the result is the new value
	AtomicCAS                     // ptr, expected ptr, desired; Weak; result int 0/1
	AtomicCASVal                  // __sync_val_compare_and_swap: ptr, old value, new value -> old content
	AtomicCASBool                 // __sync_bool_compare_and_swap: ptr, old value, new value -> int 0/1
	AtomicFence                   // none; Order, or HW
	AtomicTestSet                 // atomic_flag: ptr -> old, as _Bool
	AtomicClear                   // ptr
	AtomicDCAS                    // p1, p2, old1, old2, new1, new2 -> int 0/1
)

// An Expr is a node of the typed tree; which fields count is said at its Op.
type Expr struct {
	Op      Op
	Node    cc.ExpressionNode // its source; nil if no node of the source represents it alone
	Type    *Type
	Pos     trace.Pos // of the access: the operator or name a reader would point at
	Text    string    // the source text of the expression, at most 60 bytes; for lvalues, reads, assignments, calls, atomics
	X, Y, Z *Expr
	Args    []*Expr
	I       int64
	Obj     *Object
	Fn      *Function
	Lib     string
	Sub     Op
	Type2   *Type
	Body    *Stmt
	Inits   []AutoInit
	Zero    bool

	Bits, Shift uint8 // OpMember: a bit-field, of the word of type Type2 at I; only the checker has it
	Align       int64 // OpMember: of the member as declared; only the checker has it

	Atomic AtomicOp
	Order  trace.Order
	Fail   trace.Order
	HW     trace.FenceKind
	Kernel code.Kernel
	RMW    uint8 // a code.RMWOp
	Fetch  bool  // AtomicRMW: the value is the new content
	Weak   bool
}

// An AutoInit stores Val into the scalar (or whole struct) at Off.
type AutoInit struct {
	Off  int64
	Type *Type
	Val  *Expr
}

// StmtOp is the kind of a statement.
type StmtOp uint8

// The statements.
const (
	StmtEmpty   StmtOp = iota
	StmtExpr           // X
	StmtDecl           // Obj begins to live, of X bytes if that is set; Inits in order, after clearing if Zero; no Inits and not Zero: indeterminate
	StmtBlock          // List; Value: for OpStmt, the value of the block, evaluated last, or nil
	StmtIf             // X, Then, Els (may be nil)
	StmtWhile          // X, Then
	StmtDo             // Then, X
	StmtFor            // Init (a statement or nil), X (or nil: true), Post (or nil), Then
	StmtSwitch         // X (promoted), Then; the cases are found in Then
	StmtCase           // Low..High (equal for a plain case), Then
	StmtDefault        // Then
	StmtLabel          // Label, Then
	StmtGoto           // Label
	StmtBreak
	StmtContinue
	StmtReturn // X or nil
)

// A Stmt is a statement of the typed tree.
type Stmt struct {
	Op        StmtOp
	Pos       trace.Pos
	X, Post   *Expr
	Init      *Stmt
	Then, Els *Stmt
	List      []*Stmt
	Value     *Expr
	Obj       *Object
	Inits     []AutoInit
	Zero      bool
	Low, High int64
	Label     string
}

// Compare compares two canonical values of an integer type.
func (t *Type) Compare(x, y int64) int {
	if t.Signed {
		return cmp.Compare(x, y)
	}
	return cmp.Compare(uint64(x), uint64(y))
}

// Canonical returns v as a value of type t: a signed type sign-extended, an
// unsigned one zero-extended, _Bool 0 or 1.
func Canonical(v int64, t *Type) int64 {
	if t.Kind == KindBool {
		if v != 0 {
			return 1
		}
		return 0
	}
	switch {
	case t.Size >= 8 || t.Size < 1:
		return v
	case t.Signed:
		shift := 64 - 8*uint(t.Size)
		return v << shift >> shift
	}
	return v & (1<<(8*uint(t.Size)) - 1)
}

// IntConst returns the constant v of type t.
func IntConst(v int64, t *Type) *Expr {
	return &Expr{Op: OpInt, Type: t, I: Canonical(v, t)}
}

// IsConst reports whether e is a constant of integer, enum or pointer type.
func (e *Expr) IsConst() bool { return e.Op == OpInt }

// IsNull reports whether e is a null pointer constant (C11 6.3.2.3).
func (e *Expr) IsNull() bool {
	return e.Op == OpInt && e.I == 0 && (e.Type.IsInteger() || e.Type.Kind == KindPtr && e.Type.Elem.IsVoid() && e.Type.Elem.Qualifiers() == 0)
}

// IsLvalue reports whether e designates an object.
func (e *Expr) IsLvalue() bool {
	switch e.Op {
	case OpObj, OpDeref, OpMember, OpInit:
		return e.Type.Kind != KindFunc
	}
	return false
}

// Address reduces an lvalue to its base and the offset in it. The base is an
// OpObj, an OpInit, or an OpDeref of anything but an address.
func Address(lv *Expr) (base *Expr, off int64) {
	for {
		switch {
		case lv.Op == OpMember:
			off += lv.I
			lv = lv.X
		case lv.Op == OpDeref && lv.X.Op == OpAddr:
			lv = lv.X.X
		case lv.Op == OpDeref && lv.X.Op == OpPtrAdd && lv.X.Y.IsConst():
			off += lv.X.I * lv.X.Y.I
			lv = &Expr{Op: OpDeref, X: lv.X.X}
		case lv.Op == OpDeref && lv.X.Op == OpCast && lv.X.X.Type.Kind == KindPtr:
			lv = &Expr{Op: OpDeref, X: lv.X.X}
		default:
			return lv, off
		}
	}
}
