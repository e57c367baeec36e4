package isa

import (
	"slices"

	"fencepost/interp/code"
)

// A mainFunction is what main does: it stores values, starts threads, joins them, and
// goes on at after with the registers regs and what its automatic objects hold.
type mainFunction struct {
	prog    *code.Program
	fn      *code.Func
	stored  map[uint64]int64
	private map[uint64]placed
	starts  []start
	after   int
	regs    []int64

	base   int // of the registers of the call in progress
	frames []mainCall
	joined int
	locals int64
	zeroed [][2]int64 // automatic objects, from the first address to the last
}

// A mainCall is a call that waits.
type mainCall struct {
	fn   *code.Func
	pc   int
	base int
}

// maxMain bounds the instructions of main that are followed.
const maxMain = 1 << 16

// follow follows main, which knows all values until it has joined the threads.
func follow(p *code.Program) (*mainFunction, error) {
	m := &mainFunction{prog: p, fn: &p.Funcs[p.Main], stored: map[uint64]int64{}, private: map[uint64]placed{}}
	m.regs = make([]int64, m.fn.NRegs+256)
	for pc, n := 0, 0; n < maxMain; n++ {
		if m.ended() && len(m.frames) == 0 && m.stops(pc) {
			m.after = pc
			return m, nil
		}
		next, ok := m.step(pc)
		if !ok {
			return nil, unsupported("%s: candidate executions of a main that does more than start threads, join them and then look at what they have done are", m.fn.PosOf[min(pc, len(m.fn.PosOf)-1)])
		}
		pc = next
	}
	return nil, unsupported("%s: candidate executions of a main that goes on as long as that are", m.fn.Pos)
}

// ended reports whether all threads have ended.
func (m *mainFunction) ended() bool { return m.joined > 0 && m.joined == len(m.starts) }

// stops reports whether what main does at pc is left to what comes after the threads: it
// looks at what they have done, calls, or ends.
func (m *mainFunction) stops(pc int) bool {
	switch in := &m.fn.Code[pc]; in.Op {
	case code.Load:
		return m.regs[in.B]+int64(m.prog.Access[in.Imm].Off) < stackOfMain
	case code.Call, code.Ret, code.RetV, code.Assert, code.CallR:
		return true
	}
	return false
}

// step follows one instruction; ok is false if it is another than those of a main that
// starts threads and joins them.
func (m *mainFunction) step(pc int) (next int, ok bool) {
	if pc >= len(m.fn.Code) {
		return 0, false
	}
	in := &m.fn.Code[pc]
	r := m.regs[m.base:]
	switch in.Op {
	case code.Const:
		r[in.A] = int64(in.Imm)
	case code.ConstL:
		r[in.A] = m.prog.Consts[in.Imm]
	case code.AddI, code.AddIS32:
		r[in.A] = r[in.B] + int64(in.Imm)
		if in.Op == code.AddIS32 && int64(int32(r[in.A])) != r[in.A] {
			return 0, false
		}
	case code.Index:
		r[in.A] = r[in.B] + r[in.C]*int64(in.Imm)
	case code.Nop, code.Loop:
	case code.Jmp, code.JZ, code.JNZ, code.JEq, code.JNe, code.JLtS, code.JLeS, code.JLtU, code.JLeU:
		if in.Op == code.Jmp || Taken(in.Op, r[in.A], r[in.B]) {
			return int(in.Imm), true
		}
	case code.Local, code.LocalZ:
		o := &m.fn.Locals[in.Imm]
		r[in.A] = stackOfMain + m.locals
		m.locals += (max(o.Size, 1) + 15) &^ 15
		if in.Op == code.LocalZ {
			m.zeroed = append(m.zeroed, [2]int64{r[in.A], r[in.A] + o.Size})
		}
	case code.LoadP, code.Load:
		acc := &m.prog.Access[in.Imm]
		addr := r[in.B] + int64(acc.Off)
		v, known := m.private[uint64(addr)]
		if known && v.size != acc.Size || !known && !m.zero(addr) {
			return 0, false
		}
		r[in.A] = Extend(v.value, acc.Size, acc.Signed)
	case code.StoreP, code.Store:
		acc := &m.prog.Access[in.Imm]
		addr := r[in.B] + int64(acc.Off)
		switch {
		case addr >= stackOf:
			m.private[uint64(addr)] = placed{Extend(r[in.C], acc.Size, true), acc.Size}
		case len(m.starts) > 0:
			return 0, false
		default:
			m.stored[uint64(addr)] = Extend(r[in.C], acc.Size, true)
		}
	case code.Call:
		f := &m.prog.Funcs[in.Imm]
		if f.Code == nil || len(m.frames) > 64 {
			return 0, false
		}
		m.frames = append(m.frames, mainCall{m.fn, pc + 1, m.base})
		m.fn, m.base = f, m.base+int(in.A)
		for len(m.regs) < m.base+f.NRegs+256 {
			m.regs = append(m.regs, 0)
		}
		return 0, true
	case code.Ret, code.RetV:
		n := len(m.frames) - 1
		if n < 0 {
			return 0, false
		}
		if in.Op == code.Ret {
			r[0] = r[in.A]
		}
		f := m.frames[n]
		m.frames, m.fn, m.base = m.frames[:n], f.fn, f.base
		return f.pc, true
	case code.Sys:
		if !m.library(in, r) {
			return 0, false
		}
	default:
		v, ok := Eval(in.Op, r[in.B], r[in.C])
		if !ok {
			return 0, false
		}
		r[in.A] = v
	}
	return pc + 1, true
}

// zero reports whether an automatic object that begins as zeros has an address.
func (m *mainFunction) zero(addr int64) bool {
	return slices.ContainsFunc(m.zeroed, func(o [2]int64) bool { return o[0] <= addr && addr < o[1] })
}

// library follows a call of the library.
func (m *mainFunction) library(in *code.Instr, r []int64) bool {
	switch code.SysID(in.C) {
	case code.ThreadCreate:
		args := r[in.A:][:in.B]
		args = args[len(args)-2:] // attributes may stand before function and argument
		fn, ok := code.FuncAt(uint64(args[0]))
		if !ok || fn >= len(m.prog.Funcs) || m.joined > 0 {
			return false
		}
		m.starts = append(m.starts, start{fn: fn, arg: args[1]})
		r[in.A] = int64(len(m.starts))
	case code.ThreadJoin:
		h := r[in.A]
		if h < 1 || h > int64(len(m.starts)) || m.starts[h-1].joined {
			return false
		}
		m.starts[h-1].joined = true
		m.joined++
		r[in.A] = 0
	case code.MutexInit:
		if len(m.starts) > 0 || r[in.A+1] != 0 {
			return false
		}
		m.stored[uint64(r[in.A])] = 0
		r[in.A] = 0
	default:
		return false
	}
	return true
}
