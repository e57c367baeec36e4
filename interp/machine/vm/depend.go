package vm

import (
	"iter"
	"slices"

	"fencepost/interp/code"
	"fencepost/trace/bitset"
	"fencepost/trace/lists"
)

// Dependencies of a thread's operations on its earlier reads (Config.Dependencies). They are
// syntactic, as the program is written: a register depends on all reads whose values were used to
// compute it, through arithmetic, calls and private objects, even if the value is the same whatever
// was read. A store depends by its data and by its address. Operations after a branch depend by
// control. Dependencies are not followed through memory that threads share, because only the driver
// knows which write a read reads from.
//
// A thread whose dependencies are followed runs instruction by instruction.

// Deps is a set of operations of a thread, by Thread.Number. It is immutable.
type Deps []uint64

// Has reports whether operation n is in the set.
func (d Deps) Has(n int) bool { return bitset.Set(d).Has(n) }

// All returns the operations in the set, in ascending order.
func (d Deps) All() iter.Seq[int] { return bitset.Set(d).All() }

// Union returns the union of two sets.
func (d Deps) Union(e Deps) Deps {
	if len(d) < len(e) {
		d, e = e, d
	}
	for i, word := range e {
		if word&^d[i] != 0 {
			d = slices.Clone(d)
			for i, word := range e {
				d[i] |= word
			}
			return d
		}
	}
	return d
}

// Only returns the set that contains operation n alone.
func Only(n int) Deps {
	d := make(Deps, n>>6+1)
	d[n>>6] = 1 << (n & 63)
	return d
}

// A flow holds the dependencies of the values of a thread.
type flow struct {
	registers []Deps          // by index into Thread.regs
	private   map[uint64]Deps // of the bytes of private objects, by address
	ctrl      Deps
	addr      Deps // of the operation before which the thread is parked
	data      Deps // of the value that this operation stores
	expected  Deps // of the value that a compare-exchange expects
	unknown   Deps // reads whose values are not known yet
	// With named set, the driver supplies by SetSelf the set that represents the read in progress; it
	// is nil until then.
	named bool
	self  Deps
}

// Depends returns the dependencies of the operation that t performs: of its address, of the value
// that it stores, of the decision whether a compare-exchange stores, and of the control flow that led
// to it.
func (t *Thread) Depends() (addr, data, choice, ctrl Deps) {
	f := t.flow
	data = f.data
	switch {
	case t.in.Op == code.CAS:
		choice = f.expected.Union(t.Self())
	case t.in.Op == code.RMW && t.access.RMW != code.Xchg, t.in.Op == code.Sys && !t.bulk.active:
		data = data.Union(t.Self())
	}
	return f.addr, data, choice, f.ctrl
}

// Self returns the set that represents the operation that t performs in the dependencies of later
// ones.
func (t *Thread) Self() Deps {
	if t.flow.named {
		return t.flow.self
	}
	return Only(t.Number)
}

// SetSelf makes d the set that represents the operation that t performs. It has an effect only while
// Follow is on.
func (t *Thread) SetSelf(d Deps) { t.flow.self = d }

// Follow switches on or off that dependencies are followed and that SetSelf names the operations.
func (m *VM) Follow(on bool) {
	if m.following == on {
		return
	}
	m.following = on
	for _, t := range m.threads {
		m.followThread(t)
	}
}

// followThread gives t an empty flow if dependencies are followed, and otherwise none.
func (m *VM) followThread(t *Thread) {
	if !m.following && !m.config.Dependencies {
		t.flow = nil
		return
	}
	if t.ownFlow == nil {
		t.ownFlow = &flow{private: map[uint64]Deps{}}
	}
	t.flow = t.ownFlow
	t.flow.reset()
	t.flow.named = m.following
}

// Branches adds a set to the control dependencies of t.
func (t *Thread) Branches(on Deps) { t.flow.ctrl = t.flow.ctrl.Union(on) }

// Await declares that the value of the read that t performs is not known yet. The thread continues
// with an arbitrary value until the value matters: it becomes Awaiting before an address or a branch
// that depends on the read.
func (t *Thread) Await() { t.flow.unknown = t.flow.unknown.Union(t.Self()) }

// Awaits reports whether on contains a read whose value is not known.
func (t *Thread) Awaits(on Deps) bool { return bitset.Set(t.flow.unknown).Meets(bitset.Set(on)) }

// Unknown returns the reads whose values are not known.
func (t *Thread) Unknown() Deps { return t.flow.unknown }

// awaitsAt makes t Awaiting if the next instruction, in, does more with an unknown value than move it
// or compute with it. It reports whether it did so.
func (m *VM) awaitsAt(t *Thread, in code.Instr) bool {
	var on Deps
	switch in.Op {
	case code.JZ, code.JNZ, code.Assert, code.Seal:
		on = t.reg(in.A)
	case code.JEq, code.JNe, code.JLtS, code.JLeS, code.JLtU, code.JLeU:
		on = t.reg(in.A).Union(t.reg(in.B))
	case code.CallR, code.LocalV, code.Load, code.Store, code.RMW, code.CAS, code.LoadP, code.StoreP:
		on = t.reg(in.B)
	case code.DCAS:
		on = t.dependsOf(in.A, 6)
	case code.DivS, code.DivU, code.ModS, code.ModU, code.Shl, code.ShrS, code.ShrU, code.AddC, code.SubC, code.MulC, code.Wide:
		on = t.reg(in.B).Union(t.reg(in.C))
	case code.Sys:
		on = t.dependsOf(in.A, int(in.B))
	}
	if !t.Awaits(on) {
		return false
	}
	t.State = Awaiting
	return true
}

