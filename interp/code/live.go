package code

import (
	"math/bits"
	"slices"
)

// A registerSet is a set of register numbers.
type registerSet [4]uint64

func (s *registerSet) add(r int)    { s[r>>6&3] |= 1 << (r & 63) }
func (s *registerSet) remove(r int) { s[r>>6&3] &^= 1 << (r & 63) }

func (s *registerSet) has(r uint8) bool { return s[r>>6]>>(r&63)&1 != 0 }

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
	return p.LiveAt(f, func(i *Instr) bool { return i.Op == Loop })
}

// Live returns, by pc, the registers whose values may be used before every instruction, in
// ascending order.
func (p *Program) Live(f *Func) [][]uint8 {
	return p.LiveAt(f, func(*Instr) bool { return true })
}

// LiveAt returns, by pc, for every instruction for which at holds the registers whose values may still
// be used there, in ascending order; nil for others. It takes O(code) memory for each.
func (p *Program) LiveAt(f *Func, at func(i *Instr) bool) [][]uint8 {
	in := p.live(f)
	out := make([][]uint8, len(f.Code))
	for pc := range f.Code {
		if at(&f.Code[pc]) {
			out[pc] = in[pc].list()
		}
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
		out[pc] = (i.Op == RMW || i.Op == Sys) && in[pc+1].has(i.A)
	}
	return out
}

// WithoutYields returns the code of a function. In it a yield only sets its result, and a call of a
// function that only computes and yields does nothing if its result is unused. It takes O(code).
func (p *Program) WithoutYields(f *Func) []Instr {
	list := slices.Clone(f.Code)
	l := &liveness{p: p, f: f, idle: map[int32]bool{}}
	for pc := range list {
		switch i := &list[pc]; {
		case l.yields(i):
			*i = Instr{Op: Const, A: i.A}
		case i.Op == Call && l.isIdle(i.Imm):
			if l.in == nil {
				l.in = p.live(f)
			}
			if !l.in[pc+1].has(i.A) {
				*i = Instr{Op: Nop}
			}
		}
	}
	return list
}

// UsesArgument reports whether function f, of one parameter, may use its argument. It takes
// O(code).
func (p *Program) UsesArgument(f *Func) bool { return p.live(f)[0][0]&1 != 0 }

// live returns the live registers before every instruction. A counter that nothing looks at is not
// live: only its own next value is computed from it.
func (p *Program) live(f *Func) []registerSet {
	l := &liveness{p, f, make([]registerSet, len(f.Code)+1), make([]bool, len(f.Code)), map[int32]bool{}}
	targets := f.targets()
	for pc := range f.Code {
		l.fails[pc] = l.fail(pc, targets)
	}
	for changed := true; changed; {
		changed = false
		for pc := len(f.Code) - 1; pc >= 0; pc-- {
			i := f.Code[pc]
			var live registerSet
			if !i.Ends() {
				live = l.in[pc+1]
			}
			if i.Op.Jumps() {
				live.union(&l.in[i.Imm])
			}
			if l.acts(pc) {
				p.transfer(f, i, &live)
			}
			changed = l.in[pc].union(&live) || changed
		}
	}
	return l.in
}

// A liveness computes the live registers of a function.
type liveness struct {
	p     *Program
	f     *Func
	in    []registerSet  // before every instruction; it only grows
	fails []bool         // see fail
	idle  map[int32]bool // functions that only compute and yield
}

// acts reports whether the instruction at pc has an effect. A computation has none if its result is not
// live. A jump has none if it chooses between ways without an effect.
func (l *liveness) acts(pc int) bool {
	i := &l.f.Code[pc]
	switch {
	case i.late():
		return false
	case i.Op.Jumps() && i.Op != Jmp:
		steps := maxChoice
		return l.next(pc, &steps) == pc
	case i.Op == Nop:
		return i.A == AtBody
	case i.Op.Computes() && !l.fails[pc], l.yields(i), i.Op == Call && l.isIdle(i.Imm):
		return l.in[pc+1].has(i.A)
	}
	return i.Op != Jmp
}

// maxChoice bounds the instructions that are looked at to see where the ways of a jump meet.
const maxChoice = 64

