package vm

import (
	"fmt"

	"fencepost/interp/code"
)

// execute runs thread t from its current instruction until the thread parks: before its
// next visible operation, or after a private load of a value that was never written. It
// performs most instructions itself: those that compute and jump, unless their result is an
// error or must be noted, and other frequent ones. No call returns into the inner loop, so
// its state stays in registers. The register window is an array, so that an 8-bit register
// number needs no bounds check. The next instruction is fetched at the end of the loop;
// docs/notes/vm.md says why.
func (m *VM) execute(t *Thread) {
running:
	for {
		list, r, pc := t.fn.Code, t.window(), t.pc
		_ = r[0] // checks once that r is not nil
		in := &list[pc]
	computing:
		for {
			pc++ // of the next instruction
			switch in.Op {
			case code.BadOp:
				break computing
			case code.Nop:
				if in.A == code.AtBody {
					break computing
				}
			case code.Mov:
				r[in.A] = r[in.B]
			case code.Const:
				r[in.A] = int64(in.Imm)
			case code.ConstL:
				r[in.A] = m.prog.Consts[in.Imm]

			case code.Add:
				r[in.A] = r[in.B] + r[in.C]
			case code.Sub:
				if m.mayHold(r[in.B]) && m.mayHold(r[in.C]) {
					break computing
				}
				r[in.A] = r[in.B] - r[in.C]
			case code.Mul:
				if m.mayHold(r[in.B]) {
					break computing
				}
				r[in.A] = r[in.B] * r[in.C]
			case code.DivS:
				if r[in.C] <= 0 || m.mayHold(r[in.B]) {
					break computing
				}
				r[in.A] = r[in.B] / r[in.C]
			case code.DivU:
				if r[in.C] == 0 || m.mayHold(r[in.B]) {
					break computing
				}
				r[in.A] = int64(uint64(r[in.B]) / uint64(r[in.C]))
			case code.ModS:
				if r[in.C] <= 0 || m.mayHold(r[in.B]) {
					break computing
				}
				r[in.A] = r[in.B] % r[in.C]
			case code.ModU:
				if r[in.C] == 0 || m.mayHold(r[in.B]) {
					break computing
				}
				r[in.A] = int64(uint64(r[in.B]) % uint64(r[in.C]))
			case code.And:
				r[in.A] = r[in.B] & r[in.C]
			case code.Or:
				r[in.A] = r[in.B] | r[in.C]
			case code.Xor:
				if m.mayHold(r[in.B]) && m.mayHold(r[in.C]) {
					break computing
				}
				r[in.A] = r[in.B] ^ r[in.C]
			case code.Shl:
				if in.Imm != 0 && uint64(r[in.C]) >= uint64(in.Imm) {
					break computing
				}
				r[in.A] = r[in.B] << (uint64(r[in.C]) & 63)
			case code.ShrS:
				if in.Imm != 0 && uint64(r[in.C]) >= uint64(in.Imm) || m.mayHold(r[in.B]) {
					break computing
				}
				r[in.A] = r[in.B] >> (uint64(r[in.C]) & 63)
			case code.ShrU:
				if in.Imm != 0 && uint64(r[in.C]) >= uint64(in.Imm) || m.mayHold(r[in.B]) {
					break computing
				}
				r[in.A] = int64(uint64(r[in.B]) >> (uint64(r[in.C]) & 63))
			case code.AddI:
				r[in.A] = r[in.B] + int64(in.Imm)
			case code.Index:
				r[in.A] = r[in.B] + r[in.C]*int64(in.Imm)

			case code.AddS32:
				v := r[in.B] + r[in.C]
				if int64(int32(v)) != v {
					break computing
				}
				r[in.A] = v
			case code.SubS32:
				v := r[in.B] - r[in.C]
				if int64(int32(v)) != v {
					break computing
				}
				r[in.A] = v
			case code.MulS32:
				v := r[in.B] * r[in.C]
				if int64(int32(v)) != v {
					break computing
				}
				r[in.A] = v
			case code.AddIS32:
				v := r[in.B] + int64(in.Imm)
				if int64(int32(v)) != v {
					break computing
				}
				r[in.A] = v
			case code.AddU32:
				r[in.A] = int64(uint32(r[in.B] + r[in.C]))
			case code.SubU32:
				r[in.A] = int64(uint32(r[in.B] - r[in.C]))
			case code.MulU32:
				r[in.A] = int64(uint32(r[in.B] * r[in.C]))

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
				if m.mayHold(r[in.B]) && m.mayHold(r[in.C]) {
					break computing
				}
				r[in.A] = truth(r[in.B] == r[in.C])
			case code.Ne:
				if m.mayHold(r[in.B]) && m.mayHold(r[in.C]) {
					break computing
				}
				r[in.A] = truth(r[in.B] != r[in.C])
			case code.LtS:
				r[in.A] = truth(r[in.B] < r[in.C])
			case code.LeS:
				r[in.A] = truth(r[in.B] <= r[in.C])
			case code.LtU:
				if m.mayHold(r[in.B]) && m.mayHold(r[in.C]) {
					break computing
				}
				r[in.A] = truth(uint64(r[in.B]) < uint64(r[in.C]))
			case code.LeU:
				if m.mayHold(r[in.B]) && m.mayHold(r[in.C]) {
					break computing
				}
				r[in.A] = truth(uint64(r[in.B]) <= uint64(r[in.C]))

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
				if m.mayHold(r[in.A]) && m.mayHold(r[in.B]) {
					break computing
				}
				if r[in.A] == r[in.B] {
					pc = int(in.Imm)
				}
			case code.JNe:
				if m.mayHold(r[in.A]) && m.mayHold(r[in.B]) {
					break computing
				}
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
				if m.mayHold(r[in.A]) && m.mayHold(r[in.B]) {
					break computing
				}
				if uint64(r[in.A]) < uint64(r[in.B]) {
					pc = int(in.Imm)
				}
			case code.JLeU:
				if m.mayHold(r[in.A]) && m.mayHold(r[in.B]) {
					break computing
				}
				if uint64(r[in.A]) <= uint64(r[in.B]) {
					pc = int(in.Imm)
				}
			case code.Assert:
				if r[in.A] == 0 {
					break computing
				}
			case code.Load, code.Store, code.RMW, code.CAS, code.DCAS, code.FenceOp:
				t.pc = pc - 1
				m.park(t, in, r)
				return
			case code.Sys:
				if !visible[in.C] {
					break computing
				}
				t.pc = pc - 1
				m.park(t, in, r)
				return

			case code.Loop:
				t.pc = pc
				if m.driver.Loop(t, LoopPlace(in.A)) {
					return
				}
				continue running
			case code.Call:
				t.pc = pc - 1
				if !m.callable(t, &m.prog.Funcs[in.Imm], in) {
					return
				}
				continue running
			case code.Ret, code.RetV:
				if in.Op == code.Ret {
					r[0] = r[in.A]
				}
				t.pc = pc - 1
				if !m.ret(t) {
					return
				}
				continue running
			case code.LoadP:
				t.pc = pc - 1
				if !m.loadPrivate(t, in) {
					return
				}
				continue running
			case code.StoreP:
				t.pc = pc - 1
				if !m.storePrivate(t, in) {
					return
				}
				continue running
			default:
				break computing
			}
			in = &list[pc]
		}
		t.pc = pc - 1
		if !m.perform(t) {
			return
		}
	}
}

