package cfront

import "fencepost/interp/code"

// An operand is a value in a register, or a constant to be added.
type operand struct {
	reg      uint8
	constant bool
	c        int64
}

func (f *funcGen) genBinary(e *expr, dst int) uint8 {
	mark := f.top
	x, y := f.value(e.x), f.operandOf(e.op, e.y, e.i)
	f.top = mark
	d := f.dest(dst)
	f.pos = e.pos
	f.operate(e.op, e.typ, d, x, y, e.i)
	return d
}

// operandOf generates the right operand of op: a constant if there is an
// instruction for it. Scale is that of xPtrAdd.
func (f *funcGen) operandOf(op exprOp, e *expr, scale int64) operand {
	if c, ok := immediate(op, e, scale); ok {
		return operand{constant: true, c: c}
	}
	return operand{reg: f.value(e)}
}

// immediate returns what x op e adds to x, if that fits an instruction.
func immediate(op exprOp, e *expr, scale int64) (c int64, ok bool) {
	if e.op != xInt || e.i != int64(int32(e.i)) {
		return 0, false
	}
	switch op {
	case xAdd:
		c = e.i
	case xSub:
		c = -e.i
	case xPtrAdd:
		c = e.i * scale
	default:
		return 0, false
	}
	return c, c == int64(int32(c))
}

// operate makes d = x op y, all of type t; y has any integer type if op is a
// shift, and counts units of scale bytes if it is xPtrAdd.
func (f *funcGen) operate(op exprOp, t *ctype, d, x uint8, y operand, scale int64) {
	switch {
	case y.constant && t.size == 4 && t.signed:
		f.emit(code.Instr{Op: code.AddIS32, A: d, B: x, Imm: int32(y.c)})
	case y.constant:
		f.emit(code.Instr{Op: code.AddI, A: d, B: x, Imm: int32(y.c)})
		if t.size == 4 {
			f.extend(d, d, t)
		}
	case op == xPtrAdd:
		f.index(d, x, y.reg, scale)
	default:
		o := operations[op].pick(t)
		f.emit(code.Instr{Op: o.op, A: d, B: x, C: y.reg})
		if o.extend {
			f.extend(d, d, t)
		}
	}
}

// An operation is an instruction and whether its result must be made canonical.
type operation struct {
	op     code.Op
	extend bool
}

// A variants holds an operation for each of the types that arithmetic is done
// in: int, unsigned, long, unsigned long.
type variants struct{ s32, u32, s64, u64 operation }

func (v variants) pick(t *ctype) operation {
	switch {
	case t.size == 8 && t.signed:
		return v.s64
	case t.size == 8:
		return v.u64
	case t.signed:
		return v.s32
	}
	return v.u32
}

// operations lists the binary operations. Canonical operands give canonical
// results but where extend says otherwise; for division of int that is
// INT_MIN / -1.
var operations = map[exprOp]variants{
	xAdd: {operation{code.AddS32, false}, operation{code.AddU32, false}, operation{code.Add, false}, operation{code.Add, false}},
	xSub: {operation{code.SubS32, false}, operation{code.SubU32, false}, operation{code.Sub, false}, operation{code.Sub, false}},
	xMul: {operation{code.MulS32, false}, operation{code.MulU32, false}, operation{code.Mul, false}, operation{code.Mul, false}},
	xDiv: {operation{code.DivS, true}, operation{code.DivU, false}, operation{code.DivS, false}, operation{code.DivU, false}},
	xMod: {operation{code.ModS, false}, operation{code.ModU, false}, operation{code.ModS, false}, operation{code.ModU, false}},
	xAnd: {operation{code.And, false}, operation{code.And, false}, operation{code.And, false}, operation{code.And, false}},
	xOr:  {operation{code.Or, false}, operation{code.Or, false}, operation{code.Or, false}, operation{code.Or, false}},
	xXor: {operation{code.Xor, false}, operation{code.Xor, false}, operation{code.Xor, false}, operation{code.Xor, false}},
	xShl: {operation{code.Shl, true}, operation{code.Shl, true}, operation{code.Shl, false}, operation{code.Shl, false}},
	xShr: {operation{code.ShrS, false}, operation{code.ShrU, false}, operation{code.ShrS, false}, operation{code.ShrU, false}},
}

func (f *funcGen) genUnary(e *expr, dst int) uint8 {
	mark := f.top
	x := f.value(e.x)
	f.top = mark
	d := f.dest(dst)
	f.pos = e.pos
	op := code.Neg
	if e.op == xCom {
		op = code.Com
	}
	f.emit(code.Instr{Op: op, A: d, B: x})
	if e.typ.size < 8 && (e.op == xNeg || !e.typ.signed) {
		f.extend(d, d, e.typ)
	}
	return d
}

func (f *funcGen) genNot(e *expr, dst int) uint8 {
	if e.x.op == xLAnd || e.x.op == xLOr {
		return f.condition(e, dst)
	}
	mark := f.top
	x := f.value(e.x)
	f.top = mark
	d := f.dest(dst)
	f.pos = e.pos
	f.emit(code.Instr{Op: code.Not, A: d, B: x})
	return d
}

func (f *funcGen) genCast(e *expr, dst int) uint8 {
	if e.typ.isVoid() {
		f.effect(e.x)
		return f.dest(dst)
	}
	if fits(e.x, e.typ) {
		return f.gen(e.x, dst)
	}
	mark := f.top
	x := f.value(e.x)
	f.top = mark
	d := f.dest(dst)
	f.pos = e.pos
	f.extend(d, x, e.typ)
	return d
}

// extend makes d the value of x, canonical for t.
func (f *funcGen) extend(d, x uint8, t *ctype) {
	op := code.Mov
	switch {
	case t.kind == kBool:
		op = code.Bool
	case t.size == 1 && t.signed:
		op = code.ExtS8
	case t.size == 1:
		op = code.ExtU8
	case t.size == 2 && t.signed:
		op = code.ExtS16
	case t.size == 2:
		op = code.ExtU16
	case t.size == 4 && t.signed:
		op = code.ExtS32
	case t.size == 4:
		op = code.ExtU32
	case d == x:
		return
	}
	f.emit(code.Instr{Op: op, A: d, B: x})
}

// fits reports whether the value of e is canonical for t as it is.
func fits(e *expr, t *ctype) bool {
	switch e.op {
	case xEq, xNe, xLt, xLe, xGt, xGe, xNot, xLAnd, xLOr:
		return true
	case xCast:
		if e.x.typ.isScalar() && fits(e.x, e.typ) && fits(e.x, t) {
			return true
		}
	}
	return fitsType(e.typ, t)
}

// fitsType reports whether every canonical value of type from is one of type to.
func fitsType(from, to *ctype) bool {
	switch {
	case to.kind == kBool:
		return from.kind == kBool
	case to.size == 8:
		return true
	case from.size == to.size:
		return from.signed == to.signed
	}
	return from.size < to.size && (to.signed || !from.signed)
}

// lowBytes returns an expression with the same low n bytes as e: without the
// conversions that change only others.
func lowBytes(e *expr, n int64) *expr {
	for e.op == xCast && e.typ.kind != kBool && e.typ.isScalar() && e.typ.size >= n && e.x.typ.isScalar() && e.x.typ.size >= n {
		e = e.x
	}
	return e
}
