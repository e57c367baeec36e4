package code

import (
	"maps"
	"math"
)

// A Selection says how a function's argument selects what the function accesses. The argument has no
// other use: it becomes no value, decides no branch, and goes to no other function.
type Selection struct {
	// Steps has, by site, how far the address of an access moves if the argument grows by one. Sites
	// whose address does not depend on the argument are left out.
	Steps map[int32]int64
	// Most is the greatest argument for which that is so, if Narrow is set. The least is then 0.
	Most   int64
	Narrow bool
}

// A share says how far the content of a register moves if the argument grows by one.
type share struct {
	step  int64
	whole bool // the register holds the argument
	mixed bool // step depends on the way to the instruction
}

func (s share) fixed() bool { return s.step == 0 && !s.mixed }

// plus returns the share of a + b*by.
func (a share) plus(b share, by int64) share {
	return share{step: a.step + b.step*by, mixed: a.mixed || b.mixed}
}

// extended are the greatest arguments that extensions leave as they are.
var extended = map[Op]int64{
	ExtS8: math.MaxInt8, ExtU8: math.MaxUint8, ExtS16: math.MaxInt16, ExtU16: math.MaxUint16, ExtS32: math.MaxInt32, ExtU32: math.MaxUint32,
}

// Selects returns how the argument of function f, of one parameter, selects what f accesses; nil if
// the argument may have another use. It takes O(code).
func (p *Program) Selects(f *Func) *Selection {
	s := &Selection{Steps: map[int32]int64{}}
	before := make([][]share, len(f.Code))
	before[0] = make([]share, f.NRegs)
	before[0][0] = share{step: 1, whole: true}
	var now [256]share
	for changed := true; changed; {
		changed = false
		for pc, in := range f.Code {
			if before[pc] == nil {
				continue
			}
			copy(now[:], before[pc])
			if !p.selectsAt(f, in, &now, s) {
				return nil
			}
			if !in.Ends() {
				changed = merge(&before[pc+1], now[:f.NRegs]) || changed
			}
			if in.Op.Jumps() {
				changed = merge(&before[in.Imm], now[:f.NRegs]) || changed
			}
		}
	}
	maps.DeleteFunc(s.Steps, func(_ int32, step int64) bool { return step == 0 })
	return s
}

// merge joins two ways to an instruction. at has the shares known before the instruction, and now those
// of the other way. It reports whether at changed.
func merge(at *[]share, now []share) (changed bool) {
	if *at == nil {
		*at = append(*at, now...)
		return true
	}
	for r, s := range now {
		old := &(*at)[r]
		both := share{old.step, old.whole && s.whole, old.mixed || s.mixed || old.step != s.step}
		if both.mixed {
			both = share{mixed: true}
		}
		*old, changed = both, changed || *old != both
	}
	return changed
}

// selectsAt changes the shares before an instruction to those after it, and adds the instruction's
// access to s. It reports false if the instruction may use the argument in another way.
func (p *Program) selectsAt(f *Func, in Instr, now *[256]share, s *Selection) bool {
	var result share
	b, c := now[in.B], now[in.C]
	switch {
	case in.Op == Mov:
		result = b
	case extended[in.Op] > 0 && !b.fixed():
		if result = b; !b.whole {
			return false
		}
		if !s.Narrow || extended[in.Op] < s.Most {
			s.Narrow, s.Most = true, extended[in.Op]
		}
	case in.Op == AddI:
		result = b.plus(share{}, 0)
	case in.Op == Add:
		result = b.plus(c, 1)
	case in.Op == Sub:
		result = b.plus(c, -1)
	case in.Op == Index:
		result = b.plus(c, int64(in.Imm))
	case in.Op == Load, in.Op == Store, in.Op == RMW, in.Op == CAS:
		stored := in.Op != Load && !c.fixed() || in.Op == CAS && !now[in.C+1].fixed()
		if old, ok := s.Steps[in.Imm]; stored || b.mixed || ok && old != b.step || b.step != 0 && p.Access[in.Imm].Unit > 0 {
			return false
		}
		s.Steps[in.Imm] = b.step
	case in.Op == Sys && in.B == 0:
		result = share{mixed: !now[in.A].fixed()} // it may leave no result
	default:
		if p.usesShare(f, in, now) {
			return false
		}
	}
	if form := ops[in.Op].form; in.Op.Fields()&SetsA != 0 || form == compare2 || form == sys {
		now[in.A] = result
	}
	return true
}

// usesShare reports whether an instruction reads a register that depends on the argument.
func (p *Program) usesShare(f *Func, in Instr, now *[256]share) bool {
	for r := range f.NRegs {
		if !now[r].fixed() && p.Reads(f, in, r) {
			return true
		}
	}
	return false
}
