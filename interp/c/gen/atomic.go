package gen

import (
	"fencepost/interp/c/types"
	"fencepost/interp/code"
	"fencepost/trace"
)

// genAtomic generates an atomic operation. The value of an atomic structure is
// held in one register, its padding zero.
func (f *funcGen) genAtomic(e *types.Expr, dst int) uint8 {
	if dst != anywhere {
		mark := f.top
		v := f.genAtomic(e, anywhere)
		f.top = mark
		return f.move(v, dst)
	}
	d := f.alloc()
	mark := f.top
	switch e.Atomic {
	case types.AtomicLoad:
		p := f.atomicPlace(e)
		f.load(d, p, e.Type2, e, e.Order)
	case types.AtomicStore:
		v := f.scalarOf(e.Args[1], e.Type2.Size)
		f.store(f.atomicPlace(e), e.Type2, v, e, e.Order)
	case types.AtomicRMW:
		f.genScalar(e.Args[1], d)
		f.emitRMW(e, d, d, code.RMWOp(e.RMW))
	case types.AtomicTestSet:
		f.emit(code.Instr{Op: code.Const, A: d, Imm: 1})
		f.emitRMW(e, d, d, code.Xchg)
		if e.Type2.Kind != types.KindBool {
			f.emit(code.Instr{Op: code.Bool, A: d, B: d})
		}
	case types.AtomicClear:
		f.emit(code.Instr{Op: code.Const, A: d})
		f.store(f.atomicPlace(e), e.Type2, d, e, e.Order)
	case types.AtomicCAS:
		f.genCAS(e, d)
	case types.AtomicCASVal, types.AtomicCASBool:
		old, next := f.alloc(), f.alloc()
		f.genScalar(e.Args[1], old)
		f.genScalar(e.Args[2], next)
		f.emitCAS(e, d, old)
		if e.Atomic == types.AtomicCASVal {
			f.emit(code.Instr{Op: code.Mov, A: d, B: old})
		}
	case types.AtomicFence:
		a := code.Access{Order: e.Order, Fence: e.HW, Kernel: e.Kernel}
		f.emit(code.Instr{Op: code.FenceOp, Imm: f.siteOf(e, a, false)})
	case types.AtomicDCAS:
		f.genDCAS(e, d)
	}
	f.top = mark
	return d
}

// atomicPlace generates the pointer to the object of an atomic operation.
func (f *funcGen) atomicPlace(e *types.Expr) place {
	p := f.near(f.pointee(e.Args[0]))
	f.pos = e.Pos
	return p
}

// scalarOf returns a register with the value of a, of which size bytes count.
func (f *funcGen) scalarOf(a *types.Expr, size int64) uint8 {
	if a.Type.IsRecord() {
		return f.pack(a)
	}
	return f.value(lowBytes(a, size))
}

// genScalar generates a scalar or a small structure into register d.
func (f *funcGen) genScalar(a *types.Expr, d uint8) {
	mark := f.top
	if a.Type.IsRecord() {
		f.move(f.pack(a), int(d))
	} else {
		f.gen(a, int(d))
	}
	f.top = mark
}

func (f *funcGen) emitRMW(e *types.Expr, d, operand uint8, op code.RMWOp) {
	p := f.atomicPlace(e)
	a := f.access(p, e.Type2, e.Order)
	a.Kernel = e.Kernel
	a.RMW, a.Fetch, a.Bool = op, e.Fetch, e.Type2.Kind == types.KindBool
	f.emit(code.Instr{Op: code.RMW, A: d, B: p.base, C: operand, Imm: f.siteOf(e, a, false)})
}

// emitCAS emits a compare-exchange. The expected value is in register old, and the new one in the
// register after it. d becomes 1 if the object was changed, and otherwise old gets its content.
func (f *funcGen) emitCAS(e *types.Expr, d, old uint8) {
	p := f.atomicPlace(e)
	a := f.access(p, e.Type2, e.Order)
	a.Fail, a.Weak = e.Fail, e.Weak
	f.emit(code.Instr{Op: code.CAS, A: d, B: p.base, C: old, Imm: f.siteOf(e, a, false)})
}

// genCAS generates C's compare-exchange, which takes the expected value through a pointer, and writes
// the object's content there if it fails. If the expected value is in a register this needs no
// access. In memory it needs an access before, and another after a failure.
func (f *funcGen) genCAS(e *types.Expr, d uint8) {
	old, next := f.alloc(), f.alloc()
	f.genScalar(e.Args[2], next)
	expected := e.Args[1]
	if o := localScalar(expected); o != nil {
		if r := f.registerOf(expected.X); r != nil {
			f.emit(code.Instr{Op: code.Mov, A: old, B: *r})
			f.emitCAS(e, d, old)
			if !fitsType(e.Type2, o.Type) {
				f.extend(old, old, o.Type)
			}
			f.emit(code.Instr{Op: code.Mov, A: *r, B: old})
			return
		}
	}
	p := f.near(f.pointee(expected))
	t := e.Type2.Unqualified()
	at := &types.Expr{Type: t, Pos: expected.Pos, Text: expected.Text}
	f.pos = e.Pos
	if t.IsRecord() {
		f.packFrom(old, p, t, at)
	} else {
		f.load(old, p, t, at, trace.Plain)
	}
	f.emitCAS(e, d, old)
	done := newLabel()
	f.jumpIf(d, true, done)
	if t.IsRecord() {
		f.unpack(p, old, t, at)
	} else {
		f.store(p, t, old, at, trace.Plain)
	}
	f.bind(done)
}

func (f *funcGen) genDCAS(e *types.Expr, d uint8) {
	base := f.alloc()
	f.top--
	for _, a := range e.Args {
		f.gen(a, int(f.alloc()))
	}
	f.pos = e.Pos
	a := code.Access{Size: uint8(e.Type2.Size), Signed: e.Type2.Signed, Order: e.Order, Fail: e.Fail}
	f.emit(code.Instr{Op: code.DCAS, A: base, Imm: f.siteOf(e, a, false)})
	f.emit(code.Instr{Op: code.Mov, A: d, B: base})
}
