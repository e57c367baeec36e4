package gen

import (
	"slices"

	"fencepost/interp/c/types"
	"fencepost/interp/code"
	"fencepost/trace/lists"
)

// value generates e and returns the register of its value: the register of a local, or a new
// temporary, which is the only one it leaves allocated.
func (f *funcGen) value(e *types.Expr) uint8 { return f.gen(e, anywhere) }

// dest returns the register for a result: dst, or a new temporary.
func (f *funcGen) dest(dst int) uint8 {
	if dst != anywhere {
		return uint8(dst)
	}
	return f.alloc()
}

// gen generates e, a scalar or void, into register dst. It writes the register after it has read the
// last operand, so dst may be a local that e uses.
func (f *funcGen) gen(e *types.Expr, dst int) uint8 {
	f.pos = e.Pos
	switch e.Op {
	case types.OpInt:
		d := f.dest(dst)
		f.constTo(d, e.I)
		if e.Type.IsWide() && e.I != e.I<<1>>1 {
			f.emit(code.Instr{Op: code.Wide, A: d, B: d, C: d, Imm: int32(code.WideSigned)})
		}
		return d
	case types.OpFunc, types.OpAddr:
		return f.genAddress(e, dst)
	case types.OpRead:
		return f.genRead(e, dst)
	case types.OpCast:
		return f.genCast(e, dst)
	case types.OpNeg, types.OpCom:
		return f.genUnary(e, dst)
	case types.OpNot:
		return f.genNot(e, dst)
	case types.OpAdd, types.OpSub, types.OpMul, types.OpDiv, types.OpMod, types.OpAnd, types.OpOr, types.OpXor, types.OpShl, types.OpShr, types.OpPtrAdd:
		return f.genBinary(e, dst)
	case types.OpPtrSub:
		return f.genPtrSub(e, dst)
	case types.OpEq, types.OpNe, types.OpLt, types.OpLe, types.OpGt, types.OpGe:
		mark := f.top
		x, y := f.value(e.X), f.value(e.Y)
		f.top = mark
		d := f.dest(dst)
		f.pos = e.Pos
		f.compare(e, d, x, y)
		return d
	case types.OpLAnd, types.OpLOr:
		return f.condition(e, dst)
	case types.OpCond:
		return f.genCond(e, dst)
	case types.OpComma:
		f.effect(e.X)
		return f.gen(e.Y, dst)
	case types.OpAssign:
		return f.genAssign(e, dst, true)
	case types.OpAssignOp, types.OpPreInc, types.OpPostInc:
		return f.genUpdate(e, dst, true)
	case types.OpCall:
		return f.genCall(e, dst)
	case types.OpLibrary:
		return f.genLibrary(e, dst)
	case types.OpAtomic:
		return f.genAtomic(e, dst)
	case types.OpStmt:
		d := f.dest(dst)
		mark := f.top
		f.block(e.Body, int(d))
		f.top = mark
		return d
	}
	f.r.Unsupportedf(e.Pos, "this expression is not supported here")
	return f.dest(dst)
}

