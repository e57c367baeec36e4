package vm

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/trace"
)

// Values that were never written. A plain load may read one, and the use of its register decides
// whether that is an error. Moving the value to another register, by a call or a return, or into
// memory, and computing with it are silent; the bits of the result that depend on it were never
// written either. It is an error, at the load, to branch on the value, to use it as an address, to
// divide or shift by it, to pass it to the library (assert, printf) or to a read-modify-write, or to
// end a thread with it. An atomic load of initial content of which nothing was written is an error itself,
// unless its access has Parts. What was stored may be a word of a structure, with members or padding that
// were never written.
//
// A register knows for each bit whether it was written. Memory knows it for each byte. A store of a byte
// that was written in part makes the byte never written. There is one exception: a store to where the byte
// was loaded from makes it written. So compilers set a bit-field. The exception hides errors, and makes up
// none.
//
// A thread that has such a register runs instruction by instruction. All others run at full speed.

// A taint is a register whose value was never written.
type taint struct {
	register int    // in Thread.regs
	bits     uint64 // which of its bits; of more than 8 bytes, as trace.Undef.Bits
	from     uint64 // the address from which the value was loaded
	read     *Error // the error at the load
}

// tainted returns the taint of register r of the current call, or nil.
func (t *Thread) tainted(r uint8) *taint {
	for i := range t.taints {
		if t.taints[i].register == t.base+int(r) {
			return &t.taints[i]
		}
	}
	return nil
}

// setTaint gives register r of the current call taint k, or none if k has no bits.
func (t *Thread) setTaint(r uint8, k taint) {
	k.register = t.base + int(r)
	t.taints = slices.DeleteFunc(t.taints, func(old taint) bool { return old.register == k.register })
	if k.bits != 0 {
		t.taints = append(t.taints, k)
	}
}

// bitsOf returns which bits of register r were never written.
func (t *Thread) bitsOf(r uint8) uint64 {
	if k := t.tainted(r); k != nil {
		return k.bits
	}
	return 0
}

// undefOf returns which of the low bytes of register r are stored at addr as never written.
func (t *Thread) undefOf(r uint8, size uint8, addr uint64) trace.Undef {
	k := t.tainted(r)
	switch {
	case k == nil:
		return 0
	case k.from == addr:
		return trace.WholeUndef(k.bits) & trace.AllUndef(size)
	}
	return trace.PartUndef(k.bits) & trace.AllUndef(size)
}

// loadedUndef taints register r. By access a, t has loaded into it a value from addr that was never
// written. e describes the load.
func (m *VM) loadedUndef(t *Thread, r uint8, a *code.Access, addr uint64, undef trace.Undef, e *Error) {
	e.Stack = t.Stack()
	e.Pos = e.Stack[0].Pos
	if !t.fn.System && t.State != Running && t.Op.Site >= 0 {
		e.Pos = m.prog.Sites[t.Op.Site].Pos
	}
	t.setTaint(r, taint{bits: uint64(canonical(undef.Bits(), a)), from: addr, read: e})
}

// run runs thread t to its next visible operation, before which it parks.
func (m *VM) run(t *Thread) {
	t.State = Running
	m.proceed(t)
}

// proceed runs t until it parks, stops, or the execution ends.
func (m *VM) proceed(t *Thread) {
	for t.State == Running && !m.stopped {
		if len(t.taints) == 0 && t.flow == nil {
			m.execute(t)
		} else if !m.careful(t) {
			return
		}
	}
}

// careful performs the next instruction of a thread that has values never written, or whose
// dependencies are followed. It reports whether the thread continues.
func (m *VM) careful(t *Thread) bool {
	in := t.fn.Code[t.pc]
	if in.Op == code.BadOp {
		in = m.sourceOf(t.fn).Code[t.pc]
	}
	named := t.names(in)
	if named {
		k := m.decides(t, in)
		if in.Op == code.Ret && len(t.frames) == 0 {
			k = t.tainted(in.A) // the exit status, or what a join returns
		}
		if k != nil {
			e := *k.read
			if at := t.fn.PosOf[t.pc]; at != e.Pos {
				e.Message = "used at " + at.String()
			}
			m.fail(t, &e)
			return false
		}
	}
	if t.flow != nil {
		if len(t.flow.unknown) > 0 && m.awaitsAt(t, in) {
			return false
		}
		m.follow(t, in)
	}
	if counted := &t.fn.Code[t.pc]; counted.Op == code.BadOp {
		if m.comparer != nil {
			m.notes(t, counted, t.window())
		}
		t.pc = m.covered.reach(t.fn.Code, counted.Imm, t.pc, t.window())
		if in.Op.Jumps() && in.Op != code.Jmp {
			return true
		}
	}
	switch in.Op {
	case code.Call:
		return m.callable(t, &m.prog.Funcs[in.Imm], &in) // arguments keep their places
	case code.CallR:
		f := m.funcAt(t, uint64(t.window()[in.B]), in.Imm)
		return f != nil && m.callable(t, f, &in)
	case code.Ret, code.RetV:
		return m.carefulReturn(t, in)
	case code.Loop: // not in a copy: the driver needs t.fn
		t.pc++
		return !m.driver.Loop(t, LoopPlace(in.A))
	case code.Nop:
		t.pc++
		return in.A != code.AtBody || !m.driver.Loop(t, Body)
	}
	if named {
		m.pass(t, in)
	}
	return m.executeOne(t, in)
}

