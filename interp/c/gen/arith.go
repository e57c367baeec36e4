package gen

import (
	"fencepost/interp/c/types"
	"fencepost/interp/code"
)

// An operand is a value in a register, or a constant to be added.
type operand struct {
	reg      uint8
	constant bool
	c        int64
}

func (f *funcGen) genBinary(e *types.Expr, dst int) uint8 {
	mark := f.top
	x, y := f.value(e.X), f.operandOf(e.Op, e.Y, e.I)
	f.top = mark
	d := f.dest(dst)
	f.pos = e.Pos
	f.operate(e.Op, e.Type, d, x, y, e.I)
	return d
}

// operandOf generates the right operand of op: a constant if there is an instruction for it. scale is
// the scale of types.OpPtrAdd.
func (f *funcGen) operandOf(op types.Op, e *types.Expr, scale int64) operand {
	if c, ok := immediate(op, e, scale); ok {
		return operand{constant: true, c: c}
	}
	return operand{reg: f.value(e)}
}

// immediate returns the constant that x op e adds to x, if it fits an instruction.
func immediate(op types.Op, e *types.Expr, scale int64) (c int64, ok bool) {
	if e.Op != types.OpInt || e.I != int64(int32(e.I)) || e.Type.IsFloat() {
		return 0, false
	}
	switch op {
	case types.OpAdd:
		c = e.I
	case types.OpSub:
		c = -e.I
	case types.OpPtrAdd:
		c = e.I * scale
	default:
		return 0, false
	}
	return c, c == int64(int32(c))
}

// operate makes d = x op y, all of type t; y has any integer type if op is a
// shift, and counts units of scale bytes if it is types.OpPtrAdd.
func (f *funcGen) operate(op types.Op, t *types.Type, d, x uint8, y operand, scale int64) {
	switch {
	case t.IsFloat():
		f.emit(code.Instr{Op: floatOps[op], A: d, B: x, C: y.reg, Imm: int32(8 * t.Size)})
	case y.constant && t.IsWide():
		mark := f.top
		c := f.beside(x)
		f.constTo(c, y.c)
		f.emit(code.Instr{Op: code.Wide, A: d, B: x, C: c, Imm: int32(code.WideAdd)})
		f.top = mark
	case t.IsWide():
		f.emit(code.Instr{Op: code.Wide, A: d, B: x, C: y.reg, Imm: int32(types.WideOps[op].Of(t))})
	case f.checks(op, t):
		mark := f.top
		if y.constant {
			op, y.reg = types.OpAdd, f.beside(x)
			f.constTo(y.reg, y.c)
		}
		f.emit(code.Instr{Op: checkedOps[op], A: d, B: x, C: y.reg, Imm: int32(8 * t.Size)})
		f.top = mark
	case y.constant && t.Size == 4 && t.Signed:
		f.emit(code.Instr{Op: code.AddIS32, A: d, B: x, Imm: int32(y.c)})
	case y.constant:
		f.emit(code.Instr{Op: code.AddI, A: d, B: x, Imm: int32(y.c)})
		if t.Size == 4 {
			f.extend(d, d, t)
		}
	case op == types.OpPtrAdd:
		f.index(d, x, y.reg, scale)
	default:
		o := operations[op].pick(t)
		in := code.Instr{Op: o.op, A: d, B: x, C: y.reg}
		switch op {
		case types.OpDiv, types.OpMod, types.OpShl, types.OpShr:
			in.Imm = int32(8 * t.Size)
		}
		f.emit(in)
		if o.extend {
			f.extend(d, d, t)
		}
	}
}

// checkedOps are the operations whose results must fit.
var checkedOps = map[types.Op]code.Op{types.OpAdd: code.AddC, types.OpSub: code.SubC, types.OpMul: code.MulC}

// checks reports whether the result of op in type t must fit it.
func (f *funcGen) checks(op types.Op, t *types.Type) bool {
	return f.options.CheckOverflow && !f.fn.System && checkedOps[op] != code.BadOp && t.IsInteger() && t.Signed
}

// floatOps lists the operations and comparisons of floating numbers.
var floatOps = map[types.Op]code.Op{
	types.OpAdd: code.AddF, types.OpSub: code.SubF, types.OpMul: code.MulF, types.OpDiv: code.DivF,
	types.OpEq: code.EqF, types.OpNe: code.NeF, types.OpLt: code.LtF, types.OpLe: code.LeF,
}

