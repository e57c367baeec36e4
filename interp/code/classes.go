package code

import (
	"cmp"
	"math"
	"slices"
)

// Classes returns values that represent all of [lo, hi], the small ones first. Instruction
// pc of f puts a value of that range into its register A. If f only compares it with
// constants, two values that no comparison distinguishes lead to the same execution. ok is
// false if f does more with it, or if a constant lies outside the range.
func (p *Program) Classes(f *Func, pc int, lo, hi int64) (values []int64, ok bool) {
	constants, ordered, ok := p.compared(f, pc, lo, hi)
	if !ok {
		return nil, false
	}
	values = slices.Clone(constants)
	for i, c := range constants {
		if c < hi && (i+1 == len(constants) || c+1 < constants[i+1]) {
			values = append(values, c+1)
			if !ordered {
				break // one for all others
			}
		}
	}
	switch {
	case len(constants) == 0:
		values = append(values, min(max(lo, 0), hi))
	case lo < constants[0] && (ordered || len(values) == len(constants)):
		values = append(values, constants[0]-1)
	}
	SmallFirst(values)
	return values, true
}

// SmallFirst sorts numbers by absolute value, a positive one before the negative one.
func SmallFirst(list []int64) {
	size := func(v int64) uint64 {
		if v < 0 {
			return -uint64(v)
		}
		return uint64(v)
	}
	slices.SortFunc(list, func(a, b int64) int { return cmp.Or(cmp.Compare(size(a), size(b)), cmp.Compare(b, a)) })
}

// compared returns, in order, the constants with which the value is compared, and whether
// any comparison is other than for equality.
func (p *Program) compared(f *Func, pc int, lo, hi int64) (list []int64, ordered, ok bool) {
	targets := make([]bool, len(f.Code)+1)
	for _, in := range f.Code {
		if in.Op.Jumps() {
			targets[in.Imm] = true
		}
	}
	holds := make([]registerSet, len(f.Code)+1) // before every instruction: registers that may hold the value
	seen := make([]bool, len(f.Code)+1)
	add := func(c int64) bool {
		list = append(list, c)
		return lo <= c && c <= hi
	}
	first := registerSet{}
	first.add(int(f.Code[pc].A))
	holds[pc+1], seen[pc+1] = first, true
	for work := []int{pc + 1}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if at >= len(f.Code) {
			continue
		}
		in, now := f.Code[at], holds[at]
		copied := false
		for _, r := range now.list() {
			if !p.Reads(f, in, int(r)) {
				continue
			}
			var other uint8
			unsigned := false
			switch in.Op {
			case Mov:
				copied = true
				continue
			case ExtS32:
				if copied = lo >= math.MinInt32 && hi <= math.MaxInt32; !copied {
					return nil, false, false
				}
				continue
			case ExtU32:
				if copied = lo >= 0 && hi <= math.MaxUint32; !copied {
					return nil, false, false
				}
				continue
			case JZ, JNZ, Not, Bool, Assert:
				if !add(0) {
					return nil, false, false
				}
				continue
			case Sys:
				if SysID(in.C) != Assume || !add(0) {
					return nil, false, false
				}
				continue
			case Eq, Ne, LtS, LeS, LtU, LeU:
				other, unsigned = in.B, in.Op == LtU || in.Op == LeU
				if in.B == r {
					other = in.C
				}
				ordered = ordered || in.Op != Eq && in.Op != Ne
			case JEq, JNe, JLtS, JLeS, JLtU, JLeU:
				other, unsigned = in.A, in.Op == JLtU || in.Op == JLeU
				if in.A == r {
					other = in.B
				}
				ordered = ordered || in.Op != JEq && in.Op != JNe
			default:
				return nil, false, false
			}
			c, known := p.constantAt(f, at, other, targets)
			if !known || !add(c) || unsigned && lo < 0 && !add(0) {
				return nil, false, false
			}
		}
		next := now
		for _, r := range now.list() {
			if p.Sets(f, in, int(r)) {
				next.remove(int(r))
			}
		}
		if copied {
			next.add(int(in.A))
		}
		to := []int{}
		if !in.ends() {
			to = append(to, at+1)
		}
		if in.Op.Jumps() {
			to = append(to, int(in.Imm))
		}
		for _, n := range to {
			if holds[n].union(&next) || !seen[n] {
				seen[n] = true
				work = append(work, n)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list), ordered, true
}

// constantAt returns the constant in register r before instruction at. ok is false unless
// only computations without jump targets lie between its definition and at.
func (p *Program) constantAt(f *Func, at int, r uint8, targets []bool) (c int64, ok bool) {
	for !targets[at] && at > 0 {
		at--
		in := f.Code[at]
		switch {
		case in.A == r && in.Op == Const:
			return int64(in.Imm), true
		case in.A == r && in.Op == ConstL:
			return p.Consts[in.Imm], true
		case in.A == r || !in.Passes():
			return 0, false
		}
	}
	return 0, false
}
