package vm

import (
	"fmt"
	"math"

	"fencepost/interp/code"
	"fencepost/trace"
)

// execute runs thread t from its current instruction to its next visible
// operation, before which it parks, or until a private load has read what was never
// written. The register window is an array, so that an 8-bit register number needs
// no bounds check.
func (m *VM) execute(t *Thread) {
	fn := t.fn
	r := t.window()
	pc := t.pc
	for {
		in := &fn.Code[pc]
		pc++
		switch in.Op {
		case code.BadOp: // only where coverage is asked for
			pc = m.covered.reach(fn.Code, in.Imm, pc-1, r)
		case code.Nop:
			if in.A == code.AtBody {
				t.pc = pc
				if m.driver.Loop(t, Body) {
					return
				}
			}
		case code.Mov:
			r[in.A] = r[in.B]
		case code.Const:
			r[in.A] = int64(in.Imm)
		case code.ConstL:
			r[in.A] = m.prog.Consts[in.Imm]
		case code.TLS:
			t.pc = pc - 1
			a, ok := m.threadLocal(t, in.Imm)
			if !ok {
				return
			}
			r[in.A] = a
		case code.Local, code.LocalZ:
			t.pc = pc - 1
			a, ok := m.newAuto(t, in.Imm, t.fn.Locals[in.Imm].Size, in.Op == code.LocalZ)
			if !ok {
				return
			}
			r[in.A] = a
		case code.LocalV:
			t.pc = pc - 1
			a, ok := m.newAuto(t, in.Imm, r[in.B], false)
			if !ok {
				return
			}
			r[in.A] = a

		case code.Seal:
			m.space.seal(m.space.object(uint64(r[in.A])))

		case code.Add:
			r[in.A] = r[in.B] + r[in.C]
		case code.Sub:
			r[in.A] = r[in.B] - r[in.C]
		case code.Mul:
			r[in.A] = r[in.B] * r[in.C]
		case code.DivS, code.DivU, code.ModS, code.ModU:
			if e := badDivision(in, r[in.B], r[in.C]); e != nil {
				t.pc = pc - 1
				m.fail(t, e)
				return
			}
			r[in.A] = divide(in.Op, r[in.B], r[in.C])
		case code.And:
			r[in.A] = r[in.B] & r[in.C]
		case code.Or:
			r[in.A] = r[in.B] | r[in.C]
		case code.Xor:
			r[in.A] = r[in.B] ^ r[in.C]
		case code.Shl, code.ShrS, code.ShrU:
			if in.Imm != 0 && uint64(r[in.C]) >= uint64(in.Imm) {
				t.pc = pc - 1
				m.fail(t, &Error{Kind: BadShift, Message: fmt.Sprintf("by %d, of a value of %d bits", r[in.C], in.Imm)})
				return
			}
			r[in.A] = shift(in.Op, r[in.B], uint64(r[in.C])&63)
		case code.AddI:
			r[in.A] = r[in.B] + int64(in.Imm)
		case code.Index:
			r[in.A] = r[in.B] + r[in.C]*int64(in.Imm)

		case code.AddS32:
			v := r[in.B] + r[in.C]
			if r[in.A] = int64(int32(v)); r[in.A] != v {
				m.wraps(t, pc-1)
			}
		case code.SubS32:
			v := r[in.B] - r[in.C]
			if r[in.A] = int64(int32(v)); r[in.A] != v {
				m.wraps(t, pc-1)
			}
		case code.MulS32:
			v := r[in.B] * r[in.C]
			if r[in.A] = int64(int32(v)); r[in.A] != v {
				m.wraps(t, pc-1)
			}
		case code.AddU32:
			r[in.A] = int64(uint32(r[in.B] + r[in.C]))
		case code.SubU32:
			r[in.A] = int64(uint32(r[in.B] - r[in.C]))
		case code.MulU32:
			r[in.A] = int64(uint32(r[in.B] * r[in.C]))
		case code.AddIS32:
			v := r[in.B] + int64(in.Imm)
			if r[in.A] = int64(int32(v)); r[in.A] != v {
				m.wraps(t, pc-1)
			}

		case code.AddC, code.SubC, code.MulC:
			v, e := checked(in, r[in.B], r[in.C])
			if e != nil {
				t.pc = pc - 1
				m.fail(t, e)
				return
			}
			r[in.A] = v

		case code.ExtS8:
			r[in.A] = int64(int8(r[in.B]))
		case code.ExtS16:
			r[in.A] = int64(int16(r[in.B]))
		case code.ExtS32:
			r[in.A] = int64(int32(r[in.B]))
		case code.ExtU8:
			r[in.A] = int64(uint8(r[in.B]))
		case code.ExtU16:
			r[in.A] = int64(uint16(r[in.B]))
		case code.ExtU32:
			r[in.A] = int64(uint32(r[in.B]))

		case code.Neg:
			r[in.A] = -r[in.B]
		case code.Com:
			r[in.A] = ^r[in.B]
		case code.Not:
			r[in.A] = truth(r[in.B] == 0)
		case code.Bool:
			r[in.A] = truth(r[in.B] != 0)
		case code.Eq:
			r[in.A] = truth(r[in.B] == r[in.C])
		case code.Ne:
			r[in.A] = truth(r[in.B] != r[in.C])
		case code.LtS:
			r[in.A] = truth(r[in.B] < r[in.C])
		case code.LeS:
			r[in.A] = truth(r[in.B] <= r[in.C])
		case code.LtU:
			r[in.A] = truth(uint64(r[in.B]) < uint64(r[in.C]))
		case code.LeU:
			r[in.A] = truth(uint64(r[in.B]) <= uint64(r[in.C]))

		case code.AddF, code.SubF, code.MulF, code.DivF, code.EqF, code.NeF, code.LtF, code.LeF:
			r[in.A] = floatOperation(in, r[in.B], r[in.C])
		case code.NegF:
			r[in.A] = r[in.B] ^ int64(-1)<<(in.Imm-1)&(-1>>(64-in.Imm))
		case code.Convert:
			r[in.A] = code.ConvertNumber(r[in.B], code.NumberFormat(in.Imm>>4), code.NumberFormat(in.Imm&15))

		case code.Wide:
			v, e := m.wide(code.WideOp(in.Imm), r[in.B], r[in.C])
			if e != nil {
				t.pc = pc - 1
				m.fail(t, e)
				return
			}
			r[in.A] = v
			if m.measureWides(t); m.stopped {
				return
			}

		case code.Jmp:
			pc = int(in.Imm)
		case code.JZ:
			if r[in.A] == 0 {
				pc = int(in.Imm)
			}
		case code.JNZ:
			if r[in.A] != 0 {
				pc = int(in.Imm)
			}
		case code.JEq:
			if r[in.A] == r[in.B] {
				pc = int(in.Imm)
			}
		case code.JNe:
			if r[in.A] != r[in.B] {
				pc = int(in.Imm)
			}
		case code.JLtS:
			if r[in.A] < r[in.B] {
				pc = int(in.Imm)
			}
		case code.JLeS:
			if r[in.A] <= r[in.B] {
				pc = int(in.Imm)
			}
		case code.JLtU:
			if uint64(r[in.A]) < uint64(r[in.B]) {
				pc = int(in.Imm)
			}
		case code.JLeU:
			if uint64(r[in.A]) <= uint64(r[in.B]) {
				pc = int(in.Imm)
			}
		case code.Loop:
			t.pc = pc
			if m.driver.Loop(t, LoopPlace(in.A)) {
				return
			}
		case code.Call:
			t.pc = pc - 1
			if !m.callable(t, &m.prog.Funcs[in.Imm], in, pc) {
				return
			}
			fn, r, pc = t.fn, t.window(), 0
		case code.CallR:
			t.pc = pc - 1
			f := m.funcAt(t, uint64(r[in.B]), in.Imm)
			if f == nil || !m.callable(t, f, in, pc) {
				return
			}
			fn, r, pc = t.fn, t.window(), 0
		case code.Ret, code.RetV:
			if in.Op == code.Ret {
				r[0] = r[in.A]
			}
			if len(t.fn.Locals) > 0 {
				m.leave(t)
			}
			n := len(t.frames) - 1
			if n < 0 {
				t.pc = pc - 1
				if m.returned(t, r[0]) {
					return
				}
				fn, r, pc = t.fn, t.window(), t.pc
				continue
			}
			f := &t.frames[n]
			t.fn = f.fn
			t.slide(f.base)
			fn, r, pc = f.fn, t.window(), f.pc
			t.frames = t.frames[:n]
			if n < t.Low {
				t.Low = n
			}
		case code.Assert:
			if r[in.A] == 0 {
				t.pc = pc - 1
				m.fail(t, &Error{Kind: AssertionFailed, Message: m.prog.Sites[in.Imm].Text, Pos: m.prog.Sites[in.Imm].Pos})
				return
			}
		case code.Trap:
			t.pc = pc - 1
			m.trap(t, in)
			return

		case code.LoadP:
			t.pc = pc - 1
			v, ok := m.loadPrivate(t, in.A, uint64(r[in.B]), &m.prog.Access[in.Imm])
			if !ok {
				return
			}
			r[in.A] = v
			if len(t.taints) > 0 {
				t.pc = pc
				return
			}
		case code.StoreP:
			t.pc = pc - 1
			if !m.storePrivate(t, uint64(r[in.B]), in.C, &m.prog.Access[in.Imm]) {
				return
			}

		case code.Sys:
			t.pc = pc - 1
			id := code.SysID(in.C)
			if visible[id] {
				m.park(t, in, r)
				return
			}
			if id == code.ThreadExit {
				t.outlived = true
				m.unwind(t)
				if m.returned(t, r[in.A]) {
					return
				}
				fn, r, pc = t.fn, t.window(), t.pc
				continue
			}
			if !m.system(t, id, r, in) {
				return
			}
		default: // a visible operation
			t.pc = pc - 1
			m.park(t, in, r)
			return
		}
	}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func divide(op code.Op, a, b int64) int64 {
	switch op {
	case code.DivS:
		return a / b
	case code.DivU:
		return int64(uint64(a) / uint64(b))
	case code.ModS:
		return a % b
	default:
		return int64(uint64(a) % uint64(b))
	}
}

// badDivision returns what is wrong with the division a / b, or nil.
func badDivision(in *code.Instr, a, b int64) *Error {
	switch {
	case b == 0:
		return &Error{Kind: DivisionByZero}
	case b == -1 && (in.Op == code.DivS || in.Op == code.ModS) && in.Imm != 0 && a == math.MinInt64>>(64-in.Imm):
		return &Error{Kind: DivisionTooBig, Message: fmt.Sprintf("%d divided by -1 does not fit %d bits", a, in.Imm)}
	}
	return nil
}

// wraps notes that the result of signed arithmetic at pc does not fit an int.
func (m *VM) wraps(t *Thread, pc int) {
	if m.overflow.Line == 0 && !m.probing && !t.fn.System && pc < len(t.fn.PosOf) {
		m.overflow = t.fn.PosOf[pc]
	}
}

// Overflow returns where the first signed arithmetic of the execution is whose result did
// not fit an int, and wrapped; its line is 0 if there is none.
func (m *VM) Overflow() trace.Pos { return m.overflow }

// checked performs arithmetic whose result must fit in.Imm bits.
func checked(in *code.Instr, a, b int64) (int64, *Error) {
	x, y := code.WideSigned.Apply(code.Int128{Low: uint64(a)}, code.Int128{}), code.WideSigned.Apply(code.Int128{Low: uint64(b)}, code.Int128{})
	op, sign := code.WideAdd, "+"
	switch in.Op {
	case code.SubC:
		op, sign = code.WideSub, "-"
	case code.MulC:
		op, sign = code.WideMul, "*"
	}
	z := op.Apply(x, y)
	v := int64(z.Low)
	if z != code.WideSigned.Apply(z, code.Int128{}) || v<<(64-in.Imm)>>(64-in.Imm) != v {
		return 0, &Error{Kind: SignedOverflow, Message: fmt.Sprintf("%d %s %d does not fit %d bits", a, sign, b, in.Imm)}
	}
	return v, nil
}

func shift(op code.Op, a int64, n uint64) int64 {
	switch op {
	case code.Shl:
		return a << n
	case code.ShrS:
		return a >> n
	default:
		return int64(uint64(a) >> n)
	}
}

// callable pushes a call, or fails.
func (m *VM) callable(t *Thread, f *code.Func, in *code.Instr, pc int) bool {
	if !m.Tick(t) {
		return false
	}
	if f.Code == nil {
		m.fail(t, &Error{Kind: BadCall, Message: "function " + f.Name + " is not defined"})
		return false
	}
	if !m.call(t, f, int(in.A), pc) {
		if m.ctx.Err() != nil {
			m.Stop(Interrupted, nil)
			return false
		}
		m.fail(t, &Error{Kind: StackOverflow, Message: fmt.Sprintf("call of %s: %d calls deep, the stack takes %d MiB",
			f.Name, len(t.frames), m.space.memory.of.stack()>>20)})
		return false
	}
	return true
}

// funcAt returns the function of a pointer, whose type must have signature sig.
func (m *VM) funcAt(t *Thread, addr uint64, sig int32) *code.Func {
	i, ok := code.FuncAt(addr)
	switch {
	case addr == 0:
		m.fail(t, &Error{Kind: NullPointer, Message: "call through a null pointer"})
	case !ok || i >= len(m.prog.Funcs):
		m.fail(t, &Error{Kind: BadCall, Message: "call through a pointer that is not a function's address"})
	case m.prog.Funcs[i].Sig != sig:
		m.fail(t, &Error{Kind: BadCall, Message: "function " + m.prog.Funcs[i].Name + " is called through a pointer of another type"})
	default:
		return &m.prog.Funcs[i]
	}
	return nil
}

// returned deals with the end of a thread's first function: what follows is main
// after the initialisers, or the destructors of thread-specific data (not when
// main returns), or the thread's exit, before which it parks; returned reports
// whether it has.
func (m *VM) returned(t *Thread, value int64) bool {
	if t.starting {
		t.starting = false
		m.enter(t, m.prog.Main)
		return false
	}
	t.taints = t.taints[:0]
	if !t.ending {
		t.ending, t.result = true, value
	}
	if t.ID == 0 && !t.outlived || !m.destroyNext(t) {
		m.parkExit(t)
		return true
	}
	return false
}

// destroyNext enters the next destructor of t's thread-specific data; false if
// there is none.
func (m *VM) destroyNext(t *Thread) bool {
	for ; t.rounds < destructorRounds; t.rounds, t.key = t.rounds+1, 0 {
		for t.key < min(len(m.keys), len(t.values)) {
			k := t.key
			t.key++
			i, ok := code.FuncAt(m.keys[k])
			if v := t.values[k]; ok && v != 0 && i < len(m.prog.Funcs) && m.prog.Funcs[i].Code != nil {
				t.values[k] = 0
				m.enter(t, i)
				t.window()[0] = v
				return true
			}
		}
	}
	return false
}

func (m *VM) trap(t *Thread, in *code.Instr) {
	msg := m.prog.Strings[in.Imm]
	if in.A == code.TrapUnsupported {
		m.unsupported(t, msg)
		return
	}
	m.fail(t, &Error{Kind: ReachedError, Message: msg})
}
