package cfront

import (
	"modernc.org/cc/v4"
)

// This file folds constants. Every operation whose operands are constants is
// folded as the tree is built, so that a constant expression is one that has
// become an xInt.

// canonical returns v as a value of type t: a signed type sign-extended, an
// unsigned one zero-extended, _Bool 0 or 1.
func canonical(v int64, t *ctype) int64 {
	if t.kind == kBool {
		if v != 0 {
			return 1
		}
		return 0
	}
	switch {
	case t.size >= 8 || t.size < 1:
		return v
	case t.signed:
		shift := 64 - 8*uint(t.size)
		return v << shift >> shift
	}
	return v & (1<<(8*uint(t.size)) - 1)
}

// intConst returns the constant v of type t.
func intConst(v int64, t *ctype) *expr {
	return &expr{op: xInt, typ: t, i: canonical(v, t)}
}

// isConst reports whether e is a constant of integer, enum or pointer type.
func (e *expr) isConst() bool { return e.op == xInt }

// isNull reports whether e is a null pointer constant (C11 6.3.2.3).
func (e *expr) isNull() bool {
	return e.op == xInt && e.i == 0 && (e.typ.isInteger() || e.typ.kind == kPtr && e.typ.elem.isVoid() && e.typ.elem.qualifiers() == 0)
}

// fold returns the value of a binary operation on canonical constants of type
// t; ok is false where C leaves it undefined.
func fold(op exprOp, x, y int64, t *ctype) (v int64, ok bool) {
	unsigned := !t.signed
	switch op {
	case xAdd:
		v = x + y
	case xSub:
		v = x - y
	case xMul:
		v = x * y
	case xDiv, xMod:
		return foldDivision(op, x, y, t)
	case xAnd:
		v = x & y
	case xOr:
		v = x | y
	case xXor:
		v = x ^ y
	case xShl, xShr:
		if y < 0 || y >= 8*t.size {
			return 0, false
		}
		switch {
		case op == xShl:
			v = x << uint(y)
		case unsigned:
			v = int64(uint64(x) >> uint(y))
		default:
			v = x >> uint(y)
		}
	default:
		return 0, false
	}
	return canonical(v, t), true
}

func foldDivision(op exprOp, x, y int64, t *ctype) (v int64, ok bool) {
	if y == 0 {
		return 0, false
	}
	switch {
	case !t.signed && op == xDiv:
		v = int64(uint64(x) / uint64(y))
	case !t.signed:
		v = int64(uint64(x) % uint64(y))
	case y == -1 && canonical(-x, t) == x && x != 0: // the quotient does not fit
		return 0, false
	case op == xDiv:
		v = x / y
	default:
		v = x % y
	}
	return canonical(v, t), true
}

// foldComparison compares canonical constants of type t.
func foldComparison(op exprOp, x, y int64, t *ctype) bool {
	less := x < y
	if !t.signed {
		less = uint64(x) < uint64(y)
	}
	switch op {
	case xEq:
		return x == y
	case xNe:
		return x != y
	case xLt:
		return less
	case xLe:
		return less || x == y
	case xGt:
		return !less && x != y
	}
	return !less
}

func boolConst(b bool) *expr {
	if b {
		return intConst(1, tInt)
	}
	return intConst(0, tInt)
}

// integerConstant checks an expression that C wants to be an integer constant
// expression; what names it in the diagnostic.
func (c *checker) integerConstant(n cc.ExpressionNode, what string) *expr {
	e := c.value(n)
	if !e.typ.isInteger() {
		c.fail(c.pos(n), "%s is not an integer", what)
	}
	if !e.isConst() {
		c.fail(c.pos(n), "%s is not a constant", what)
	}
	return e
}

// address reduces an lvalue to its base and the offset in it. The base is an
// xObj, an xInit, or an xDeref of anything but an address.
func address(lv *expr) (base *expr, off int64) {
	for {
		switch {
		case lv.op == xMember:
			off += lv.i
			lv = lv.x
		case lv.op == xDeref && lv.x.op == xAddr:
			lv = lv.x.x
		case lv.op == xDeref && lv.x.op == xPtrAdd && lv.x.y.isConst():
			off += lv.x.i * lv.x.y.i
			lv = &expr{op: xDeref, x: lv.x.x}
		case lv.op == xDeref && lv.x.op == xCast && lv.x.x.typ.kind == kPtr:
			lv = &expr{op: xDeref, x: lv.x.x}
		default:
			return lv, off
		}
	}
}

// staticValue reduces the value of a static initialiser to an xInt, an xFunc,
// or an xAddr of an object or of a member (its offset in i) of an object. It
// returns nil if e is no such constant.
func staticValue(e *expr) *expr {
	switch e.op {
	case xInt, xFunc:
		return e
	case xCast:
		if e.typ.size != 8 || e.x.typ.size != 8 {
			return nil
		}
		v := staticValue(e.x)
		if v == nil {
			return nil
		}
		n := *v
		n.typ = e.typ
		return &n
	case xAddr, xPtrAdd:
		base, off := address(&expr{op: xDeref, typ: e.typ.elem, x: e})
		if base.op != xObj || base.obj.storage != static {
			return nil
		}
		lv := base
		if off != 0 {
			lv = &expr{op: xMember, typ: e.typ.elem, pos: base.pos, text: base.text, x: base, i: off}
		}
		return &expr{op: xAddr, typ: e.typ, pos: e.pos, text: e.text, x: lv, obj: base.obj, i: off}
	}
	return nil
}
