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
	c := comparisons{p: p, f: f, lo: lo, hi: hi, targets: f.targets()}
	holds := make([]registerSet, len(f.Code)) // before every instruction: registers that may hold the value
	seen := make([]bool, len(f.Code))
	work := f.successors(pc)
	for _, n := range work {
		holds[n].add(int(f.Code[pc].A))
		seen[n] = true
	}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		in, next, copied := f.Code[at], holds[at], false
		for _, r := range holds[at].list() {
			if p.Reads(f, in, int(r)) {
				if copied, ok = c.use(at, r); !ok {
					return nil, false, false
				}
			}
			if p.Sets(f, in, int(r)) {
				next.remove(int(r))
			}
		}
		if copied {
			next.add(int(in.A))
		}
		for _, n := range f.successors(at) {
			if holds[n].union(&next) || !seen[n] {
				seen[n] = true
				work = append(work, n)
			}
		}
	}
	slices.Sort(c.list)
	return slices.Compact(c.list), c.ordered, true
}

// comparisons collects the comparisons of a value in [lo, hi] with constants.
type comparisons struct {
	p       *Program
	f       *Func
	lo, hi  int64
	targets []bool // by pc: a jump leads there
	list    []int64
	ordered bool // one is other than for equality
}

// use adds the comparison of instruction at, which reads the value from register r. copied
// reports whether it copies the value to its register A. ok is false if it does something else.
func (c *comparisons) use(at int, r uint8) (copied, ok bool) {
	in := c.f.Code[at]
	other, unsigned := in.A, false
	switch in.Op {
	case Mov:
		return true, true
	case ExtS32:
		copied = c.lo >= math.MinInt32 && c.hi <= math.MaxInt32
		return copied, copied
	case ExtU32:
		copied = c.lo >= 0 && c.hi <= math.MaxUint32
		return copied, copied
	case JZ, JNZ, Not, Bool, Assert:
		return false, c.add(0)
	case Sys:
		return false, SysID(in.C) == Assume && c.add(0)
	case Eq, Ne, LtS, LeS, LtU, LeU:
		if other = in.B; other == r {
			other = in.C
		}
		unsigned = in.Op == LtU || in.Op == LeU
		c.ordered = c.ordered || in.Op != Eq && in.Op != Ne
	case JEq, JNe, JLtS, JLeS, JLtU, JLeU:
		if other == r {
			other = in.B
		}
		unsigned = in.Op == JLtU || in.Op == JLeU
		c.ordered = c.ordered || in.Op != JEq && in.Op != JNe
	default:
		return false, false
	}
	v, known := c.p.constantAt(c.f, at, other, c.targets)
	return false, known && c.add(v) && (!unsigned || c.lo >= 0 || c.add(0))
}

// add adds a constant. It reports whether it is in the range of the value.
func (c *comparisons) add(v int64) bool {
	c.list = append(c.list, v)
	return c.lo <= v && v <= c.hi
}

// targets reports by pc whether a jump leads there.
func (f *Func) targets() []bool {
	targets := make([]bool, len(f.Code)+1)
	for _, in := range f.Code {
		if in.Op.Jumps() {
			targets[in.Imm] = true
		}
	}
	return targets
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
		case in.A == r && in.Op.Unary():
			if c, ok = p.constantAt(f, at, in.B, targets); !ok {
				return 0, false
			}
			return Eval(in.Op, c, 0)
		case in.A == r || !in.Passes():
			return 0, false
		}
	}
	return 0, false
}