// An operation is an instruction and whether its result must be made canonical.
type operation struct {
	op     code.Op
	extend bool
}

// A variants holds an operation for each of the types that arithmetic is done
// in: int, unsigned, long, unsigned long.
type variants struct{ s32, u32, s64, u64 operation }

func (v variants) pick(t *types.Type) operation {
	switch {
	case t.Size == 8 && t.Signed:
		return v.s64
	case t.Size == 8:
		return v.u64
	case t.Signed:
		return v.s32
	}
	return v.u32
}

// operations lists the binary operations. Canonical operands give canonical results except where
// extend is set.
var operations = map[types.Op]variants{
	types.OpAdd: {operation{code.AddS32, false}, operation{code.AddU32, false}, operation{code.Add, false}, operation{code.Add, false}},
	types.OpSub: {operation{code.SubS32, false}, operation{code.SubU32, false}, operation{code.Sub, false}, operation{code.Sub, false}},
	types.OpMul: {operation{code.MulS32, false}, operation{code.MulU32, false}, operation{code.Mul, false}, operation{code.Mul, false}},
	types.OpDiv: {operation{code.DivS, false}, operation{code.DivU, false}, operation{code.DivS, false}, operation{code.DivU, false}},
	types.OpMod: {operation{code.ModS, false}, operation{code.ModU, false}, operation{code.ModS, false}, operation{code.ModU, false}},
	types.OpAnd: {operation{code.And, false}, operation{code.And, false}, operation{code.And, false}, operation{code.And, false}},
	types.OpOr:  {operation{code.Or, false}, operation{code.Or, false}, operation{code.Or, false}, operation{code.Or, false}},
	types.OpXor: {operation{code.Xor, false}, operation{code.Xor, false}, operation{code.Xor, false}, operation{code.Xor, false}},
	types.OpShl: {operation{code.Shl, true}, operation{code.Shl, true}, operation{code.Shl, false}, operation{code.Shl, false}},
	types.OpShr: {operation{code.ShrS, false}, operation{code.ShrU, false}, operation{code.ShrS, false}, operation{code.ShrU, false}},
}

// resultAndOperand generates the operand of a unary operation, and returns the registers of the result
// and the operand. They may be the same.
func (f *funcGen) resultAndOperand(e *types.Expr, dst int) (d, x uint8) {
	mark := f.top
	x = f.value(e.X)
	f.top = mark
	d = f.dest(dst)
	f.pos = e.Pos
	return d, x
}

func (f *funcGen) genUnary(e *types.Expr, dst int) uint8 {
	d, x := f.resultAndOperand(e, dst)
	op := code.Neg
	switch {
	case e.Type.IsWide():
		f.unaryWide(e, d, x)
		return d
	case e.Op == types.OpNeg && f.checks(types.OpSub, e.Type):
		top := f.top
		zero := f.beside(x)
		f.constTo(zero, 0)
		f.emit(code.Instr{Op: code.SubC, A: d, B: zero, C: x, Imm: int32(8 * e.Type.Size)})
		f.top = top
		return d
	case e.Op == types.OpCom:
		op = code.Com
	case e.Type.IsFloat():
		f.emit(code.Instr{Op: code.NegF, A: d, B: x, Imm: int32(8 * e.Type.Size)})
		return d
	}
	f.emit(code.Instr{Op: op, A: d, B: x})
	if e.Type.Size < 8 && (e.Op == types.OpNeg || !e.Type.Signed) {
		f.extend(d, d, e.Type)
	}
	return d
}

// unaryWide makes d = 0 - x or x ^ -1, of 128 bits.
func (f *funcGen) unaryWide(e *types.Expr, d, x uint8) {
	mark := f.top
	c := f.beside(x)
	in := code.Instr{Op: code.Wide, A: d, B: c, C: x, Imm: int32(code.WideSub)}
	if e.Op == types.OpCom {
		in.Imm = int32(code.WideXor)
		f.constTo(c, -1)
	} else {
		f.constTo(c, 0)
	}
	f.emit(in)
	f.top = mark
}

// beside returns a new temporary other than x, which may be free.
func (f *funcGen) beside(x uint8) uint8 {
	c := f.alloc()
	if c == x {
		c = f.alloc()
	}
	return c
}

