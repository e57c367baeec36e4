package lower

import (
	"fencepost/interp/code"
	"fencepost/interp/llvm/debug"
)

// finish gives the instructions registers and makes byte code of them.
func (f *function) finish() {
	f.straighten()
	a := allocate(f.list, f.regs, f.params)
	e := &emitter{function: f, a: a}
	e.base = a.used
	if a.frame > 0 {
		e.frame = e.base
		e.base += 4 // the frame's address, and three that are in use
		f.out.Locals = append(f.out.Locals, code.Auto{Name: "frame", Size: a.frame, Private: true})
		e.emit(code.Instr{Op: code.LocalZ, A: uint8(e.frame), Imm: int32(len(f.out.Locals) - 1)}, debug.Place{Pos: f.out.Pos})
		for r := range f.params {
			if v := a.of[r]; v != nil && v.place < 0 {
				panic("llvm: a parameter has no register")
			}
		}
	}
	e.top = e.base
	for k := range f.list {
		e.instruction(&f.list[k])
	}
	f.out.NRegs = max(e.top, e.base, f.params, 1)
	if f.out.NRegs > 256 {
		fail(f.out.Pos, "%s needs too many registers", f.out.Name)
	}
}

// An emitter makes byte code of a function's instructions.
type emitter struct {
	*function
	a         *allocation
	base, top int // of the registers for calls
	frame     int
	next      int
}

func (e *emitter) emit(in code.Instr, at debug.Place) {
	e.out.Code, e.out.PosOf = append(e.out.Code, in), append(e.out.PosOf, at.Pos)
}

// read returns the register of the machine that holds r.
func (e *emitter) read(r int, at debug.Place) uint8 {
	v := e.a.of[r]
	if v.place >= 0 {
		return uint8(v.place)
	}
	e.next++
	t := uint8(e.frame + e.next)
	e.load(t, v, at)
	return t
}

func (e *emitter) load(to uint8, v *interval, at debug.Place) {
	e.emit(code.Instr{Op: code.LoadP, A: to, B: uint8(e.frame), Imm: e.site(at, "", code.Access{Off: int32(v.slot), Size: 8, Copy: true}, true)}, at)
}

func (e *emitter) store(from uint8, v *interval, at debug.Place) {
	e.emit(code.Instr{Op: code.StoreP, B: uint8(e.frame), C: from, Imm: e.site(at, "", code.Access{Off: int32(v.slot), Size: 8}, true)}, at)
}

// window returns register k of those for calls.
func (e *emitter) window(k int) uint8 {
	e.top = max(e.top, e.base+k+1)
	if e.base+k > 255 {
		fail(e.out.Pos, "%s needs too many registers", e.out.Name)
	}
	return uint8(e.base + k)
}

// pass puts arguments into the window.
func (e *emitter) pass(args []int, at debug.Place) {
	for k, r := range args {
		to := e.window(k)
		if v := e.a.of[r]; v.place >= 0 {
			e.emit(code.Instr{Op: code.Mov, A: to, B: uint8(v.place)}, at)
		} else {
			e.load(to, v, at)
		}
	}
}

// take moves results out of the window.
func (e *emitter) take(results []int, at debug.Place) {
	for k, r := range results {
		if r == none {
			continue
		}
		e.moveTo(r, e.window(k), at)
	}
}

func (e *emitter) moveTo(r int, from uint8, at debug.Place) {
	if v := e.a.of[r]; v.place >= 0 {
		e.emit(code.Instr{Op: code.Mov, A: uint8(v.place), B: from}, at)
	} else {
		e.store(from, v, at)
	}
}

