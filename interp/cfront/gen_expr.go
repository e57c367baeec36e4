package cfront

import "fencepost/interp/code"

// value generates e and returns the register that holds its value: that of a
// local in place, or a new temporary, the only one it leaves taken.
func (f *funcGen) value(e *expr) uint8 { return f.gen(e, anywhere) }

// dest is where a result goes: dst, or a new temporary.
func (f *funcGen) dest(dst int) uint8 {
	if dst != anywhere {
		return uint8(dst)
	}
	return f.alloc()
}

// gen generates e, a scalar or void, into register dst. The register is not
// written before the last operand has been read, so it may be that of a local
// which e uses.
func (f *funcGen) gen(e *expr, dst int) uint8 {
	f.pos = e.pos
	switch e.op {
	case xInt:
		d := f.dest(dst)
		f.constTo(d, e.i)
		return d
	case xFunc, xAddr:
		return f.genAddress(e, dst)
	case xRead:
		return f.genRead(e, dst)
	case xCast:
		return f.genCast(e, dst)
	case xNeg, xCom:
		return f.genUnary(e, dst)
	case xNot:
		return f.genNot(e, dst)
	case xAdd, xSub, xMul, xDiv, xMod, xAnd, xOr, xXor, xShl, xShr, xPtrAdd:
		return f.genBinary(e, dst)
	case xPtrSub:
		return f.genPtrSub(e, dst)
	case xEq, xNe, xLt, xLe, xGt, xGe:
		mark := f.top
		x, y := f.value(e.x), f.value(e.y)
		f.top = mark
		d := f.dest(dst)
		f.pos = e.pos
		f.compare(e, d, x, y)
		return d
	case xLAnd, xLOr:
		return f.condition(e, dst)
	case xCond:
		return f.genCond(e, dst)
	case xComma:
		f.effect(e.x)
		return f.gen(e.y, dst)
	case xAssign:
		return f.genAssign(e, dst, true)
	case xAssignOp, xPreInc, xPostInc:
		return f.genUpdate(e, dst, true)
	case xCall:
		return f.genCall(e, dst)
	case xLibrary:
		return f.genLibrary(e, dst)
	case xAtomic:
		return f.genAtomic(e, dst)
	case xStmt:
		d := f.dest(dst)
		mark := f.top
		f.block(e.body, int(d))
		f.top = mark
		return d
	}
	f.r.unsupportedf(e.pos, "this expression is not supported here")
	return f.dest(dst)
}

// effect generates e for what it does; its value is not used.
func (f *funcGen) effect(e *expr) {
	mark := f.top
	switch {
	case e.op == xAssign && !e.typ.isRecord():
		f.genAssign(e, anywhere, false)
	case e.op == xAssignOp || e.op == xPreInc || e.op == xPostInc:
		f.genUpdate(e, anywhere, false)
	case e.op == xCast && e.typ.isVoid():
		f.effect(e.x)
	case e.op == xComma:
		f.effect(e.x)
		f.effect(e.y)
	case e.op == xCond:
		els, end := newLabel(), newLabel()
		f.branch(e.x, false, els)
		f.effect(e.y)
		f.jmp(end)
		f.bind(els)
		f.effect(e.z)
		f.bind(end)
	case e.op == xLAnd || e.op == xLOr:
		end := newLabel()
		f.branch(e.x, e.op == xLOr, end)
		f.effect(e.y)
		f.bind(end)
	case e.op == xStmt:
		f.block(e.body, anywhere)
	case e.op == xInt:
	case e.typ.isRecord():
		f.recordEffect(e)
	default:
		f.value(e)
	}
	f.top = mark
}

// move makes the value in r available at dst.
func (f *funcGen) move(r uint8, dst int) uint8 {
	if dst == anywhere || uint8(dst) == r {
		return r
	}
	f.emit(code.Instr{Op: code.Mov, A: uint8(dst), B: r})
	return uint8(dst)
}

func (f *funcGen) genAddress(e *expr, dst int) uint8 {
	if v, ok := f.constValue(e); ok {
		d := f.dest(dst)
		f.constTo(d, v)
		return d
	}
	if e.op == xFunc {
		f.r.unsupportedf(e.pos, "the address of %s is not supported", e.fn.name)
		return f.dest(dst)
	}
	mark := f.top
	p := f.lvalue(e.x)
	if p.register {
		f.r.unsupportedf(e.pos, "this use of an address is not supported")
		return f.dest(dst)
	}
	if p.off == 0 && int(p.base) < mark {
		return f.move(p.base, dst)
	}
	f.top = mark
	d := f.dest(dst)
	f.addressTo(d, p)
	return d
}