func (f *flow) reset() {
	clear(f.registers)
	clear(f.private)
	f.ctrl, f.addr, f.data, f.expected, f.unknown, f.self = nil, nil, nil, nil, nil, nil
}

// forget removes the dependencies of the bytes of a new object.
func (f *flow) forget(addr uint64, size int64) {
	for at := range f.private {
		if at-addr < uint64(size) {
			delete(f.private, at)
		}
	}
}

// reg returns the dependencies of register r of the current call of t.
func (t *Thread) reg(r uint8) Deps {
	if at := t.base + int(r); at < len(t.flow.registers) {
		return t.flow.registers[at]
	}
	return nil
}

func (t *Thread) setReg(r uint8, d Deps) {
	f := t.flow
	at := t.base + int(r)
	f.registers = lists.Extended(f.registers, at+1)
	f.registers[at] = d
}

// dependsOf returns the dependencies of n registers from r on.
func (t *Thread) dependsOf(r uint8, n int) (d Deps) {
	for i := range n {
		d = d.Union(t.reg(r + uint8(i)))
	}
	return d
}

// follow records the dependencies of instruction in, which t performs next.
func (m *VM) follow(t *Thread, in code.Instr) {
	f := t.flow
	switch in.Op {
	case code.Load:
		f.addr, f.data, f.expected = t.reg(in.B), nil, nil
	case code.Store, code.RMW:
		f.addr, f.data, f.expected = t.reg(in.B), t.reg(in.C), nil
	case code.CAS:
		f.addr, f.data, f.expected = t.reg(in.B), t.reg(in.C+1), t.reg(in.C)
	case code.DCAS, code.FenceOp:
		f.addr, f.data, f.expected = nil, nil, nil
	case code.JZ, code.JNZ, code.Assert:
		t.Branches(t.reg(in.A))
	case code.JEq, code.JNe, code.JLtS, code.JLeS, code.JLtU, code.JLeU:
		t.Branches(t.reg(in.A).Union(t.reg(in.B)))
	case code.CallR:
		t.Branches(t.reg(in.B))
	case code.Ret:
		t.setReg(0, t.reg(in.A))
	case code.LoadP:
		a := &m.prog.Access[in.Imm]
		d := t.reg(in.B)
		at := uint64(t.window()[in.B]) + uint64(int64(a.Off))
		for i := range uint64(a.Size) {
			d = d.Union(f.private[at+i])
		}
		t.setReg(in.A, d)
	case code.StoreP:
		a := &m.prog.Access[in.Imm]
		d := t.reg(in.B).Union(t.reg(in.C))
		at := uint64(t.window()[in.B]) + uint64(int64(a.Off))
		for i := range uint64(a.Size) {
			if len(d) > 0 {
				f.private[at+i] = d
			} else {
				delete(f.private, at+i)
			}
		}
	case code.Sys:
		m.followCall(t, in)
	case code.BadOp, code.Nop, code.Loop, code.Jmp, code.Call, code.RetV, code.Trap, code.End, code.Seal:
	default:
		m.followResult(t, in)
	}
}

// followCall is follow for a call of the library.
func (m *VM) followCall(t *Thread, in code.Instr) {
	f, id := t.flow, code.SysID(in.C)
	args := t.dependsOf(in.A, int(in.B))
	switch {
	case !visible[in.C]:
		if id == code.Assume {
			t.Branches(args)
		}
		t.setReg(in.A, args)
	case id == code.Memcpy, id == code.Memmove, id == code.Memset:
		f.addr, f.data, f.expected = args, nil, nil
		if id == code.Memset {
			f.data = t.reg(in.A + 1)
		}
		t.Branches(t.reg(in.A + 2))
	default: // locks, creation, join, exit depend on all arguments
		f.addr, f.data, f.expected = args, args, nil
	}
}

// followResult is follow for an instruction that computes register A.
func (m *VM) followResult(t *Thread, in code.Instr) {
	var d Deps
	for _, r := range m.usesOf(t.fn)[t.pc] {
		d = d.Union(t.reg(r))
	}
	t.setReg(in.A, d)
}

// usesOf returns the registers that each instruction of a function reads.
func (m *VM) usesOf(fn *code.Func) [][]uint8 {
	return cached(&m.uses, fn, func() [][]uint8 {
		source := m.sourceOf(fn)
		list := make([][]uint8, len(source.Code))
		for pc, in := range source.Code {
			for r := range source.NRegs {
				if m.prog.Reads(source, in, r) {
					list[pc] = append(list[pc], uint8(r))
				}
			}
		}
		return list
	})
}

// performed records the dependencies of the results of the operation in, which t has performed.
func (t *Thread) performed(in *code.Instr) {
	f, self := t.flow, t.Self()
	f.self = nil
	switch in.Op {
	case code.Load:
		t.setReg(in.A, self)
	case code.RMW:
		if t.access.Fetch {
			self = self.Union(f.data)
		}
		t.setReg(in.A, self)
	case code.CAS:
		t.setReg(in.C, self)
		t.setReg(in.A, self.Union(f.expected))
	case code.Sys:
		switch code.SysID(in.C) {
		case code.Memcpy, code.Memmove, code.Memset:
			t.setReg(in.A, f.addr)
		case code.MutexLock, code.MutexUnlock, code.ThreadCreate, code.Free:
			t.setReg(in.A, nil)
		default:
			t.setReg(in.A, self)
		}
	}
}

// InLibrary reports whether the operation that t performs is a library function.
func (t *Thread) InLibrary() bool { return t.in.Op == code.Sys }