// names reports whether instruction in may read or set a register that was never written.
func (t *Thread) names(in code.Instr) bool {
	for i := range t.taints {
		if in.Names(t.taints[i].register - t.base) {
			return true
		}
	}
	return false
}

// decides returns the taint of a register with which instruction in does more than move it or compute
// with it; nil if there is none.
func (m *VM) decides(t *Thread, in code.Instr) *taint {
	for i := range t.taints {
		k := &t.taints[i]
		r := k.register - t.base
		if r < 0 || r >= t.fn.NRegs || !m.prog.Reads(t.fn, in, r) {
			continue
		}
		switch in.Op {
		case code.Store, code.StoreP, code.CallR:
			if r != int(in.B) {
				continue
			}
		case code.CAS, code.RMW:
			if r != int(in.B) && m.prog.Access[in.Imm].Parts {
				continue
			}
		case code.Shl, code.ShrS, code.ShrU:
			if r != int(in.C) {
				continue
			}
		case code.Wide:
			if op := code.WideOp(in.Imm); !op.Divides() && !(op.Shifts() && r == int(in.C)) {
				continue
			}
		case code.Call, code.Ret:
			continue
		default:
			if in.Passes() {
				continue
			}
		}
		return k
	}
	return nil
}

// pass sets the taint of the result of instruction in.
func (m *VM) pass(t *Thread, in code.Instr) {
	var from taint
	if in.Passes() {
		for i := range t.taints {
			if r := t.taints[i].register - t.base; r >= 0 && r < t.fn.NRegs && m.prog.Reads(t.fn, in, r) {
				from = t.taints[i]
			}
		}
		ux, uy := t.bitsOf(in.B), t.bitsOf(in.C)
		if in.Op == code.Wide && code.WideOp(in.Imm) == code.WideJoin {
			from.bits = trace.JoinUndef(16, func(i uint8) trace.Undef { return trace.PartUndef([...]uint64{ux, uy}[i]) }).Bits()
		} else {
			from.bits = in.Undefined(t.window()[in.B], t.window()[in.C], ux, uy)
		}
		t.setTaint(in.A, from)
		return
	}
	m.clearTaints(t, in)
}

// clearTaints removes the taints of the registers that instruction in sets.
func (m *VM) clearTaints(t *Thread, in code.Instr) {
	t.taints = slices.DeleteFunc(t.taints, func(k taint) bool {
		r := k.register - t.base
		return r >= 0 && r < t.fn.NRegs && m.prog.Sets(t.fn, in, r)
	})
}

// carefulReturn performs a return. Only the result keeps its taint.
func (m *VM) carefulReturn(t *Thread, in code.Instr) bool {
	r := t.window()
	var result taint
	if in.Op == code.Ret {
		r[0] = r[in.A]
		if k := t.tainted(in.A); k != nil {
			result = *k
		}
	}
	t.taints = slices.DeleteFunc(t.taints, func(k taint) bool { return k.register >= t.base })
	t.setTaint(0, result)
	return m.ret(t)
}

// stepMark marks the instructions that end a step of executeOne.
const stepMark = 0xff

// executeOne performs one instruction, which is no call and no return, in a copy of its function
// whose other instructions all stop the thread. It reports whether the thread continues.
func (m *VM) executeOne(t *Thread, in code.Instr) bool {
	fn := t.fn
	if m.stepped != fn {
		m.stepped, m.step = fn, m.stepsOf(fn)
	}
	s := m.step
	pc := t.pc
	s.Code[pc] = in
	t.fn = s
	m.execute(t)
	s.Code[pc] = code.Instr{Op: code.FenceOp, C: stepMark}
	if t.fn == s {
		t.fn = fn
	}
	if t.State == Ready && t.in.Op == code.FenceOp && t.in.C == stepMark {
		t.State = Running
		return true
	}
	return t.State == Running && !m.stopped
}

// stepsOf returns a copy of function fn for executeOne.
func (m *VM) stepsOf(fn *code.Func) *code.Func {
	return cached(&m.steps, fn, func() *code.Func {
		s := new(code.Func)
		*s = *fn
		s.Code = make([]code.Instr, len(fn.Code)+1)
		for i := range s.Code {
			s.Code[i] = code.Instr{Op: code.FenceOp, C: stepMark}
		}
		return s
	})
}
