package gen

import (
	"fencepost/interp/c/types"
	"fencepost/interp/code"
	"fencepost/trace"
)

// An update is x = x op y with the value converted to t and back: a compound
// assignment, increment or decrement.
type update struct {
	e     *types.Expr
	op    types.Op
	t     *types.Type // the type in which op computes
	y     *types.Expr
	scale int64 // of types.OpPtrAdd
	post  bool  // the value is the old one
}

func updateOf(e *types.Expr) update {
	u := update{e: e, op: e.Sub, t: e.Type2, y: e.Y, scale: e.I}
	if e.Op == types.OpAssignOp {
		return u
	}
	u.post = e.Op == types.OpPostInc
	u.y = &types.Expr{Op: types.OpInt, Type: types.Long, Pos: e.Pos, I: e.I}
	u.op, u.t, u.scale = types.OpAdd, e.X.Type, 1
	switch {
	case u.t.Kind == types.KindPtr:
		u.op = types.OpPtrAdd
	case u.t.Size < 4:
		u.t = types.Int
	}
	return u
}

// genUpdate generates an update of a scalar. With need set it returns the
// register that holds its value.
func (f *funcGen) genUpdate(e *types.Expr, dst int, need bool) uint8 {
	u := updateOf(e)
	if r := f.registerOf(e.X); r != nil {
		return f.updateRegister(u, *r, dst, need)
	}
	if dst != anywhere {
		mark := f.top
		v := f.genUpdate(e, anywhere, need)
		f.top = mark
		return f.move(v, dst)
	}
	d := f.alloc()
	mark := f.top
	switch {
	case !e.X.Type.Atomic || f.isPrivate(e.X):
		f.updateMemory(u, d, need)
	case u.canRMW():
		f.updateRMW(u, d)
	default:
		f.updateLoop(u, d)
	}
	f.top = mark
	return d
}

func (f *funcGen) updateRegister(u update, r uint8, dst int, need bool) uint8 {
	result := r
	if u.post && need {
		result = f.dest(dst)
		f.emit(code.Instr{Op: code.Mov, A: result, B: r})
	}
	mark := f.top
	y := f.operandOf(u.op, u.y, u.scale)
	f.compute(u, r, r, y, true)
	f.top = mark
	if u.post {
		return result
	}
	return f.move(r, dst)
}

// compute puts the new value of u, whose old value is x, into register d. The result must be
// canonical if it stays in a register. For memory its low bytes are enough.
func (f *funcGen) compute(u update, d, x uint8, y operand, canonical bool) {
	f.pos = u.e.Pos
	old := u.e.X.Type
	if !fitsType(old, u.t) {
		converted := f.alloc()
		f.convert(converted, x, old, u.t)
		x = converted
	}
	f.operate(u.op, u.t, d, x, y, u.scale)
	if (canonical || old.Kind == types.KindBool || u.t.IsWide()) && !fitsType(u.t, old) {
		f.convert(d, d, u.t, old)
	}
}

func (f *funcGen) updateMemory(u update, d uint8, need bool) {
	y := f.operandOf(u.op, u.y, u.scale)
	p := f.near(f.lvalue(u.e.X))
	t := u.e.X.Type
	f.pos = u.e.Pos
	f.load(d, p, t, u.e, f.orderOf(t, true))
	v := d
	if u.post && need {
		v = f.alloc()
	}
	f.compute(u, v, d, y, need)
	f.store(p, t, v, u.e, f.orderOf(t, false))
}

// rmwOps are the operations that one read-modify-write performs.
var rmwOps = map[types.Op]code.RMWOp{
	types.OpAdd: code.FetchAdd, types.OpPtrAdd: code.FetchAdd, types.OpSub: code.FetchSub,
	types.OpAnd: code.FetchAnd, types.OpOr: code.FetchOr, types.OpXor: code.FetchXor,
}

// canRMW reports whether one read-modify-write performs u. On a _Bool only some operations keep the
// value 0 or 1.
func (u update) canRMW() bool {
	if u.e.X.Type.Kind == types.KindBool {
		return u.op == types.OpOr || u.op == types.OpAnd
	}
	_, ok := rmwOps[u.op]
	return ok
}

func (f *funcGen) updateRMW(u update, d uint8) {
	y := f.scaled(u)
	if u.e.X.Type.Kind == types.KindBool && u.op == types.OpOr {
		r := f.alloc()
		f.extend(r, y, types.Bool)
		y = r
	}
	p := f.near(f.lvalue(u.e.X))
	f.pos = u.e.Pos
	a := f.access(p, u.e.X.Type, trace.SeqCst)
	a.RMW, a.Fetch = rmwOps[u.op], !u.post
	f.emit(code.Instr{Op: code.RMW, A: d, B: p.base, C: y, Imm: f.siteOf(u.e, a, false)})
}

// scaled returns a register with the value that u adds to its operand.
func (f *funcGen) scaled(u update) uint8 {
	if u.t.IsWide() && !u.e.X.Type.IsWide() {
		y := f.value(u.y) // perhaps the register of a variable
		d := f.alloc()
		f.convert(d, y, u.t, u.e.X.Type)
		return d
	}
	if u.op != types.OpPtrAdd || u.scale == 1 {
		return f.value(u.y)
	}
	if u.y.Op == types.OpInt {
		return f.value(&types.Expr{Op: types.OpInt, Type: types.Long, Pos: u.y.Pos, I: u.y.I * u.scale})
	}
	mark := f.top
	n := f.value(u.y)
	f.top = mark
	d := f.alloc()
	size := f.alloc()
	f.constTo(size, u.scale)
	f.emit(code.Instr{Op: code.Mul, A: d, B: n, C: size})
	f.top = mark + 1
	return d
}

// updateLoop performs an atomic update as a loop around a compare-exchange. The access before the
// loop is relaxed, because only the exchange that succeeds is part of C's operation.
func (f *funcGen) updateLoop(u update, d uint8) {
	y := f.operandOf(u.op, u.y, u.scale)
	p := f.near(f.lvalue(u.e.X))
	old := f.alloc()
	next := f.alloc() // the register after old, as CAS requires
	f.pos = u.e.Pos
	f.load(old, p, u.e.X.Type, u.e, trace.Relaxed)
	again := &label{pc: -1, back: true}
	f.bind(again)
	mark := f.top
	f.compute(u, next, old, y, true)
	f.top = mark
	a := f.access(p, u.e.X.Type, trace.SeqCst)
	a.Fail = trace.Relaxed
	f.emit(code.Instr{Op: code.CAS, A: d, B: p.base, C: old, Imm: f.siteOf(u.e, a, false)})
	f.jumpIf(d, false, again)
	if u.post {
		next = old
	}
	f.emit(code.Instr{Op: code.Mov, A: d, B: next})
}
