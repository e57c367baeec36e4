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

// jumpOn returns the jump taken if x op y is want.
func jumpOn(op types.Op, signed, want bool) relation {
	if !want {
		op = map[types.Op]types.Op{types.OpEq: types.OpNe, types.OpNe: types.OpEq, types.OpLt: types.OpGe, types.OpGe: types.OpLt, types.OpGt: types.OpLe, types.OpLe: types.OpGt}[op]
	}
	lt, le := code.JLtU, code.JLeU
	if signed {
		lt, le = code.JLtS, code.JLeS
	}
	switch op {
	case types.OpEq:
		return relation{code.JEq, false}
	case types.OpNe:
		return relation{code.JNe, false}
	case types.OpLt:
		return relation{lt, false}
	case types.OpLe:
		return relation{le, false}
	case types.OpGt:
		return relation{lt, true}
	}
	return relation{le, true}
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
	lt, le := code.LtU, code.LeU
	if e.X.Type.Signed {
		lt, le = code.LtS, code.LeS
	}
	in := code.Instr{A: d, B: x, C: y}
	if e.Op == types.OpGt || e.Op == types.OpGe {
		in.B, in.C = y, x
	}
	if e.X.Type.IsFloat() {
		op := e.Op
		switch op {
		case types.OpGt:
			op = types.OpLt
		case types.OpGe:
			op = types.OpLe
		}
		in.Op, in.Imm = floatOps[op], int32(8*e.X.Type.Size)
		f.emit(in)
		return
	}
	switch e.Op {
	case types.OpEq:
		in.Op = code.Eq
	case types.OpNe:
		in.Op = code.Ne
	case types.OpLt, types.OpGt:
		in.Op = lt
		if e.X.Type.IsWide() {
			in.Op, in.Imm = code.Wide, int32(types.WideOps[types.OpLt].Of(e.X.Type))
		}
	default:
		in.Op = le
		if e.X.Type.IsWide() {
			in.Op, in.Imm = code.Wide, int32(types.WideOps[types.OpLe].Of(e.X.Type))
		}
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