func (f *funcGen) genRead(e *expr, dst int) uint8 {
	mark := f.top
	p := f.lvalue(e.x)
	if p.register {
		return f.move(p.reg, dst)
	}
	p = f.near(p)
	f.top = mark
	d := f.dest(dst)
	f.pos = e.pos
	f.load(d, p, e.x.typ, e, orderOf(e.x.typ))
	return d
}

func (f *funcGen) genCond(e *expr, dst int) uint8 {
	if e.typ.isVoid() {
		f.effect(e)
		return f.dest(dst)
	}
	els, end := newLabel(), newLabel()
	f.branch(e.x, false, els)
	d := f.dest(dst)
	mark := f.top
	f.gen(e.y, int(d))
	f.jmp(end)
	f.bind(els)
	f.top = mark
	f.gen(e.z, int(d))
	f.bind(end)
	f.top = mark
	return d
}

func (f *funcGen) genPtrSub(e *expr, dst int) uint8 {
	mark := f.top
	x, y := f.value(e.x), f.value(e.y)
	f.pos = e.pos
	if e.i == 1 {
		f.top = mark
		d := f.dest(dst)
		f.emit(code.Instr{Op: code.Sub, A: d, B: x, C: y})
		return d
	}
	diff, size := f.alloc(), f.alloc()
	f.emit(code.Instr{Op: code.Sub, A: diff, B: x, C: y})
	f.constTo(size, e.i)
	f.top = mark
	d := f.dest(dst)
	f.emit(code.Instr{Op: code.DivS, A: d, B: diff, C: size})
	return d
}

// genAssign generates the assignment of a scalar. With need set it returns the
// register that holds the new value.
func (f *funcGen) genAssign(e *expr, dst int, need bool) uint8 {
	if o := f.registerOf(e.x); o != nil {
		f.gen(e.y, int(*o))
		return f.move(*o, dst)
	}
	from := e.y
	if !need {
		from = lowBytes(from, e.x.typ.size)
	}
	if dst != anywhere {
		mark := f.top
		v := f.genAssign(e, anywhere, need)
		f.top = mark
		return f.move(v, dst)
	}
	v := f.value(from)
	mark := f.top
	p := f.lvalue(e.x)
	f.pos = e.pos
	f.store(p, e.x.typ, v, e, orderOf(e.x.typ))
	f.top = mark
	return v
}

// registerOf returns the register of the local that e designates, if it lives
// in one.
func (f *funcGen) registerOf(e *expr) *uint8 {
	if e.op != xObj {
		return nil
	}
	if h, ok := f.homes[e.obj]; ok && h.kind == homeRegister {
		return &h.reg
	}
	return nil
}

// genCall generates a call. Its arguments lie in consecutive registers at the
// top, where the callee's window begins. A struct argument is the address of a
// copy; a struct result goes where the first argument points.
func (f *funcGen) genCall(e *expr, dst int) uint8 {
	base := f.top
	if e.typ.isRecord() {
		f.r.unsupportedf(e.pos, "this use of a structure is not supported")
		return f.dest(dst)
	}
	f.arguments(e)
	f.top = base
	result := f.alloc()
	if dst != anywhere && !e.typ.isVoid() {
		f.top = base
		return f.move(result, dst)
	}
	return result
}

// arguments evaluates the arguments of a call from the top register on and
// emits the call.
func (f *funcGen) arguments(e *expr) {
	base := f.top
	if e.typ.isRecord() {
		base-- // the caller has put the address of the result there
	}
	for _, a := range e.args {
		r := f.alloc()
		if a.typ.isRecord() {
			f.temporary(r, a.typ, false)
			f.recordInto(place{base: r, private: true}, a, true)
		} else {
			f.gen(a, int(r))
		}
	}
	in := code.Instr{Op: code.Call, A: uint8(base)}
	if e.fn != nil {
		i, ok := f.funcs[e.fn]
		if !ok {
			f.r.unsupportedf(e.pos, "function %s is not supported", e.fn.name)
		}
		in.Imm = int32(i)
	} else {
		in.Op, in.B = code.CallR, f.value(e.x)
		in.Imm = f.signature(e.typ, f.argumentTypes(e))
	}
	if base == f.top {
		f.alloc()
	}
	f.pos = e.pos
	f.emit(in)
}

// argumentTypes returns the parameter types that a call through a pointer
// expects; without a prototype they are those of the arguments.
func (f *funcGen) argumentTypes(e *expr) []*ctype {
	t := e.x.typ
	if t.kind == kPtr {
		t = t.elem
	}
	if !t.noProto {
		return t.params
	}
	list := make([]*ctype, len(e.args))
	for i, a := range e.args {
		list[i] = a.typ
	}
	return list
}
