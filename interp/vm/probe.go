package vm

import "fencepost/interp/code"

// A probe of a function tells what follows a read without doing it.
type probe struct {
	fn     code.Func // the function, which parks before all but pure instructions
	guards []int8    // by pc: 1 if pure instructions lead on to an assumption or a loop, -1 if not, 0 not known
}

// Guards reports whether the value of the read before which t is parked may go
// straight into an assumption or the condition of a loop: nothing between has an
// effect or depends on anything but registers.
func (m *VM) Guards(t *Thread) bool {
	if t.State != Ready || len(t.taints) > 0 || t.in.Op != code.Load && t.in.Op != code.CAS || t.pc >= len(t.fn.Code) || t.fn.Code[t.pc] != t.in {
		return false
	}
	p := m.probeOf(t.fn)
	if p.guards[t.pc] == 0 {
		p.guards[t.pc] = -1
		if p.leads(t.fn, t.pc+1, map[int]bool{}) {
			p.guards[t.pc] = 1
		}
	}
	return p.guards[t.pc] > 0
}

// Probe reports whether t, about to perform a read for which Guards holds, would stop
// if it read v: an assumption does not hold, or t comes to a loop, of which stops is
// asked, t being there as it would be in Driver.Loop.
func (m *VM) Probe(t *Thread, v uint64, stops func(at LoopPlace) bool) bool {
	r, in := t.window(), t.in
	if in.Op == code.CAS && v == uint64(r[in.C])&mask(t.access.Size) {
		return false
	}
	saved, fn := *t, t.fn
	m.scratch = append(m.scratch[:0], r[:fn.NRegs]...)
	switch in.Op {
	case code.Load:
		r[in.A] = canonical(v, t.access)
	default:
		r[in.C], r[in.A] = canonical(v, t.access), 0
	}
	t.fn, t.pc = &m.probeOf(fn).fn, t.pc+1
	m.execute(t)
	t.fn = fn
	stopped := false
	switch next := &fn.Code[t.pc]; {
	case isAssume(next):
		stopped = r[next.A] == 0
	case next.Op == code.Loop:
		t.pc++
		stopped = stops(LoopPlace(next.A))
	}
	copy(r[:fn.NRegs], m.scratch)
	*t = saved
	return stopped
}

func isAssume(in *code.Instr) bool { return in.Op == code.Sys && code.SysID(in.C) == code.Assume }

func (m *VM) probeOf(f *code.Func) *probe {
	p := m.probes[f]
	if p == nil {
		p = &probe{fn: *f, guards: make([]int8, len(f.Code))}
		p.fn.Code = make([]code.Instr, len(f.Code))
		for pc, in := range f.Code {
			if !pure(&in) {
				in = code.Instr{Op: code.FenceOp}
			}
			p.fn.Code[pc] = in
		}
		if m.probes == nil {
			m.probes = map[*code.Func]*probe{}
		}
		m.probes[f] = p
	}
	return p
}

// pure reports whether an instruction does no more than compute on registers, or jump.
func pure(in *code.Instr) bool {
	switch in.Op {
	case code.Nop:
		return in.A != code.AtBody
	case code.Mov, code.Const, code.ConstL,
		code.Add, code.Sub, code.Mul, code.And, code.Or, code.Xor, code.Shl, code.ShrS, code.ShrU, code.AddI, code.Index,
		code.AddS32, code.SubS32, code.MulS32, code.AddU32, code.SubU32, code.MulU32, code.AddIS32,
		code.ExtS8, code.ExtS16, code.ExtS32, code.ExtU8, code.ExtU16, code.ExtU32,
		code.Neg, code.Com, code.Not, code.Bool, code.Eq, code.Ne, code.LtS, code.LeS, code.LtU, code.LeU,
		code.Jmp, code.JZ, code.JNZ, code.JEq, code.JNe, code.JLtS, code.JLeS, code.JLtU, code.JLeU:
		return true
	}
	return false
}

// leads reports whether pure instructions lead from pc to an assumption or a loop.
func (p *probe) leads(f *code.Func, pc int, seen map[int]bool) bool {
	for pc < len(f.Code) && !seen[pc] {
		seen[pc] = true
		in := &f.Code[pc]
		switch {
		case isAssume(in), in.Op == code.Loop:
			return true
		case !pure(in):
			return false
		case in.Op == code.Jmp:
			pc = int(in.Imm)
			continue
		}
		switch in.Op {
		case code.JZ, code.JNZ, code.JEq, code.JNe, code.JLtS, code.JLeS, code.JLtU, code.JLeU:
			if p.leads(f, int(in.Imm), seen) {
				return true
			}
		}
		pc++
	}
	return false
}
