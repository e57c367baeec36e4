package code

import "math/bits"

// A registerSet is a set of register numbers.
type registerSet [4]uint64

func (s *registerSet) add(r int)    { s[r>>6&3] |= 1 << (r & 63) }
func (s *registerSet) remove(r int) { s[r>>6&3] &^= 1 << (r & 63) }

// union adds o to s and reports whether that changed s.
func (s *registerSet) union(o *registerSet) bool {
	old := *s
	for i := range s {
		s[i] |= o[i]
	}
	return *s != old
}

// LiveAtLoops returns, by pc, for every Loop instruction the registers whose values may
// still be used, in ascending order; nil for other instructions. Two arrivals at a Loop
// with the same values in them, and the same memory, continue alike.
func (p *Program) LiveAtLoops(f *Func) [][]uint8 {
	in := p.live(f)
	out := make([][]uint8, len(f.Code))
	for pc, i := range f.Code {
		if i.Op != Loop {
			continue
		}
		out[pc] = in[pc].list()
	}
	return out
}

// list returns the registers in ascending order.
func (s *registerSet) list() []uint8 {
	list := make([]uint8, 0, 8)
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			list = append(list, uint8(w<<6+bits.TrailingZeros64(word)))
		}
	}
	return list
}

// UsedResults returns for every RMW and Sys, by pc, whether its result may be used.
func (p *Program) UsedResults(f *Func) []bool {
	in := p.live(f)
	out := make([]bool, len(f.Code))
	for pc, i := range f.Code {
		out[pc] = (i.Op == RMW || i.Op == Sys) && in[pc+1][i.A>>6&3]>>(i.A&63)&1 != 0
	}
	return out
}

// UsesArgument reports whether function f, of one parameter, may use its argument. It takes
// O(code).
func (p *Program) UsesArgument(f *Func) bool { return p.live(f)[0][0]&1 != 0 }

// live returns the live registers before every instruction.
func (p *Program) live(f *Func) []registerSet {
	in := make([]registerSet, len(f.Code)+1)
	for changed := true; changed; {
		changed = false
		for pc := len(f.Code) - 1; pc >= 0; pc-- {
			i := f.Code[pc]
			var live registerSet
			if !i.ends() {
				live = in[pc+1]
			}
			if i.Op.Jumps() {
				live.union(&in[i.Imm])
			}
			p.transfer(f, i, &live)
			changed = in[pc].union(&live) || changed
		}
	}
	return in
}

// transfer turns the registers that are live after an instruction into those live before
// it. A register that the instruction may leave unchanged stays live.
func (p *Program) transfer(f *Func, i Instr, live *registerSet) {
	a, b, c := int(i.A), int(i.B), int(i.C)
	first, n := 0, 0 // a range of registers that are used
	switch ops[i.Op].form {
	case setImm, setTable:
		live.remove(a)
	case move, moveImm, load:
		live.remove(a)
		live.add(b)
	case binaries, indexed, wide, modify:
		live.remove(a)
		live.add(b)
		live.add(c)
	case jumpIf, use, useSite:
		live.add(a)
	case jumpCmp:
		live.add(a)
		live.add(b)
	case callFunc:
		live.remove(a)
		first, n = a, p.Funcs[i.Imm].Params
	case callReg:
		live.add(b)
		first, n = a, f.NRegs-a
	case store:
		live.add(b)
		live.add(c)
	case compare:
		live.remove(a)
		live.add(b)
		first, n = c, 2
	case compare2:
		first, n = a, 6
	case sys:
		first, n = a, b
	}
	for r := first; r < first+n; r++ {
		live.add(r)
	}
}

// Reads reports whether an instruction reads register r.
func (p *Program) Reads(f *Func, i Instr, r int) bool {
	var s registerSet
	p.transfer(f, i, &s)
	return s[r>>6&3]>>(r&63)&1 != 0
}

// Sets reports whether an instruction always assigns register r.
func (p *Program) Sets(f *Func, i Instr, r int) bool {
	var s registerSet
	s.add(r)
	p.transfer(f, i, &s)
	return s[r>>6&3]>>(r&63)&1 == 0 || ops[i.Op].form == sys && r == int(i.A)
}

// Names reports whether an instruction may read or assign register r.
func (i Instr) Names(r int) bool {
	switch ops[i.Op].form {
	case callFunc, callReg, compare, compare2, sys: // ranges of registers
		return true
	}
	return r == int(i.A) || r == int(i.B) || r == int(i.C)
}

// Passes reports whether an instruction only computes register A from other registers, for
// all values. Operand C of a shift is the exception.
func (i Instr) Passes() bool {
	switch i.Op {
	case DivS, DivU, ModS, ModU:
		return false
	case Wide:
		return !WideOp(i.Imm).Divides()
	}
	switch ops[i.Op].form {
	case move, moveImm, binaries, indexed:
		return true
	}
	return false
}
