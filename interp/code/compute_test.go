package code

import (
	"fmt"
	"math/bits"
	"math/rand"
	"slices"
	"testing"
)

// TestUndefined computes each result with all contents of the undefined bits. The bits of the result that
// differ have to be undefined.
func TestUndefined(t *testing.T) {
	exact := []Op{Mov, And, Or, Xor, Com, Shl, ShrS, ShrU, ExtS8, ExtS16, ExtS32, ExtU8, ExtU16, ExtU32}
	truths := []Op{Not, Bool, Eq, Ne}
	others := []Op{Add, Sub, Mul, AddS32, SubS32, MulS32, AddU32, SubU32, MulU32, Neg, LtS, LeS, LtU, LeU}
	r := rand.New(rand.NewSource(1))
	value := func() int64 {
		if r.Intn(2) == 0 {
			return int64(r.Intn(8))
		}
		return int64(r.Uint64())
	}
	some := func() (u uint64) {
		for range r.Intn(4) {
			u |= 1 << r.Intn(64)
		}
		return u
	}
	for _, op := range slices.Concat(exact, truths, others) {
		for range 300 {
			x, y, ux, uy := value(), value(), some(), some()
			if op == Shl || op == ShrS || op == ShrU {
				y, uy = int64(r.Intn(64)), 0
			}
			zeros, ones, first := ^uint64(0), ^uint64(0), true
			eachContent(ux, func(bx uint64) {
				eachContent(uy, func(by uint64) {
					v, ok := Eval(op, x&^int64(ux)|int64(bx), y&^int64(uy)|int64(by))
					if !ok {
						t.Fatalf("%d is not computed", op)
					}
					if first {
						zeros, ones, first = ^uint64(v), uint64(v), false
					}
					zeros, ones = zeros&^uint64(v), ones&uint64(v)
				})
			})
			differ := ^(zeros | ones)
			got := Instr{Op: op, B: 1, C: 2}.Undefined(x, y, ux, uy)
			where := fmt.Sprintf("operation %s of %#x (%#x undefined) and %#x (%#x undefined)", ops[op].name, x, ux, y, uy)
			switch {
			case differ&^got != 0:
				t.Fatalf("%s: %#x is undefined, and %#x differs", where, got, differ)
			case slices.Contains(exact, op) && got != differ:
				t.Fatalf("%s: %#x is undefined, but %#x differs", where, got, differ)
			case slices.Contains(truths, op) && (got != 0) != (differ != 0):
				t.Fatalf("%s: %#x is undefined, but %#x differs", where, got, differ)
			}
		}
	}
}

// eachContent calls f for all contents of the bits of u.
func eachContent(u uint64, f func(content uint64)) {
	for n := range uint64(1) << bits.OnesCount64(u) {
		content, rest := uint64(0), u
		for k := 0; rest != 0; k++ {
			content |= n >> k & 1 << bits.TrailingZeros64(rest)
			rest &= rest - 1
		}
		f(content)
	}
}

// TestTruthAnd is the And that makes a truth value.
func TestTruthAnd(t *testing.T) {
	and := Instr{Op: And, Imm: TruthAnd}
	if got := and.Undefined(2, 1, 4, 0); got != 0 {
		t.Errorf("a bit that was written: %#x", got)
	}
	if got := and.Undefined(2, 1, 3, 0); got != ^uint64(0) {
		t.Errorf("a bit that was not: %#x", got)
	}
}
