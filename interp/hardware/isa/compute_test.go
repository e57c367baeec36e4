package isa

import (
	"testing"

	"fencepost/interp/code"
)

// TestModify computes read-modify-writes by hand, of numbers that differ in their sign.
func TestModify(t *testing.T) {
	const least = -1 << 31 // of a word, sign-extended
	for _, c := range []struct {
		op           code.RMWOp
		old, v, want int64
	}{
		{code.Xchg, 6, 3, 3},
		{code.FetchAdd, 6, 3, 9},
		{code.FetchSub, 6, 3, 3},
		{code.FetchAnd, 6, 3, 2},
		{code.FetchOr, 6, 3, 7},
		{code.FetchXor, 6, 3, 5},
		{code.FetchNand, 6, 3, ^2},
		{AndNot, 6, 3, 4},
		{code.FetchMin, 6, -3, -3},
		{code.FetchMax, 6, -3, 6},
		{code.FetchMinU, 6, -3, 6},
		{code.FetchMaxU, 6, -3, -3},
		{code.FetchMin, least, 1, least},
		{code.FetchMaxU, least, 1, least},
		{code.FetchMinU, -3, least, least},
	} {
		if got := Modify(c.op, c.old, c.v); got != c.want {
			t.Errorf("operation %d of %d and %d: %d, want %d", c.op, c.old, c.v, got, c.want)
		}
	}
}
