package cfront

import (
	"fencepost/interp/code"
	"fencepost/trace"
)

// An update is x = x op y with the value converted to t and back: a compound
// assignment, increment or decrement.
type update struct {
	e     *expr
	op    exprOp
	t     *ctype // what op computes in
	y     *expr
	scale int64 // of xPtrAdd
	post  bool  // the value is the old one
}

func updateOf(e *expr) update {
	u := update{e: e, op: e.sub, t: e.typ2, y: e.y, scale: e.i}
	if e.op == xAssignOp {
		return u
	}
	u.post = e.op == xPostInc
	u.y = &expr{op: xInt, typ: tLong, pos: e.pos, i: e.i}
	u.op, u.t, u.scale = xAdd, e.x.typ, 1
	switch {
	case u.t.kind == kPtr:
		u.op = xPtrAdd
	case u.t.size < 4:
		u.t = tInt
	}
	return u
}

// genUpdate generates an update of a scalar. With need set it returns the
// register that holds its value.
func (f *funcGen) genUpdate(e *expr, dst int, need bool) uint8 {
	u := updateOf(e)
	if r := f.registerOf(e.x); r != nil {
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
	case !e.x.typ.atomic || f.isPrivate(e.x):
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

// compute makes d the new value that u gives x. Only a canonical result may be
// left in a register; for memory its low bytes do.
func (f *funcGen) compute(u update, d, x uint8, y operand, canonical bool) {
	f.pos = u.e.pos
	old := u.e.x.typ
	if !fitsType(old, u.t) {
		wide := f.alloc()
		f.extend(wide, x, u.t)
		x = wide
	}
	f.operate(u.op, u.t, d, x, y, u.scale)
	if (canonical || old.kind == kBool) && !fitsType(u.t, old) {
		f.extend(d, d, old)
	}
}

func (f *funcGen) updateMemory(u update, d uint8, need bool) {
	y := f.operandOf(u.op, u.y, u.scale)
	p := f.near(f.lvalue(u.e.x))
	t := u.e.x.typ
	f.pos = u.e.pos
	f.load(d, p, t, u.e, trace.Plain)
	v := d
	if u.post && need {
		v = f.alloc()
	}
	f.compute(u, v, d, y, need)
	f.store(p, t, v, u.e, trace.Plain)
}

// rmwOps are the operations that one read-modify-write performs.
var rmwOps = map[exprOp]code.RMWOp{
	xAdd: code.FetchAdd, xPtrAdd: code.FetchAdd, xSub: code.FetchSub,
	xAnd: code.FetchAnd, xOr: code.FetchOr, xXor: code.FetchXor,
}

// canRMW reports whether one read-modify-write performs u. Of those on a _Bool
// only some keep to 0 and 1.
func (u update) canRMW() bool {
	if u.e.x.typ.kind == kBool {
		return u.op == xOr || u.op == xAnd
	}
	_, ok := rmwOps[u.op]
	return ok
}

func (f *funcGen) updateRMW(u update, d uint8) {
	y := f.scaled(u)
	if u.e.x.typ.kind == kBool && u.op == xOr {
		r := f.alloc()
		f.extend(r, y, tBool)
		y = r
	}
	p := f.near(f.lvalue(u.e.x))
	f.pos = u.e.pos
	a := f.access(p, u.e.x.typ, trace.SeqCst)
	a.RMW, a.Fetch = rmwOps[u.op], !u.post
	f.emit(code.Instr{Op: code.RMW, A: d, B: p.base, C: y, Imm: f.siteOf(u.e, a, false)})
}

// scaled returns a register with what u adds to its operand.
func (f *funcGen) scaled(u update) uint8 {
	if u.op != xPtrAdd || u.scale == 1 {
		return f.value(u.y)
	}
	if u.y.op == xInt {
		return f.value(&expr{op: xInt, typ: tLong, pos: u.y.pos, i: u.y.i * u.scale})
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

// updateLoop performs an atomic update as a loop around a compare-exchange;
// the access before the loop is relaxed, for only the exchange that succeeds
// is part of C's operation.
func (f *funcGen) updateLoop(u update, d uint8) {
	y := f.operandOf(u.op, u.y, u.scale)
	p := f.near(f.lvalue(u.e.x))
	old := f.alloc()
	next := f.alloc() // behind old, as CAS wants it
	f.pos = u.e.pos
	f.load(old, p, u.e.x.typ, u.e, trace.Relaxed)
	again := &label{pc: -1, back: true}
	f.bind(again)
	mark := f.top
	f.compute(u, next, old, y, true)
	f.top = mark
	a := f.access(p, u.e.x.typ, trace.SeqCst)
	a.Fail = trace.Relaxed
	f.emit(code.Instr{Op: code.CAS, A: d, B: p.base, C: old, Imm: f.siteOf(u.e, a, false)})
	f.jumpIf(d, false, again)
	if u.post {
		next = old
	}
	f.emit(code.Instr{Op: code.Mov, A: d, B: next})
}
