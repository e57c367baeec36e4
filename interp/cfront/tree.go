package cfront

import "fencepost/trace"

// This file defines the typed tree: what the checker (check*.go) makes of cc's
// syntax tree, and what the generator (gen*.go) compiles to byte code. In it
// every name is resolved, every implicit conversion is explicit, every
// constant is folded, and every type is complete where it must be.

// A unit is a checked program: one source file with all that it includes.
type unit struct {
	objects []*object   // static and thread storage duration, in order of definition; string literals among them
	funcs   []*function // all defined functions, and those declared, used and not defined (body nil: an error unless a library function)
	main    *function
}

// storage says how long an object lives.
type storage uint8

const (
	static storage = iota // file scope, static locals, string literals
	thread                // _Thread_local
	auto                  // a local variable, a compound literal in a function
	param
)

// An object is a variable, a compound literal or a string literal.
type object struct {
	name    string
	pos     trace.Pos
	typ     *ctype
	storage storage
	init    []initItem // static and thread: the initial content, constants only; rest is zero
	literal bool       // a string literal: read-only
	fn      *function  // the function it stands in; nil at file scope
}

// An initItem initialises the scalar of type typ at byte offset off of an object.
type initItem struct {
	off int64
	typ *ctype
	val *expr // static: xInt, xFunc, or xAddr of obj at offset i (x is then the xObj, or the xMember at i of it)
}

// A function is a C function.
type function struct {
	name   string
	pos    trace.Pos
	typ    *ctype // kind kFunc
	params []*object
	body   *stmt     // nil if only declared
	locals []*object // every auto object of the body, in order of appearance
	system bool      // stands in an embedded header: errors in it are reported at its caller
}

// exprOp is the operation of an expression.
type exprOp uint8

// The expressions. "Lvalue" marks those that designate an object; every other
// is a value. Unless said otherwise operands have already been converted.
const (
	xBad exprOp = iota

	// Lvalues.
	xObj    // obj
	xDeref  // *x, x a pointer value
	xMember // member at byte offset i of x, an lvalue; array elements with constant index may be so too

	// Leaves.
	xInt  // i, of an integer, enum or pointer type, canonical for the type
	xFunc // the address of function fn (a function pointer value)

	xAddr // &x, x an lvalue; an array's decay too (typ is then a pointer to the element)
	xRead // the value of lvalue x: of scalar, struct or union type

	xCast // x converted to typ: integers, pointers, _Bool; or to void
	xNeg
	xCom // ~x
	xNot // !x: int 0 or 1

	// Arithmetic on x and y of type typ.
	xAdd
	xSub
	xMul
	xDiv
	xMod
	xAnd
	xOr
	xXor
	xShl // y of any integer type
	xShr
	xPtrAdd // pointer x + integer y (64 bits, signed) * i bytes; i may be negative
	xPtrSub // (x - y) / i, pointers to elements of i bytes
	// Comparisons of x and y of one type: int 0 or 1.
	xEq
	xNe
	xLt
	xLe
	xGt
	xGe
	xLAnd
	xLOr
	xCond  // x ? y : z
	xComma // x, y

	xAssign   // lvalue x = y; the value is x's new value
	xAssignOp // lvalue x = (type of x)((typ2)x binop y): binop in sub, computation type in typ2; y already of typ2 (for xShl/xShr: any; for xPtrAdd: 64-bit index, scale i)
	xPreInc   // ++x or --x: i is the step (pointers: bytes), negative for --
	xPostInc

	xCall    // fn(args) or, with fn nil, (*x)(args)
	xLibrary // library function lib(args): what the machine or the generator knows by name
	xAtomic  // atomic operation: see atomicOp; args[0] is a pointer to the object, which is of type typ2

	xStmt // statement expression ({ ... }): body; the value is that of the last expression statement, stored in i-th... see block.value
	xInit // lvalue obj (a compound literal), after its init has been performed: items in inits, zero says clear the rest first
)

// atomicOp is the operation of xAtomic. Orders are constants: order and fail.
type atomicOp uint8

const (
	aLoad    atomicOp = iota // args: ptr
	aStore                   // ptr, value
	aRMW                     // ptr, value; rmw says which; fetch: the result is the new value
	aCAS                     // ptr, expected ptr, desired; weak; result int 0/1
	aCASVal                  // __sync_val_compare_and_swap: ptr, old value, new value -> old content
	aCASBool                 // __sync_bool_compare_and_swap: ptr, old value, new value -> int 0/1
	aFence                   // no args; order, or hw
	aTestSet                 // atomic_flag: ptr -> old, as _Bool
	aClear                   // ptr
	aDCAS                    // p1, p2, old1, old2, new1, new2 -> int 0/1
)

// An expr is a node of the typed tree; which fields count is said at its op.
type expr struct {
	op      exprOp
	typ     *ctype
	pos     trace.Pos // of the access: the operator or name a reader would point at
	text    string    // the source text of the expression, at most 60 bytes; for lvalues, reads, assignments, calls, atomics
	x, y, z *expr
	args    []*expr
	i       int64
	obj     *object
	fn      *function
	lib     string
	sub     exprOp
	typ2    *ctype
	body    *stmt
	inits   []autoInit
	zero    bool

	atomic atomicOp
	order  trace.Order
	fail   trace.Order
	hw     trace.FenceKind
	rmw    uint8 // a code.RMWOp
	fetch  bool  // aRMW: the value is the new content
	weak   bool
}

// An autoInit stores val into the scalar (or whole struct) at off.
type autoInit struct {
	off int64
	typ *ctype
	val *expr
}

// stmtOp is the kind of a statement.
type stmtOp uint8

const (
	sEmpty   stmtOp = iota
	sExpr           // x
	sDecl           // obj begins to live; inits in order, after clearing if zero; no inits and !zero: indeterminate
	sBlock          // list; value: for xStmt, the value of the block, evaluated last, or nil
	sIf             // x, then, els (may be nil)
	sWhile          // x, then
	sDo             // then, x
	sFor            // init (a statement or nil), x (or nil: true), post (expression or nil), then
	sSwitch         // x (promoted), then; cases are found in then
	sCase           // low..high (equal for a plain case), then
	sDefault        // then
	sLabel          // label, then
	sGoto           // label
	sBreak
	sContinue
	sReturn // x or nil
)

// A stmt is a statement of the typed tree.
type stmt struct {
	op        stmtOp
	pos       trace.Pos
	x, post   *expr
	init      *stmt
	then, els *stmt
	list      []*stmt
	value     *expr
	obj       *object
	inits     []autoInit
	zero      bool
	low, high int64
	label     string
}
