package vm

import (
	"math/bits"
	"slices"

	"fencepost/interp/code"
)

// Dependencies of a thread's operations on what it has read (Config.Dependencies). They are
// those of the program as it is written: a register depends on the reads whose values went
// into it, through arithmetic, calls and private objects, though the value may be the same
// whatever was read. A store depends by its data and its address; what follows a branch, by
// control. Through memory that threads share no dependency is followed: who reads from whom
// is the driver's to know.
//
// A thread whose dependencies are followed runs instruction by instruction.

// Deps is a set of operations of a thread, by Thread.Number. It is immutable.
type Deps []uint64

// Has reports whether operation n is in the set.
func (d Deps) Has(n int) bool { return n>>6 < len(d) && d[n>>6]>>(n&63)&1 != 0 }

// All calls f for each operation in the set, in ascending order.
func (d Deps) All(f func(n int)) {
	for i, word := range d {
		for ; word != 0; word &= word - 1 {
			f(i<<6 + bits.TrailingZeros64(word))
		}
	}
}

// Union returns a set of what is in either.
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

// Only returns the set of operation n.
func Only(n int) Deps {
	d := make(Deps, n>>6+1)
	d[n>>6] = 1 << (n & 63)
	return d
}

// A flow is what the values of a thread depend on.
type flow struct {
	registers []Deps          // in Thread.regs
	private   map[uint64]Deps // by the address of a byte of a private object
	ctrl      Deps
	addr      Deps // of the operation before which the thread is parked
	data      Deps // of it: of a compare-exchange, of what it stores
	expected  Deps // of a compare-exchange
	unknown   Deps // operations that have read what is not known yet
	// named says that the driver says what stands for an operation that reads: self for that in
	// progress; nil: nothing.
	named bool
	self  Deps
}

// Depends returns what the operation that t performs depends on: by its address, by the value
// that it stores, by what decides whether a compare-exchange stores, and by control.
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

// Self returns the set of the operation that t performs.
func (t *Thread) Self() Deps {
	if t.flow.named {
		return t.flow.self
	}
	return Only(t.Number)
}

// Stand says what stands for the operation that t performs in what depends on it, after Follow.
func (t *Thread) Stand(d Deps) { t.flow.self = d }

// Follow says whether dependencies are followed from now on, on what Stand says from now on.
func (m *VM) Follow(on bool) {
	if m.following == on {
		return
	}
	m.following = on
	for _, t := range m.threads {
		m.followThread(t)
	}
}

// followThread gives a thread what it needs if dependencies are followed.
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

// Branches adds to what t depends on by control.
func (t *Thread) Branches(on Deps) { t.flow.ctrl = t.flow.ctrl.Union(on) }

// Await says that it is not known yet what the operation reads that t performs. The thread
// goes on, with any value, until that matters: it becomes Awaiting before an address or a
// branch depends on it.
func (t *Thread) Await() { t.flow.unknown = t.flow.unknown.Union(t.Self()) }

// Awaits reports whether one of some operations has read what is not known.
func (t *Thread) Awaits(on Deps) bool { return t.flow.unknown.meets(on) }

// Unknown returns the operations that have read what is not known.
func (t *Thread) Unknown() Deps { return t.flow.unknown }

func (d Deps) meets(e Deps) bool {
	for i := range min(len(d), len(e)) {
		if d[i]&e[i] != 0 {
			return true
		}
	}
	return false
}

// awaitsAt makes t Awaiting if instruction in, which comes next, does more than compute with
// what is not known, or move it; it reports whether it does.
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

// forget notes that an object of so many bytes at an address is new.
func (f *flow) forget(addr uint64, size int64) {
	for at := range f.private {
		if at-addr < uint64(size) {
			delete(f.private, at)
		}
	}
}

// reg returns what register r of the current call of t depends on.
func (t *Thread) reg(r uint8) Deps {
	if at := t.base + int(r); at < len(t.flow.registers) {
		return t.flow.registers[at]
	}
	return nil
}

func (t *Thread) setReg(r uint8, d Deps) {
	f := t.flow
	at := t.base + int(r)
	for len(f.registers) <= at {
		f.registers = append(f.registers, nil)
	}
	f.registers[at] = d
}

// dependsOf returns what n registers from r on depend on.
func (t *Thread) dependsOf(r uint8, n int) (d Deps) {
	for i := range n {
		d = d.Union(t.reg(r + uint8(i)))
	}
	return d
}

// follow notes what comes of instruction in, which t performs next.
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
	case code.BadOp, code.Nop, code.Loop, code.Jmp, code.Call, code.RetV, code.Trap, code.Seal:
	default:
		m.followResult(t, in)
	}
}

// followCall is follow of a call of the library.
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
	default: // locks, creation, join, exit: all of it follows
		f.addr, f.data, f.expected = args, args, nil
	}
}

// followResult is follow of an instruction that computes register A.
func (m *VM) followResult(t *Thread, in code.Instr) {
	var d Deps
	for _, r := range m.usesOf(t.fn)[t.pc] {
		d = d.Union(t.reg(r))
	}
	t.setReg(in.A, d)
}

// usesOf returns the registers that each instruction of a function reads.
func (m *VM) usesOf(fn *code.Func) [][]uint8 {
	list, ok := m.uses[fn]
	if !ok {
		source := m.sourceOf(fn)
		list = make([][]uint8, len(source.Code))
		for pc, in := range source.Code {
			for r := range source.NRegs {
				if m.prog.Reads(source, in, r) {
					list[pc] = append(list[pc], uint8(r))
				}
			}
		}
		if m.uses == nil {
			m.uses = map[*code.Func][][]uint8{}
		}
		m.uses[fn] = list
	}
	return list
}

// performed notes what the results of the operation depend on that t has performed, in: on
// what it has read.
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

// InLibrary reports whether the operation that t performs is one of the library.
func (t *Thread) InLibrary() bool { return t.in.Op == code.Sys }
