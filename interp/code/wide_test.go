package code

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestWide holds the operations on 128 bits against math/big.
func TestWide(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	word := func() uint64 {
		switch r.IntN(4) {
		case 0:
			return []uint64{0, 1, 2, math.MaxUint64, math.MaxUint64 - 1, 1 << 63, 1<<63 - 1}[r.IntN(7)]
		case 1:
			return r.Uint64N(100)
		}
		return r.Uint64()
	}
	truth := func(b bool) *big.Int {
		if b {
			return big.NewInt(1)
		}
		return new(big.Int)
	}
	for range 3000 {
		x, y := Int128{word(), word()}, Int128{word(), word()}
		n := uint(r.IntN(128))
		xs, ys, xu, yu := x.big(true), y.big(true), x.big(false), y.big(false)
		for o, want := range map[WideOp]*big.Int{
			WideAdd: new(big.Int).Add(xs, ys), WideSub: new(big.Int).Sub(xs, ys), WideMul: new(big.Int).Mul(xs, ys),
			WideAnd: new(big.Int).And(xs, ys), WideOr: new(big.Int).Or(xs, ys), WideXor: new(big.Int).Xor(xs, ys),
			WideLtS: truth(xs.Cmp(ys) < 0), WideLeS: truth(xs.Cmp(ys) <= 0), WideLtU: truth(xu.Cmp(yu) < 0), WideLeU: truth(xu.Cmp(yu) <= 0),
			WideShl: new(big.Int).Lsh(xs, n), WideShrS: new(big.Int).Rsh(xs, n), WideShrU: new(big.Int).Rsh(xu, n),
			WideJoin: Int128{x.Low, y.Low}.big(false), WideSigned: big.NewInt(int64(x.Low)), WideUnsigned: new(big.Int).SetUint64(x.Low),
			WideLow: new(big.Int).SetUint64(x.Low), WideHigh: new(big.Int).SetUint64(x.High),
		} {
			operand := y
			if o.Shifts() {
				operand = Int128{Low: uint64(n)}
			}
			if got := o.Apply(x, operand); got != fromBig(want) {
				t.Fatalf("%x %s %x is %x, not %x", x, o, operand, got, fromBig(want))
			}
		}
		if y == (Int128{}) {
			continue
		}
		for o, signed := range map[WideOp]bool{WideDivS: true, WideDivU: false} {
			q, m := o.Apply(x, y), (o+WideModS-WideDivS).Apply(x, y)
			if back := q.big(signed); fromBig(back.Mul(back, y.big(signed)).Add(back, m.big(signed))) != x {
				t.Fatalf("%x %s %x is %x, remainder %x", x, o, y, q, m)
			}
			if abs := new(big.Int).Abs(m.big(signed)); abs.Cmp(new(big.Int).Abs(y.big(signed))) >= 0 {
				t.Fatalf("%x %s %x leaves %x", x, o, y, m)
			}
		}
	}
	f := WideFloatU.Apply(Int128{High: 1}, Int128{})
	if math.Float64frombits(f.Low) != 0x1p64 || WideTruncU.Apply(f, Int128{}) != (Int128{High: 1}) {
		t.Errorf("2^64 is %v", f)
	}
}
