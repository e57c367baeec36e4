package cfront

import (
	"fencepost/interp/code"
	"fencepost/trace"
)

// genAtomic generates an atomic operation. The value of an atomic structure is
// held in one register, its padding zero.
func (f *funcGen) genAtomic(e *expr, dst int) uint8 {
	if dst != anywhere {
		mark := f.top
		v := f.genAtomic(e, anywhere)
		f.top = mark
		return f.move(v, dst)
	}
	d := f.alloc()
	mark := f.top
	switch e.atomic {
	case aLoad:
		p := f.atomicPlace(e)
		f.load(d, p, e.typ2, e, e.order)
	case aStore:
		v := f.scalarOf(e.args[1], e.typ2.size)
		f.store(f.atomicPlace(e), e.typ2, v, e, e.order)
	case aRMW:
		f.genScalar(e.args[1], d)
		f.emitRMW(e, d, d, code.RMWOp(e.rmw))
	case aTestSet:
		f.emit(code.Instr{Op: code.Const, A: d, Imm: 1})
		f.emitRMW(e, d, d, code.Xchg)
		if e.typ2.kind != kBool {
			f.emit(code.Instr{Op: code.Bool, A: d, B: d})
		}
	case aClear:
		f.emit(code.Instr{Op: code.Const, A: d})
		f.store(f.atomicPlace(e), e.typ2, d, e, e.order)
	case aCAS:
		f.genCAS(e, d)
	case aCASVal, aCASBool:
		old, next := f.alloc(), f.alloc()
		f.genScalar(e.args[1], old)
		f.genScalar(e.args[2], next)
		f.emitCAS(e, d, old)
		if e.atomic == aCASVal {
			f.emit(code.Instr{Op: code.Mov, A: d, B: old})
		}
	case aFence:
		a := code.Access{Order: e.order, Fence: e.hw}
		f.emit(code.Instr{Op: code.FenceOp, Imm: f.siteOf(e, a, false)})
	case aDCAS:
		f.genDCAS(e, d)
	}
	f.top = mark
	return d
}

// atomicPlace generates the pointer to the object of an atomic operation.
func (f *funcGen) atomicPlace(e *expr) place {
	p := f.near(f.pointee(e.args[0]))
	f.pos = e.pos
	return p
}

// scalarOf returns a register with the value of a, of which size bytes count.
func (f *funcGen) scalarOf(a *expr, size int64) uint8 {
	if a.typ.isRecord() {
		return f.pack(a)
	}
	return f.value(lowBytes(a, size))
}

// genScalar generates a scalar or a small structure into register d.
func (f *funcGen) genScalar(a *expr, d uint8) {
	mark := f.top
	if a.typ.isRecord() {
		f.move(f.pack(a), int(d))
	} else {
		f.gen(a, int(d))
	}
	f.top = mark
}

func (f *funcGen) emitRMW(e *expr, d, operand uint8, op code.RMWOp) {
	p := f.atomicPlace(e)
	a := f.access(p, e.typ2, e.order)
	a.RMW, a.Fetch, a.Bool = op, e.fetch, e.typ2.kind == kBool
	f.emit(code.Instr{Op: code.RMW, A: d, B: p.base, C: operand, Imm: f.siteOf(e, a, false)})
}

// emitCAS makes d tell whether the object was changed from what old held to
// what the next register holds; if not, old gets its content.
func (f *funcGen) emitCAS(e *expr, d, old uint8) {
	p := f.atomicPlace(e)
	a := f.access(p, e.typ2, e.order)
	a.Fail, a.Weak = e.fail, e.weak
	f.emit(code.Instr{Op: code.CAS, A: d, B: p.base, C: old, Imm: f.siteOf(e, a, false)})
}

// genCAS generates C's compare-exchange, which gets the expected value through
// a pointer and leaves the object's content there when it fails. In a register
// that takes no access; in memory it takes one before, and one after a failure.
func (f *funcGen) genCAS(e *expr, d uint8) {
	old, next := f.alloc(), f.alloc()
	f.genScalar(e.args[2], next)
	expected := e.args[1]
	if o := localScalar(expected); o != nil {
		if r := f.registerOf(expected.x); r != nil {
			f.emit(code.Instr{Op: code.Mov, A: old, B: *r})
			f.emitCAS(e, d, old)
			if !fitsType(e.typ2, o.typ) {
				f.extend(old, old, o.typ)
			}
			f.emit(code.Instr{Op: code.Mov, A: *r, B: old})
			return
		}
	}
	p := f.near(f.pointee(expected))
	t := e.typ2.unqualified()
	at := &expr{typ: t, pos: expected.pos, text: expected.text}
	f.pos = e.pos
	if t.isRecord() {
		f.packFrom(old, p, t, at)
	} else {
		f.load(old, p, t, at, trace.Plain)
	}
	f.emitCAS(e, d, old)
	done := newLabel()
	f.jumpIf(d, true, done)
	if t.isRecord() {
		f.unpack(p, old, t, at)
	} else {
		f.store(p, t, old, at, trace.Plain)
	}
	f.bind(done)
}

func (f *funcGen) genDCAS(e *expr, d uint8) {
	base := f.alloc()
	f.top--
	for _, a := range e.args {
		f.gen(a, int(f.alloc()))
	}
	f.pos = e.pos
	a := code.Access{Size: uint8(e.typ2.size), Signed: e.typ2.signed, Order: e.order, Fail: e.fail}
	f.emit(code.Instr{Op: code.DCAS, A: base, Imm: f.siteOf(e, a, false)})
	f.emit(code.Instr{Op: code.Mov, A: d, B: base})
}
