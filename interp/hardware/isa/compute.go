package isa

import "fencepost/interp/code"

// Eval computes x op y. ok is false if op is not a computation, or divides by zero.
func Eval(op code.Op, x, y int64) (v int64, ok bool) {
	switch op {
	case code.Mov:
		return x, true
	case code.Add:
		return x + y, true
	case code.Sub:
		return x - y, true
	case code.Mul:
		return x * y, true
	case code.DivS, code.DivU, code.ModS, code.ModU:
		if y == 0 {
			return 0, false
		}
		switch op {
		case code.DivS:
			return x / y, true
		case code.DivU:
			return int64(uint64(x) / uint64(y)), true
		case code.ModS:
			return x % y, true
		}
		return int64(uint64(x) % uint64(y)), true
	case code.And:
		return x & y, true
	case code.Or:
		return x | y, true
	case code.Xor:
		return x ^ y, true
	case code.Shl:
		return x << (uint64(y) & 63), true
	case code.ShrS:
		return x >> (uint64(y) & 63), true
	case code.ShrU:
		return int64(uint64(x) >> (uint64(y) & 63)), true
	case code.AddS32:
		return int64(int32(x + y)), true
	case code.SubS32:
		return int64(int32(x - y)), true
	case code.MulS32:
		return int64(int32(x * y)), true
	case code.AddU32:
		return int64(uint32(x + y)), true
	case code.SubU32:
		return int64(uint32(x - y)), true
	case code.MulU32:
		return int64(uint32(x * y)), true
	case code.ExtS8:
		return int64(int8(x)), true
	case code.ExtS16:
		return int64(int16(x)), true
	case code.ExtS32:
		return int64(int32(x)), true
	case code.ExtU8:
		return int64(uint8(x)), true
	case code.ExtU16:
		return int64(uint16(x)), true
	case code.ExtU32:
		return int64(uint32(x)), true
	case code.Neg:
		return -x, true
	case code.Com:
		return ^x, true
	case code.Not:
		return truth(x == 0), true
	case code.Bool:
		return truth(x != 0), true
	case code.Eq:
		return truth(x == y), true
	case code.Ne:
		return truth(x != y), true
	case code.LtS:
		return truth(x < y), true
	case code.LeS:
		return truth(x <= y), true
	case code.LtU:
		return truth(uint64(x) < uint64(y)), true
	case code.LeU:
		return truth(uint64(x) <= uint64(y)), true
	}
	return 0, false
}

// Taken reports whether the jump op is taken.
func Taken(op code.Op, x, y int64) bool {
	switch op {
	case code.JZ:
		return x == 0
	case code.JNZ:
		return x != 0
	case code.JEq:
		return x == y
	case code.JNe:
		return x != y
	case code.JLtS:
		return x < y
	case code.JLeS:
		return x <= y
	case code.JLtU:
		return uint64(x) < uint64(y)
	case code.JLeU:
		return uint64(x) <= uint64(y)
	}
	return true
}

// Read-modify-write functions of hardware that C does not have.
const (
	AndNot code.RMWOp = code.NumRMW + iota // and of the content with the complement of the operand
	MinS
	MaxS
	MinU
	MaxU
)

// Modify computes the new content of a read-modify-write. old and v are sign-extended from
// its size.
func Modify(op code.RMWOp, old, v int64) int64 {
	switch op {
	case code.FetchAdd:
		return old + v
	case code.FetchSub:
		return old - v
	case code.FetchAnd:
		return old & v
	case code.FetchOr:
		return old | v
	case code.FetchXor:
		return old ^ v
	case code.FetchNand:
		return ^(old & v)
	case AndNot:
		return old &^ v
	case MinS:
		return min(old, v)
	case MaxS:
		return max(old, v)
	case MinU:
		return int64(min(uint64(old), uint64(v)))
	case MaxU:
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

var extensions = map[bool]map[uint8]code.Op{
	true:  {1: code.ExtS8, 2: code.ExtS16, 4: code.ExtS32, 8: code.Mov},
	false: {1: code.ExtU8, 2: code.ExtU16, 4: code.ExtU32, 8: code.Mov},
}

// Extension returns the operation that computes Extend.
func Extension(size uint8, signed bool) code.Op { return extensions[signed][size] }

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
