package cfront

import "fencepost/interp/code"

// branch generates a jump to l that is taken if e's truth is want, and falls
// through otherwise.
func (f *funcGen) branch(e *expr, want bool, l *label) {
	f.pos = e.pos
	switch e.op {
	case xInt:
		if (e.i != 0) == want {
			f.jmp(l)
		}
	case xNot:
		f.branch(e.x, !want, l)
	case xLAnd, xLOr:
		f.branchLogical(e, want, l)
	case xComma:
		f.effect(e.x)
		f.branch(e.y, want, l)
	case xEq, xNe, xLt, xLe, xGt, xGe:
		f.branchCompare(e, want, l)
	case xCond:
		els, over := newLabel(), newLabel()
		f.branch(e.x, false, els)
		f.branch(e.y, want, l)
		f.jmp(over)
		f.bind(els)
		f.branch(e.z, want, l)
		f.bind(over)
	case xCast:
		if keepsTruth(e) {
			f.branch(e.x, want, l)
			return
		}
		f.branchValue(e, want, l)
	default:
		f.branchValue(e, want, l)
	}
}

func (f *funcGen) branchValue(e *expr, want bool, l *label) {
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

func (f *funcGen) branchLogical(e *expr, want bool, l *label) {
	// For x && y to be false, and for x || y to be true, either operand
	// suffices.
	if (e.op == xLOr) == want {
		f.branch(e.x, want, l)
		f.branch(e.y, want, l)
		return
	}
	over := newLabel()
	f.branch(e.x, !want, over)
	f.branch(e.y, want, l)
	f.bind(over)
}

// relation is a comparison that the machine has: an operation and whether the
// operands change places.
type relation struct {
	op   code.Op
	swap bool
}

// jumpOn returns the jump taken if x op y is want.
func jumpOn(op exprOp, signed, want bool) relation {
	if !want {
		op = map[exprOp]exprOp{xEq: xNe, xNe: xEq, xLt: xGe, xGe: xLt, xGt: xLe, xLe: xGt}[op]
	}
	lt, le := code.JLtU, code.JLeU
	if signed {
		lt, le = code.JLtS, code.JLeS
	}
	switch op {
	case xEq:
		return relation{code.JEq, false}
	case xNe:
		return relation{code.JNe, false}
	case xLt:
		return relation{lt, false}
	case xLe:
		return relation{le, false}
	case xGt:
		return relation{lt, true}
	}
	return relation{le, true}
}

func (f *funcGen) branchCompare(e *expr, want bool, l *label) {
	if (e.op == xEq || e.op == xNe) && e.y.op == xInt && e.y.i == 0 {
		f.branch(e.x, want == (e.op == xNe), l)
		return
	}
	mark := f.top
	x, y := f.value(e.x), f.value(e.y)
	f.top = mark
	f.pos = e.pos
	r := jumpOn(e.op, e.x.typ.signed, want)
	if r.swap {
		x, y = y, x
	}
	f.jump(code.Instr{Op: r.op, A: x, B: y}, l)
}

// compare makes d = x op y, for a comparison e.
func (f *funcGen) compare(e *expr, d, x, y uint8) {
	lt, le := code.LtU, code.LeU
	if e.x.typ.signed {
		lt, le = code.LtS, code.LeS
	}
	in := code.Instr{A: d, B: x, C: y}
	if e.op == xGt || e.op == xGe {
		in.B, in.C = y, x
	}
	switch e.op {
	case xEq:
		in.Op = code.Eq
	case xNe:
		in.Op = code.Ne
	case xLt, xGt:
		in.Op = lt
	default:
		in.Op = le
	}
	f.emit(in)
}

// condition makes d hold the truth of a logical expression. It is written last,
// on every path.
func (f *funcGen) condition(e *expr, dst int) uint8 {
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