func (f *funcGen) genNot(e *types.Expr, dst int) uint8 {
	if e.X.Op == types.OpLAnd || e.X.Op == types.OpLOr {
		return f.condition(e, dst)
	}
	d, x := f.resultAndOperand(e, dst)
	f.emit(code.Instr{Op: code.Not, A: d, B: x})
	return d
}

func (f *funcGen) genCast(e *types.Expr, dst int) uint8 {
	if e.Type.IsVoid() {
		f.effect(e.X)
		return f.dest(dst)
	}
	if r, ok := f.genZeroed(e, dst); ok {
		return r
	}
	if fits(e.X, e.Type) {
		return f.gen(e.X, dst)
	}
	d, x := f.resultAndOperand(e, dst)
	f.convert(d, x, e.X.Type, e.Type)
	return d
}

// convert makes d the value of x, of type from, in type to.
func (f *funcGen) convert(d, x uint8, from, to *types.Type) {
	switch {
	case to.Kind != types.KindBool && from.IsWide() != to.IsWide():
		f.convertWide(d, x, from, to)
	case from.IsFloat() || to.IsFloat():
		f.emit(code.Instr{Op: code.Convert, A: d, B: x, Imm: int32(from.Format()<<4 | to.Format())})
		if !to.IsFloat() && to.Size < 8 {
			f.extend(d, d, to)
		}
	default:
		f.extend(d, x, to)
	}
}

// convertWide is convert where one of the types is an integer of 128 bits. Floating
// numbers go through double.
func (f *funcGen) convertWide(d, x uint8, from, to *types.Type) {
	if from.IsFloat() && from.Size == 4 {
		f.convert(d, x, from, types.Double)
		x = d
	}
	o, t := types.WideConversion(from, to)
	f.emit(code.Instr{Op: code.Wide, A: d, B: x, C: x, Imm: int32(o.Of(t))})
	switch {
	case to.IsFloat() && to.Size == 4:
		f.convert(d, d, types.Double, to)
	case !to.IsFloat() && to.Size < 8:
		f.extend(d, d, to)
	}
}

// extend makes d the value of x, canonical for t.
func (f *funcGen) extend(d, x uint8, t *types.Type) {
	op := code.Extension(t.Size, t.Signed)
	switch {
	case t.Kind == types.KindBool:
		op = code.Bool
	case op == code.Mov && d == x:
		return
	}
	f.emit(code.Instr{Op: op, A: d, B: x})
}

// fits reports whether the value of e is canonical for t as it is.
func fits(e *types.Expr, t *types.Type) bool {
	if e.Type.IsFloat() || t.IsFloat() {
		return fitsType(e.Type, t)
	}
	switch e.Op {
	case types.OpEq, types.OpNe, types.OpLt, types.OpLe, types.OpGt, types.OpGe, types.OpNot, types.OpLAnd, types.OpLOr:
		return true
	case types.OpCast:
		if e.X.Type.IsScalar() && fits(e.X, e.Type) && fits(e.X, t) {
			return true
		}
	}
	return fitsType(e.Type, t)
}

// fitsType reports whether every canonical value of type from is one of type to.
func fitsType(from, to *types.Type) bool {
	switch {
	case from.IsFloat() || to.IsFloat():
		return from.Kind == to.Kind && from.Size == to.Size
	case to.Kind == types.KindBool:
		return from.Kind == types.KindBool
	case from.IsWide() || to.IsWide(): // the number of a value of fewer bits is the value
		return from.IsWide() == to.IsWide() || to.IsWide() && from.Size < 8
	case to.Size == 8:
		return true
	case from.Size == to.Size:
		return from.Signed == to.Signed
	}
	return from.Size < to.Size && (to.Signed || !from.Signed)
}

// lowBytes returns an expression with the same low n bytes as e: without the
// conversions that change only others.
func lowBytes(e *types.Expr, n int64) *types.Expr {
	for e.Op == types.OpCast && !e.Type.IsFloat() && !e.X.Type.IsFloat() && e.Type.Kind != types.KindBool && e.Type.IsScalar() && e.Type.Size >= n && e.X.Type.IsScalar() && e.X.Type.Size >= n && e.Type.IsWide() == e.X.Type.IsWide() {
		e = e.X
	}
	return e
}
