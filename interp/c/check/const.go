package check

import (
	"fencepost/interp/c/types"
	"fencepost/interp/code"

	"modernc.org/cc/v4"
)

// Constant folding. Every operation on constants is folded when the tree is built, so a constant
// expression is one that has become a types.OpInt.

// fold returns the value of a binary operation on canonical constants of type
// t; ok is false where C leaves it undefined.
func fold(op types.Op, x, y int64, t *types.Type) (v int64, ok bool) {
	if t.IsFloat() {
		return foldFloat(op, x, y, t)
	}
	if t.IsWide() {
		z, ok := foldWide(op, wide(x), wide(y), t)
		return int64(z.Low), ok && z == wide(int64(z.Low))
	}
	o, known := types.WideOps[op]
	f := o.Of(t)
	switch {
	case !known, f.Divides() && (y == 0 || t.Signed && y == -1 && x != 0 && types.Canonical(-x, t) == x), // the quotient does not fit
		f.Shifts() && (y < 0 || y >= 8*t.Size):
		return 0, false
	}
	return types.Canonical(int64(f.Apply(widened(x, t), widened(y, t)).Low), t), true
}

// wide extends v to 128 bits.
func wide(v int64) code.Int128 {
	return code.WideSigned.Apply(code.Int128{Low: uint64(v)}, code.Int128{})
}

// widened extends canonical v of type t to 128 bits.
func widened(v int64, t *types.Type) code.Int128 {
	if !t.Signed && t.Size == 8 {
		return code.Int128{Low: uint64(v)}
	}
	return wide(v)
}

// foldWide is fold on constants of 128 bits.
func foldWide(op types.Op, x, y code.Int128, t *types.Type) (z code.Int128, ok bool) {
	o, ok := types.WideOps[op]
	if !ok {
		return z, false
	}
	f := o.Of(t)
	if f.Divides() && (y == code.Int128{} || t.Signed && y == wide(-1)) || f.Shifts() && (y.High != 0 || y.Low >= 128) {
		return z, false
	}
	return f.Apply(x, y), true
}

// wideValue returns the value of constant expression e of 128 bits; ok is false if it is none.
func wideValue(e *types.Expr) (z code.Int128, ok bool) {
	switch {
	case e.IsConst() && !e.Type.IsFloat():
		return widened(e.I, e.Type), true
	case !e.Type.IsWide():
		return z, false
	case e.Op == types.OpCast && e.X.Type.IsInteger():
		return wideValue(e.X)
	case e.Op == types.OpNeg || e.Op == types.OpCom:
		x, ok := wideValue(e.X)
		if e.Op == types.OpNeg {
			return code.WideSub.Apply(code.Int128{}, x), ok
		}
		return code.WideXor.Apply(x, wide(-1)), ok
	case e.X == nil || e.Y == nil:
		return z, false
	}
	x, ok := wideValue(e.X)
	y, known := wideValue(e.Y)
	if !ok || !known {
		return z, false
	}
	return foldWide(e.Op, x, y, e.Type)
}

// compare compares constant expressions of one type; ok is false if they are none.
func compare(op types.Op, x, y *types.Expr) (holds, ok bool) {
	if x.Type.IsFloat() {
		a, b := types.FloatOf(x.I, x.Type), types.FloatOf(y.I, y.Type)
		return holdsIf(op, a < b, a == b, a > b), x.IsConst() && y.IsConst()
	}
	a, ok := wideValue(x)
	b, known := wideValue(y)
	less := types.WideOps[types.OpLt].Of(x.Type)
	return holdsIf(op, less.Apply(a, b).Low != 0, a == b, less.Apply(b, a).Low != 0), ok && known
}

// holdsIf returns the result of a comparison whose first operand is less, equal or greater, or none of
// these if an operand is no number.
func holdsIf(op types.Op, less, equal, greater bool) bool {
	switch op {
	case types.OpEq:
		return equal
	case types.OpNe:
		return !equal
	case types.OpLt:
		return less
	case types.OpLe:
		return less || equal
	case types.OpGt:
		return greater
	}
	return greater || equal
}

func boolConst(b bool) *types.Expr {
	if b {
		return types.IntConst(1, types.Int)
	}
	return types.IntConst(0, types.Int)
}

// integerConstant checks an expression that must be an integer constant expression. what names it in
// the diagnostic.
func (c *checker) integerConstant(n cc.ExpressionNode, what string) *types.Expr {
	e := c.value(n)
	if !e.Type.IsInteger() {
		c.fail(c.pos(n), "%s is not an integer", what)
	}
	if !e.IsConst() {
		c.fail(c.pos(n), "%s is not a constant", what)
	}
	return e
}

// staticValue reduces the value of a static initialiser to a types.OpInt, a types.OpFunc,
// or a types.OpAddr of an object or of a member (its offset in i) of an object. It
// returns nil if e is no such constant.
func staticValue(e *types.Expr) *types.Expr {
	switch e.Op {
	case types.OpInt, types.OpFunc:
		return e
	case types.OpCast:
		if e.Type.Size != 8 || e.X.Type.Size != 8 {
			return nil
		}
		v := staticValue(e.X)
		if v == nil {
			return nil
		}
		n := *v
		n.Type = e.Type
		return &n
	case types.OpAddr, types.OpPtrAdd:
		base, off := types.Address(&types.Expr{Op: types.OpDeref, Type: e.Type.Elem, X: e})
		if base.Op != types.OpObj || base.Obj.Storage != types.Static {
			return nil
		}
		lv := base
		if off != 0 {
			lv = &types.Expr{Op: types.OpMember, Type: e.Type.Elem, Pos: base.Pos, Text: base.Text, X: base, I: off}
		}
		return &types.Expr{Op: types.OpAddr, Type: e.Type, Pos: e.Pos, Text: e.Text, X: lv, Obj: base.Obj, I: off}
	}
	return nil
}