// perform performs the next instruction, which execute does not perform itself. It reports whether
// the thread continues.
func (m *VM) perform(t *Thread) bool {
	in, r := &t.fn.Code[t.pc], t.window()
	if m.comparer != nil {
		m.notes(t, in, r)
	}
	switch in.Op {
	case code.BadOp: // only if coverage is recorded
		t.pc = m.covered.reach(t.fn.Code, in.Imm, t.pc, r)
		return true
	case code.Nop: // at a body
		t.pc++
		return !m.driver.Loop(t, Body)
	case code.CallR:
		f := m.funcAt(t, uint64(r[in.B]), in.Imm)
		return f != nil && m.callable(t, f, in)
	case code.Assert:
		m.fail(t, &Error{Kind: AssertionFailed, Message: m.prog.Sites[in.Imm].Text, Pos: m.prog.Sites[in.Imm].Pos})
		return false
	case code.Trap:
		m.trap(t, in)
		return false

	case code.TLS:
		a, ok := m.threadLocal(t, in.Imm)
		if !ok {
			return false
		}
		r[in.A] = a
	case code.Local, code.LocalZ, code.LocalV:
		size := t.fn.Locals[in.Imm].Size
		if in.Op == code.LocalV {
			size = r[in.B]
		}
		a, ok := m.newAuto(t, in.Imm, size, in.Op == code.LocalZ)
		if !ok {
			return false
		}
		r[in.A] = a
	case code.End:
		if m.endAuto(t, in.Imm); m.stopped {
			return false
		}
	case code.Seal:
		m.space.seal(m.space.object(uint64(r[in.A])))

	case code.DivS, code.DivU, code.ModS, code.ModU:
		if e := badDivision(in, r[in.B], r[in.C]); e != nil {
			m.fail(t, e)
			return false
		}
		r[in.A], _ = code.Eval(in.Op, r[in.B], r[in.C])
	case code.Shl, code.ShrS, code.ShrU:
		if in.Imm != 0 && uint64(r[in.C]) >= uint64(in.Imm) {
			m.fail(t, &Error{Kind: BadShift, Message: fmt.Sprintf("by %d, of a value of %d bits", r[in.C], in.Imm)})
			return false
		}
		r[in.A], _ = code.Eval(in.Op, r[in.B], r[in.C])
	case code.Sub, code.Mul, code.Xor, code.Eq, code.Ne, code.LtU, code.LeU:
		r[in.A], _ = code.Eval(in.Op, r[in.B], r[in.C])
	case code.JEq, code.JNe, code.JLtU, code.JLeU:
		if code.Taken(in.Op, r[in.A], r[in.B]) {
			t.pc = int(in.Imm)
			return true
		}
	case code.AddS32, code.SubS32, code.MulS32, code.AddIS32:
		r[in.A] = wrapped(in, r[in.B], r[in.C])
		m.wraps(t)
	case code.AddC, code.SubC, code.MulC:
		v, e := checked(in, r[in.B], r[in.C])
		if e != nil {
			m.fail(t, e)
			return false
		}
		r[in.A] = v
	case code.AddF, code.SubF, code.MulF, code.DivF, code.EqF, code.NeF, code.LtF, code.LeF:
		r[in.A] = floatOperation(in, r[in.B], r[in.C])
	case code.NegF:
		r[in.A] = r[in.B] ^ int64(-1)<<(in.Imm-1)&(-1>>(64-in.Imm))
	case code.Convert:
		r[in.A] = code.ConvertNumber(r[in.B], code.NumberFormat(in.Imm>>4), code.NumberFormat(in.Imm&15))
	case code.Wide:
		v, e := m.wide(code.WideOp(in.Imm), r[in.B], r[in.C])
		if e != nil {
			m.fail(t, e)
			return false
		}
		r[in.A] = v
		if m.measureWides(t); m.stopped {
			return false
		}

	case code.Sys:
		id := code.SysID(in.C)
		switch {
		case id == code.ThreadExit:
			t.pthreadExit = true
			m.unwind(t)
			return !m.returned(t, r[in.A])
		case !m.system(t, id, r, in):
			return false
		}
	default:
		m.internal("unknown operation")
		return false
	}
	t.pc++
	return true
}

