package code

import (
	"encoding/binary"
	"math"
)

// A NumberFormat is the format of a number in a register. Floating-point numbers are bit
// patterns of IEEE 754.
type NumberFormat uint8

// The formats of numbers.
const (
	Signed64 NumberFormat = iota
	Unsigned64
	Float32
	Float64
	Signed32 // 32 bits or less, also for unsigned types of less than 32 bits: result format of a conversion from floating point
)

// Float returns the floating-point number with the bits v, of 32 or 64 bits.
func Float(v int64, bits int32) float64 {
	if bits == 32 {
		return float64(math.Float32frombits(uint32(v)))
	}
	return math.Float64frombits(uint64(v))
}

// FloatBits returns the bits of x, rounded to a floating-point number of 32 or 64 bits.
func FloatBits(x float64, bits int32) int64 {
	if bits == 32 {
		return int64(math.Float32bits(float32(x)))
	}
	return int64(math.Float64bits(x))
}

// ConvertNumber converts the number v to another format, rounding once. Conversions that C
// leaves undefined behave as on x86-64.
func ConvertNumber(v int64, from, to NumberFormat) int64 {
	if from == Signed32 {
		from = Signed64
	}
	switch {
	case from == Signed64 && to == Float32:
		return int64(math.Float32bits(float32(v)))
	case from == Signed64 && to == Float64:
		return int64(math.Float64bits(float64(v)))
	case from == Unsigned64 && to == Float32:
		return int64(math.Float32bits(float32(uint64(v))))
	case from == Unsigned64 && to == Float64:
		return int64(math.Float64bits(float64(uint64(v))))
	case from <= Unsigned64:
		return v
	}
	x := Float(v, 64)
	if from == Float32 {
		x = Float(v, 32)
	}
	switch to {
	case Float32:
		return FloatBits(x, 32)
	case Float64:
		return FloatBits(x, 64)
	}
	return truncate(x, to)
}

// truncate returns the integer part of x; if it does not fit, the result of x86-64.
func truncate(x float64, to NumberFormat) int64 {
	switch {
	case to == Signed32:
		if x > -1<<31-1 && x < 1<<31 {
			return int64(x)
		}
		return math.MinInt32
	case to == Unsigned64 && x >= 1<<63 && x < 1<<64:
		return int64(uint64(x))
	case to == Unsigned64 && x >= 1<<64:
		return 0
	case x >= -1<<63 && x < 1<<63:
		return int64(x)
	}
	return math.MinInt64
}

// PutWord stores v in the first size bytes of b, lowest byte first; size is at most 8.
func PutWord(b []byte, size uint8, v uint64) {
	switch size {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	case 8:
		binary.LittleEndian.PutUint64(b, v)
	default:
		for i := range size {
			b[i] = byte(v >> (8 * i))
		}
	}
}
