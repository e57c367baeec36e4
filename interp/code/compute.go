package code

// Eval computes x op y. ok is false if op is not a computation, or divides by zero.
func Eval(op Op, x, y int64) (v int64, ok bool) {
	switch op {
	case Mov:
		return x, true
	case Add:
		return x + y, true
	case Sub:
		return x - y, true
	case Mul:
		return x * y, true
	case DivS, DivU, ModS, ModU:
		if y == 0 {
			return 0, false
		}
		switch op {
		case DivS:
			return x / y, true
		case DivU:
			return int64(uint64(x) / uint64(y)), true
		case ModS:
			return x % y, true
		}
		return int64(uint64(x) % uint64(y)), true
	case And:
		return x & y, true
	case Or:
		return x | y, true
	case Xor:
		return x ^ y, true
	case Shl:
		return x << (uint64(y) & 63), true
	case ShrS:
		return x >> (uint64(y) & 63), true
	case ShrU:
		return int64(uint64(x) >> (uint64(y) & 63)), true
	case AddS32:
		return int64(int32(x + y)), true
	case SubS32:
		return int64(int32(x - y)), true
	case MulS32:
		return int64(int32(x * y)), true
	case AddU32:
		return int64(uint32(x + y)), true
	case SubU32:
		return int64(uint32(x - y)), true
	case MulU32:
		return int64(uint32(x * y)), true
	case ExtS8:
		return int64(int8(x)), true
	case ExtS16:
		return int64(int16(x)), true
	case ExtS32:
		return int64(int32(x)), true
	case ExtU8:
		return int64(uint8(x)), true
	case ExtU16:
		return int64(uint16(x)), true
	case ExtU32:
		return int64(uint32(x)), true
	case Neg:
		return -x, true
	case Com:
		return ^x, true
	case Not:
		return truth(x == 0), true
	case Bool:
		return truth(x != 0), true
	case Eq:
		return truth(x == y), true
	case Ne:
		return truth(x != y), true
	case LtS:
		return truth(x < y), true
	case LeS:
		return truth(x <= y), true
	case LtU:
		return truth(uint64(x) < uint64(y)), true
	case LeU:
		return truth(uint64(x) <= uint64(y)), true
	}
	return 0, false
}

// Undefined returns the undefined bits of r[A], the result of instruction in, which Passes. Its operands are
// x = r[B] and y = r[C]. ux and uy are their undefined bits: those that were never written. A bit of the
// result is undefined if it depends on an undefined bit. A truth value is undefined as a whole. A sum or a
// product is undefined from the lowest undefined bit of its operands on.
func (in Instr) Undefined(x, y int64, ux, uy uint64) uint64 {
	if form := ops[in.Op].form; form == move || form == moveImm {
		uy = 0
	}
	either := ux | uy
	if either == 0 {
		return 0
	}
	whole := func(undefined bool) uint64 { return -uint64(truth(undefined)) }
	switch in.Op {
	case Mov:
		return ux
	case And:
		u := either & (ux | uint64(x)) & (uy | uint64(y))
		if in.Imm == TruthAnd {
			return whole(u != 0)
		}
		return u
	case Or:
		return either & (ux | ^uint64(x)) & (uy | ^uint64(y))
	case Xor, Com:
		return either
	case Shl, ShrS, ShrU:
		u, _ := Eval(in.Op, int64(ux), y)
		return uint64(u)
	case ExtS8, ExtS16, ExtS32, ExtU8, ExtU16, ExtU32:
		u, _ := Eval(in.Op, int64(ux), 0)
		return uint64(u)
	case Not, Bool:
		return whole(x&^int64(ux) == 0)
	case Eq, Ne:
		return whole((x^y)&^int64(either) == 0)
	case Add, Sub, Mul, AddI, Index, Neg:
		return -(either & -either)
	case AddS32, SubS32, MulS32, AddIS32:
		return uint64(int64(int32(-(either & -either))))
	case AddU32, SubU32, MulU32:
		return uint64(uint32(-(either & -either)))
	}
	return whole(true)
}

// Taken reports whether the jump op is taken.
func Taken(op Op, x, y int64) bool {
	switch op {
	case JZ:
		return x == 0
	case JNZ:
		return x != 0
	case JEq:
		return x == y
	case JNe:
		return x != y
	case JLtS:
		return x < y
	case JLeS:
		return x <= y
	case JLtU:
		return uint64(x) < uint64(y)
	case JLeU:
		return uint64(x) <= uint64(y)
	}
	return true
}

// complements are the comparisons and jumps that hold where others do not. Those of order do so with
// their operands exchanged.
var complements = map[Op]Op{
	JZ: JNZ, JNZ: JZ, JEq: JNe, JNe: JEq, JLtS: JLeS, JLeS: JLtS, JLtU: JLeU, JLeU: JLtU,
	Eq: Ne, Ne: Eq, LtS: LeS, LeS: LtS, LtU: LeU, LeU: LtU,
}

// Complement returns the comparison or jump that holds where op does not, and whether their operands
// change places; ok is false if op is neither.
func (o Op) Complement() (not Op, swap, ok bool) {
	not, ok = complements[o]
	switch o {
	case JLtS, JLeS, JLtU, JLeU, LtS, LeS, LtU, LeU:
		swap = true
	}
	return not, swap, ok
}

// Apply returns the new content that a read-modify-write computes. old and v are sign-extended from its
// size.
func (f RMWOp) Apply(old, v int64) int64 {
	switch f {
	case FetchAdd:
		return old + v
	case FetchSub:
		return old - v
	case FetchAnd:
		return old & v
	case FetchOr:
		return old | v
	case FetchXor:
		return old ^ v
	case FetchNand:
		return ^(old & v)
	case FetchMin:
		return min(old, v)
	case FetchMax:
		return max(old, v)
	case FetchMinU:
		return int64(min(uint64(old), uint64(v)))
	case FetchMaxU:
		return int64(max(uint64(old), uint64(v)))
	}
	return v
}

// Extend truncates v to a number of bytes and extends it again.
func Extend(v int64, size uint8, signed bool) int64 {
	shift := 64 - 8*uint(size)
	if signed {
		return v << shift >> shift
	}
	return int64(uint64(v) << shift >> shift)
}

// Extension returns the operation that computes Extend.
func Extension(size int64, signed bool) Op {
	switch {
	case size == 1 && signed:
		return ExtS8
	case size == 1:
		return ExtU8
	case size == 2 && signed:
		return ExtS16
	case size == 2:
		return ExtU16
	case size == 4 && signed:
		return ExtS32
	case size == 4:
		return ExtU32
	}
	return Mov
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