func (e *emitter) instruction(m *minst) {
	e.next = 0
	switch m.kind {
	case place:
		m.to.pc = len(e.out.Code)
		for _, pc := range m.to.refs {
			e.out.Code[pc].Imm = int32(m.to.pc)
		}
		if m.to.back {
			e.emit(code.Instr{Op: code.Loop}, m.at)
		}
	case plain, jump:
		e.plain(m)
	case call, callBy:
		in := code.Instr{Op: code.Call, C: uint8(m.c), Imm: m.imm}
		if m.kind == callBy {
			in.Op = code.CallR
			e.next = 0
			in.B = e.read(m.b, m.at)
		}
		e.pass(m.args, m.at)
		in.A = e.window(0)
		for k := len(m.args); k < len(m.results); k++ {
			e.emit(code.Instr{Op: code.Const, A: e.window(k)}, m.at)
		}
		e.emit(in, m.at)
		e.take(m.results, m.at)
	case sys:
		e.pass(m.args, m.at)
		e.emit(code.Instr{Op: code.Sys, A: e.window(0), B: uint8(len(m.args)), C: uint8(m.c), Imm: m.imm}, m.at)
		e.take(m.results, m.at)
	case cas:
		b := e.read(m.b, m.at)
		e.pass(m.args, m.at)
		e.emit(code.Instr{Op: code.CAS, A: e.window(2), B: b, C: e.window(0), Imm: m.imm}, m.at)
		if m.results[0] != none {
			e.moveTo(m.results[0], e.window(2), m.at)
		}
		if m.results[1] != none {
			e.moveTo(m.results[1], e.window(0), m.at)
		}
	case leave:
		if len(m.args) == 0 {
			e.emit(code.Instr{Op: code.RetV}, m.at)
			return
		}
		if len(m.args) == 1 {
			e.emit(code.Instr{Op: code.Ret, A: e.read(m.args[0], m.at)}, m.at)
			return
		}
		e.pass(m.args, m.at)
		for k := range m.args {
			e.emit(code.Instr{Op: code.Mov, A: uint8(k), B: e.window(k)}, m.at)
		}
		e.top = max(e.top, len(m.args))
		e.emit(code.Instr{Op: code.Ret, A: 0}, m.at)
	}
}

func (e *emitter) plain(m *minst) {
	what := m.op.Fields()
	in := code.Instr{Op: m.op, A: uint8(m.a), B: uint8(m.b), C: uint8(m.c), Imm: m.imm}
	if what&code.ReadsA != 0 {
		in.A = e.read(m.a, m.at)
	}
	if what&code.ReadsB != 0 {
		in.B = e.read(m.b, m.at)
	}
	if what&code.ReadsC != 0 {
		in.C = e.read(m.c, m.at)
	}
	var stored *interval
	if what&code.SetsA != 0 {
		if v := e.a.of[m.a]; v.place >= 0 {
			in.A = uint8(v.place)
		} else {
			stored, in.A = v, uint8(e.frame+1)
		}
	}
	if m.op == code.Mov && in.A == in.B && stored == nil {
		return
	}
	if m.kind == jump {
		if in.Imm = int32(m.to.pc); m.to.pc < 0 {
			m.to.refs = append(m.to.refs, len(e.out.Code))
		}
	}
	e.emit(in, m.at)
	if stored != nil {
		e.store(in.A, stored, m.at)
	}
}

// straighten removes jumps to the next instruction, and inverts conditional jumps that only skip
// another jump.
func (f *function) straighten() {
	list := f.list[:0]
	at := func(k int) *minst {
		if k < len(f.list) {
			return &f.list[k]
		}
		return &minst{}
	}
	for k := 0; k < len(f.list); k++ {
		m := f.list[k]
		if not, swap, ok := m.op.Complement(); ok && m.kind == jump && at(k+1).kind == jump && at(k+1).op == code.Jmp && at(k+2).kind == place && at(k+2).to == m.to {
			if m.op, m.to = not, at(k+1).to; swap {
				m.a, m.b = m.b, m.a
			}
			k++
		}
		if m.kind == jump && m.op == code.Jmp && at(k+1).kind == place && at(k+1).to == m.to {
			continue
		}
		if m.kind == place {
			m.to.at = len(list)
		}
		list = append(list, m)
	}
	f.list = list
}