// callable performs the call in of f. It reports whether the thread continues.
func (m *VM) callable(t *Thread, f *code.Func, in *code.Instr) bool {
	if !m.Tick(t) {
		return false
	}
	if f.Code == nil {
		m.fail(t, &Error{Kind: BadCall, Message: "function " + f.Name + " is not defined"})
		return false
	}
	if !m.call(t, f, int(in.A)) {
		if m.ctx.Err() != nil {
			m.Stop(Interrupted, nil)
			return false
		}
		m.fail(t, &Error{Kind: StackOverflow, Message: fmt.Sprintf("call of %s: %d calls deep, the stack takes %d MiB",
			f.Name, len(t.frames), m.space.memory.bound.stack()>>20)})
		return false
	}
	return true
}

// ret ends the current call, whose result is in its first register. It reports whether the thread
// continues.
func (m *VM) ret(t *Thread) bool {
	if len(t.fn.Locals) > 0 {
		if m.leave(t); m.stopped {
			return false
		}
	}
	n := len(t.frames) - 1
	if n < 0 {
		return !m.returned(t, t.window()[0])
	}
	f := &t.frames[n]
	t.fn, t.pc = f.fn, f.pc
	t.slide(f.base)
	t.frames = t.frames[:n]
	t.Low = min(t.Low, n)
	return true
}

// funcAt returns the function at an address. It fails t and returns nil if there is none with
// signature sig. A library's function without parameters may be called with arguments, as those of
// std::noop_coroutine are.
func (m *VM) funcAt(t *Thread, addr uint64, sig int32) *code.Func {
	i, ok := code.FuncAt(addr)
	switch {
	case addr == 0:
		m.fail(t, &Error{Kind: NullPointer, Message: "call through a null pointer"})
	case !ok || i >= len(m.prog.Funcs):
		m.fail(t, &Error{Kind: BadCall, Message: "call through a pointer that is not a function's address"})
	case m.prog.Funcs[i].Sig != sig && !(m.prog.Funcs[i].System && m.prog.Funcs[i].Params == 0):
		m.fail(t, &Error{Kind: BadCall, Message: "function " + m.prog.Funcs[i].Name + " is called through a pointer of another type"})
	default:
		return &m.prog.Funcs[i]
	}
	return nil
}

// returned continues t after its first function: with main if that function was the initialiser; else
// with a destructor of thread-specific data, unless main returned; else by parking before the
// thread's exit. It reports whether it parked t.
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
	if t.ID == 0 && !t.pthreadExit || !m.destroyNext(t) {
		m.parkExit(t)
		return true
	}
	return false
}

// destroyNext enters the next destructor of t's thread-specific data. It reports false if there is
// none.
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
		m.Unsupported(t, msg)
		return
	}
	m.fail(t, &Error{Kind: ReachedError, Message: msg})
}
