package gen

import (
	"fencepost/interp/c/types"
	"fencepost/interp/code"
)

// branch generates a jump to l that is taken if e's truth is want, and falls
// through otherwise.
func (f *funcGen) branch(e *types.Expr, want bool, l *label) {
	f.pos = e.Pos
	switch e.Op {
	case types.OpInt:
		if (e.I != 0) == want {
			f.jmp(l)
		}
	case types.OpNot:
		f.branch(e.X, !want, l)
	case types.OpLAnd, types.OpLOr:
		f.branchLogical(e, want, l)
	case types.OpComma:
		f.effect(e.X)
		f.branch(e.Y, want, l)
	case types.OpEq, types.OpNe, types.OpLt, types.OpLe, types.OpGt, types.OpGe:
		f.branchCompare(e, want, l)
	case types.OpCond:
		els, over := newLabel(), newLabel()
		f.branch(e.X, false, els)
		f.branch(e.Y, want, l)
		f.jmp(over)
		f.bind(els)
		f.branch(e.Z, want, l)
		f.bind(over)
	case types.OpCast:
		if keepsTruth(e) {
			f.branch(e.X, want, l)
			return
		}
		f.branchValue(e, want, l)
	default:
		f.branchValue(e, want, l)
	}
}

func (f *funcGen) branchValue(e *types.Expr, want bool, l *label) {
	mark := f.top
	r := f.value(e)
	f.top = mark
	f.jumpIf(r, want, l)
}

func (f *funcGen) jumpIf(r uint8, want bool, l *label) {
	op := code.JZ
	if want {
		op = code.JNZ
	}
	f.jump(code.Instr{Op: op, A: r}, l)
}

func (f *funcGen) branchLogical(e *types.Expr, want bool, l *label) {
	// For x && y to be false, and for x || y to be true, either operand
	// suffices.
	if (e.Op == types.OpLOr) == want {
		f.branch(e.X, want, l)
		f.branch(e.Y, want, l)
		return
	}
	over := newLabel()
	f.branch(e.X, !want, over)
	f.branch(e.Y, want, l)
	f.bind(over)
}

// relation is a comparison of the machine: an operation, and whether the operands are exchanged.
type relation struct {
	op   code.Op
	swap bool
}

// A bySign has an operation for signed and one for unsigned numbers.
type bySign struct{ signed, unsigned code.Op }

func (o bySign) of(signed bool) code.Op {
	if signed {
		return o.signed
	}
	return o.unsigned
}

// comparisons are the jumps and the operations that compare; > and >= are < and <= of exchanged operands.
var comparisons = map[types.Op]struct{ jump, op bySign }{
	types.OpEq: {bySign{code.JEq, code.JEq}, bySign{code.Eq, code.Eq}},
	types.OpNe: {bySign{code.JNe, code.JNe}, bySign{code.Ne, code.Ne}},
	types.OpLt: {bySign{code.JLtS, code.JLtU}, bySign{code.LtS, code.LtU}},
	types.OpLe: {bySign{code.JLeS, code.JLeU}, bySign{code.LeS, code.LeU}},
}

// oriented returns the entry of comparisons that is op, and whether its operands are exchanged.
func oriented(op types.Op) (known types.Op, swap bool) {
	switch op {
	case types.OpGt:
		return types.OpLt, true
	case types.OpGe:
		return types.OpLe, true
	}
	return op, false
}

// jumpOn returns the jump taken if x op y is want.
func jumpOn(op types.Op, signed, want bool) relation {
	op, swap := oriented(op)
	jump := comparisons[op].jump.of(signed)
	if !want {
		not, exchanged, _ := jump.Complement()
		return relation{not, swap != exchanged}
	}
	return relation{jump, swap}
}

func (f *funcGen) branchCompare(e *types.Expr, want bool, l *label) {
	if e.X.Type.IsFloat() || e.X.Type.IsWide() && e.Op != types.OpEq && e.Op != types.OpNe {
		f.branchValue(e, want, l)
		return
	}
	if (e.Op == types.OpEq || e.Op == types.OpNe) && e.Y.Op == types.OpInt && e.Y.I == 0 {
		f.branch(e.X, want == (e.Op == types.OpNe), l)
		return
	}
	mark := f.top
	x, y := f.value(e.X), f.value(e.Y)
	f.top = mark
	f.pos = e.Pos
	r := jumpOn(e.Op, e.X.Type.Signed, want)
	if r.swap {
		x, y = y, x
	}
	f.jump(code.Instr{Op: r.op, A: x, B: y}, l)
}

// compare makes d = x op y, for a comparison e.
func (f *funcGen) compare(e *types.Expr, d, x, y uint8) {
	op, swap := oriented(e.Op)
	in := code.Instr{A: d, B: x, C: y}
	if swap {
		in.B, in.C = y, x
	}
	wide, isWide := types.WideOps[op]
	switch {
	case e.X.Type.IsFloat():
		in.Op, in.Imm = floatOps[op], int32(8*e.X.Type.Size)
	case e.X.Type.IsWide() && isWide:
		in.Op, in.Imm = code.Wide, int32(wide.Of(e.X.Type))
	default:
		in.Op = comparisons[op].op.of(e.X.Type.Signed)
	}
	f.emit(in)
}

// condition puts the truth value of a logical expression into a register, which it writes last on
// every path.
func (f *funcGen) condition(e *types.Expr, dst int) uint8 {
	no, end := newLabel(), newLabel()
	f.branch(e, false, no)
	d := f.dest(dst)
	f.emit(code.Instr{Op: code.Const, A: d, Imm: 1})
	f.jmp(end)
	f.bind(no)
	f.emit(code.Instr{Op: code.Const, A: d})
	f.bind(end)
	return d
}