// effect generates e without using its value.
func (f *funcGen) effect(e *types.Expr) {
	mark := f.top
	switch {
	case e.Op == types.OpAssign && !e.Type.IsRecord():
		f.genAssign(e, anywhere, false)
	case e.Op == types.OpAssignOp || e.Op == types.OpPreInc || e.Op == types.OpPostInc:
		f.genUpdate(e, anywhere, false)
	case e.Op == types.OpCast && e.Type.IsVoid():
		f.effect(e.X)
	case returnsNothing(e):
		f.arguments(e)
	case e.Op == types.OpComma:
		f.effect(e.X)
		f.effect(e.Y)
	case e.Op == types.OpCond:
		els, end := newLabel(), newLabel()
		f.branch(e.X, false, els)
		f.effect(e.Y)
		f.jmp(end)
		f.bind(els)
		f.effect(e.Z)
		f.bind(end)
	case e.Op == types.OpLAnd || e.Op == types.OpLOr:
		end := newLabel()
		f.branch(e.X, e.Op == types.OpLOr, end)
		f.effect(e.Y)
		f.bind(end)
	case e.Op == types.OpStmt:
		f.block(e.Body, anywhere)
	case e.Op == types.OpInt:
	case e.Type.IsRecord():
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

func (f *funcGen) genAddress(e *types.Expr, dst int) uint8 {
	if v, ok := f.constValue(e); ok {
		d := f.dest(dst)
		f.constTo(d, v)
		return d
	}
	if e.Op == types.OpFunc {
		f.r.Unsupportedf(e.Pos, "the address of %s is not supported", e.Fn.Name)
		return f.dest(dst)
	}
	mark := f.top
	p := f.lvalue(e.X)
	if p.register {
		f.r.Unsupportedf(e.Pos, "this use of an address is not supported")
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

func (f *funcGen) genRead(e *types.Expr, dst int) uint8 {
	mark := f.top
	p := f.lvalue(e.X)
	if p.register {
		return f.move(p.reg, dst)
	}
	p = f.near(p)
	f.top = mark
	d := f.dest(dst)
	f.pos = e.Pos
	f.load(d, p, e.X.Type, e, f.orderOf(e.X.Type, true))
	return d
}

func (f *funcGen) genCond(e *types.Expr, dst int) uint8 {
	if e.Type.IsVoid() {
		f.effect(e)
		return f.dest(dst)
	}
	els, end := newLabel(), newLabel()
	f.branch(e.X, false, els)
	d := f.dest(dst)
	mark := f.top
	f.gen(e.Y, int(d))
	f.jmp(end)
	f.bind(els)
	f.top = mark
	f.gen(e.Z, int(d))
	f.bind(end)
	f.top = mark
	return d
}

func (f *funcGen) genPtrSub(e *types.Expr, dst int) uint8 {
	mark := f.top
	x, y := f.value(e.X), f.value(e.Y)
	f.pos = e.Pos
	if e.I == 1 {
		f.top = mark
		d := f.dest(dst)
		f.emit(code.Instr{Op: code.Sub, A: d, B: x, C: y})
		return d
	}
	diff, size := f.alloc(), f.alloc()
	f.emit(code.Instr{Op: code.Sub, A: diff, B: x, C: y})
	f.constTo(size, e.I)
	f.top = mark
	d := f.dest(dst)
	f.emit(code.Instr{Op: code.DivS, A: d, B: diff, C: size, Imm: 64})
	return d
}

// genAssign generates the assignment of a scalar. With need set it returns the
// register that holds the new value.
func (f *funcGen) genAssign(e *types.Expr, dst int, need bool) uint8 {
	if o := f.registerOf(e.X); o != nil {
		f.gen(e.Y, int(*o))
		return f.move(*o, dst)
	}
	from := e.Y
	if !need {
		from = lowBytes(from, e.X.Type.Size)
	}
	if dst != anywhere {
		mark := f.top
		v := f.genAssign(e, anywhere, need)
		f.top = mark
		return f.move(v, dst)
	}
	v := f.value(from)
	read := len(f.out.Code) - 1
	mark := f.top
	p := f.lvalue(e.X)
	f.pos = e.Pos
	f.store(p, e.X.Type, v, e, f.orderOf(e.X.Type, false))
	f.top = mark
	if !need && from.Op == types.OpRead && f.registerOf(from.X) == nil && !from.X.Type.Atomic && !e.X.Type.Atomic && from.X.Type.Size == e.X.Type.Size {
		f.copies(read)
	}
	return v
}

// copies makes the load at pc and the last store a copy, which also copies never-written bytes, if no
// access is between them.
func (f *funcGen) copies(pc int) {
	last := len(f.out.Code) - 1
	if f.dead || pc < 0 || f.placed > pc {
		return
	}
	load, store := f.out.Code[pc], f.out.Code[last]
	if load.Op != code.Load && load.Op != code.LoadP || store.Op != code.Store && store.Op != code.StoreP || load.A != store.C {
		return
	}
	for _, in := range f.out.Code[pc+1 : last] {
		switch in.Op {
		case code.Mov, code.Const, code.ConstL, code.AddI, code.Add, code.Index, code.AddIS32:
		default:
			return
		}
	}
	f.prog.Access[load.Imm].Copy = true
	f.prog.Access[store.Imm].Copy = true
}

// registerOf returns the register of the local that e designates, if it lives
// in one.
func (f *funcGen) registerOf(e *types.Expr) *uint8 {
	if e.Op != types.OpObj {
		return nil
	}
	if h, ok := f.homes[e.Obj]; ok && h.kind == homeRegister {
		return &h.reg
	}
	return nil
}

// genCall generates a call. Its arguments are in consecutive registers at the top, where the callee's
// window begins. A struct argument is the address of a copy. The first argument is the address for a
// struct result.
func (f *funcGen) genCall(e *types.Expr, dst int) uint8 {
	base := f.top
	if e.Type.IsRecord() {
		f.r.Unsupportedf(e.Pos, "this use of a structure is not supported")
		return f.dest(dst)
	}
	f.arguments(e)
	if returnsNothing(e) {
		f.emit(code.Instr{Op: code.Trap, A: code.TrapError, Imm: f.Message("the value of " + e.Fn.Name + " is used, which returns none")})
	}
	f.top = base
	result := f.alloc()
	if dst != anywhere && !e.Type.IsVoid() {
		f.top = base
		return f.move(result, dst)
	}
	return result
}

// returnsNothing reports whether e calls a function that was declared implicitly, so that its type
// was int, and whose later definition returns void.
func returnsNothing(e *types.Expr) bool {
	return e.Op == types.OpCall && e.Fn != nil && e.Fn.Type.Elem.IsVoid() && !e.Type.IsVoid()
}

// arguments evaluates the arguments of a call from the top register on and
// emits the call.
func (f *funcGen) arguments(e *types.Expr) {
	base := f.top
	if e.Type.IsRecord() {
		base-- // the caller has put the address of the result there
	}
	for _, a := range e.Args {
		r := f.alloc()
		if a.Type.IsRecord() {
			f.temporary(r, a.Type, false)
			f.recordInto(place{base: r, private: true}, a, true)
		} else {
			f.gen(a, int(r))
		}
	}
	in := code.Instr{Op: code.Call, A: uint8(base)}
	if e.Fn != nil {
		i, ok := f.funcs[e.Fn]
		switch {
		case !ok && e.Fn.Weak:
			f.emit(code.Instr{Op: code.Trap, A: code.TrapError, Imm: f.Message("call of the weak function " + e.Fn.Name + ", which is not defined")})
		case !ok:
			f.r.Unsupportedf(e.Pos, "function %s is not supported", e.Fn.Name)
		}
		if v := f.escapes.lends(e); v != nil {
			i = f.escapes.numberOf(v)
		}
		in.Imm = int32(i)
	} else {
		in.Op, in.B = code.CallR, f.value(e.X)
		in.Imm = f.signature(e.Type, f.argumentTypes(e))
	}
	if base == f.top {
		f.alloc()
	}
	f.pos = e.Pos
	f.emit(in)
}

// argumentTypes returns the parameter types that a call through a pointer expects. Without a
// prototype they are the types of the arguments.
func (f *funcGen) argumentTypes(e *types.Expr) []*types.Type {
	t := e.X.Type
	if t.Kind == types.KindPtr {
		t = t.Elem
	}
	switch {
	case t.Variadic: // one pointer leads to its further arguments
		return append(slices.Clone(t.Params), types.VoidPtr)
	case !t.NoProto:
		return t.Params
	}
	return lists.Map(e.Args, func(a *types.Expr) *types.Type { return a.Type })
}