// next returns the first instruction from pc on that acts, or a Loop. A conditional jump acts unless
// the next one is the same on both ways. Each instruction takes one of steps; if there is none left,
// the instruction counts as one that acts.
func (l *liveness) next(pc int, steps *int) int {
	for ; *steps > 0; *steps-- {
		switch i := &l.f.Code[pc]; {
		case i.Op == Jmp, i.late() && (i.Op == JZ || i.Op == JLeU):
			pc = int(i.Imm)
		case i.late():
			pc++
		case i.Op.Jumps():
			*steps--
			a := l.next(pc+1, steps)
			if b := l.next(int(i.Imm), steps); a != b {
				return pc
			}
			return a
		case l.acts(pc):
			return pc
		default:
			pc++
		}
	}
	return pc
}

// late reports whether an instruction is a Late jump.
func (i *Instr) late() bool { return i.Op.Jumps() && i.C == Late }

// yields reports whether an instruction only yields.
func (l *liveness) yields(i *Instr) bool {
	id := SysID(i.C)
	return i.Op == Sys && (id == Yield || !l.p.ReadsClock && (id == Sleep || id == SleepUntil))
}

// isIdle reports whether function n only computes and yields.
func (l *liveness) isIdle(n int32) bool {
	idle, known := l.idle[n]
	if !known {
		l.idle[n] = false // if it calls itself
		f := &l.p.Funcs[n]
		idle = true
		for pc := range f.Code {
			i := &f.Code[pc]
			idle = idle && (i.Op.Computes() && !i.mayFail() || i.Op == Nop || i.Op == Ret || i.Op == RetV || i.Op.Jumps() || l.yields(i) || i.Op == Call && l.isIdle(i.Imm))
		}
		l.idle[n] = idle
	}
	return idle
}

// mayFail reports whether an instruction that computes is an error for some values.
func (i *Instr) mayFail() bool {
	switch o := WideOp(i.Imm); i.Op {
	case AddC, SubC, MulC:
		return true
	case Wide:
		return o.Divides() || o.Shifts()
	}
	return i.Op.divides() || i.Op.shifts()
}

func (o Op) divides() bool { return o == DivS || o == DivU || o == ModS || o == ModU }

func (o Op) shifts() bool { return o == Shl || o == ShrS || o == ShrU }

// fail reports whether the computation at pc may be an error. Registers that are known to be constant
// have their values.
func (l *liveness) fail(pc int, targets []bool) bool {
	i := l.f.Code[pc]
	if !i.mayFail() {
		return false
	}
	c, known := l.p.constantAt(l.f, pc, i.C, targets)
	return !known || !(i.Op.divides() && c > 0 || i.Op.shifts() && c >= 0 && c < int64(i.Imm))
}

// transfer turns the registers that are live after an instruction into those live before
// it. A register that the instruction may leave unchanged stays live.
func (p *Program) transfer(f *Func, i Instr, live *registerSet) {
	fields := i.Op.Fields()
	if fields&SetsA != 0 {
		live.remove(int(i.A))
	}
	if fields&ReadsA != 0 {
		live.add(int(i.A))
	}
	if fields&ReadsB != 0 {
		live.add(int(i.B))
	}
	if fields&ReadsC != 0 {
		live.add(int(i.C))
	}
	first, n := int(i.A), 0 // a range of registers that are used
	switch ops[i.Op].form {
	case callFunc:
		n = p.Funcs[i.Imm].Params
	case callReg:
		n = f.NRegs - first
	case compare:
		first, n = int(i.C), 2
	case compare2:
		n = 6
	case sys:
		n = int(i.B)
	}
	for r := first; r < first+n; r++ {
		live.add(r)
	}
}

// Replaces reports whether an instruction gives register r another value without reading it.
func (p *Program) Replaces(f *Func, i Instr, r int) bool {
	var s registerSet
	s.add(r)
	p.transfer(f, i, &s)
	return !s.has(uint8(r))
}

// Reads reports whether an instruction reads register r.
func (p *Program) Reads(f *Func, i Instr, r int) bool {
	var s registerSet
	p.transfer(f, i, &s)
	return s.has(uint8(r))
}

// Sets reports whether an instruction always assigns register r.
func (p *Program) Sets(f *Func, i Instr, r int) bool {
	var s registerSet
	s.add(r)
	p.transfer(f, i, &s)
	return !s.has(uint8(r)) || ops[i.Op].form == sys && r == int(i.A)
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
