package cfront

import (
	"fencepost/trace"

	"modernc.org/cc/v4"
)

func (c *checker) unary(n *cc.UnaryExpression) *expr {
	pos := c.pos(n.Token)
	switch n.Case {
	case cc.UnaryExpressionPostfix:
		return c.expr(n.PostfixExpression)
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return c.increment(xPreInc, n.UnaryExpression, n.Token, c.text(n))
	case cc.UnaryExpressionAddrof:
		return c.addressExpression(n)
	case cc.UnaryExpressionDeref:
		p := c.value(n.CastExpression)
		if p.typ.kind != kPtr {
			c.fail(pos, "'*' on a value of type '%s', which is no pointer", p.typ)
		}
		e := c.deref(p, pos)
		e.text = c.text(n)
		return e
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		return c.arithmeticUnary(n)
	case cc.UnaryExpressionNot:
		x := c.condition(c.value(n.CastExpression), pos)
		if x.isConst() {
			return boolConst(x.i == 0)
		}
		return &expr{op: xNot, typ: tInt, pos: pos, text: c.text(n), x: x}
	case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionAlignofExpr:
		var t *ctype
		c.notEvaluated(func() { t = c.expr(n.UnaryExpression).typ })
		return c.measure(t, n.Case == cc.UnaryExpressionSizeofExpr, pos)
	case cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofType:
		return c.measure(c.typeName(n.TypeName), n.Case == cc.UnaryExpressionSizeofType, pos)
	case cc.UnaryExpressionLabelAddr:
		c.unsupported(pos, "addresses of labels are not supported")
	}
	c.unsupported(pos, "complex numbers are not supported")
	return nil
}

// measure returns the size or alignment of a type.
func (c *checker) measure(t *ctype, size bool, pos trace.Pos) *expr {
	c.requireComplete(t, pos)
	n := t.align
	if size {
		n = t.size
	}
	e := intConst(n, tULong)
	e.pos = pos
	return e
}

func (c *checker) addressExpression(n *cc.UnaryExpression) *expr {
	x := c.expr(n.CastExpression)
	pos := c.pos(n.Token)
	if x.typ.kind != kFunc && !x.isLvalue() {
		c.fail(pos, "the address of a value that is no object")
	}
	e := c.addressOf(x)
	if e.op == xAddr || e.op == xFunc {
		e.pos, e.text = pos, c.text(n)
	}
	return e
}

func (c *checker) arithmeticUnary(n *cc.UnaryExpression) *expr {
	pos := c.pos(n.Token)
	x := c.value(n.CastExpression)
	if !x.typ.isInteger() {
		c.fail(pos, "'%s' on a value of type '%s'", n.Token.SrcStr(), x.typ)
	}
	x = promote(x)
	op := map[cc.UnaryExpressionCase]exprOp{cc.UnaryExpressionMinus: xNeg, cc.UnaryExpressionCpl: xCom}[n.Case]
	switch {
	case op == xBad:
		return x
	case x.isConst() && op == xNeg:
		return intConst(-x.i, x.typ)
	case x.isConst():
		return intConst(^x.i, x.typ)
	}
	return &expr{op: op, typ: x.typ, pos: pos, x: x}
}

// modifiable checks that an lvalue may be assigned to.
func (c *checker) modifiable(e *expr, pos trace.Pos) {
	switch {
	case !e.isLvalue():
		c.fail(pos, "the value that is assigned to is no object")
	case e.typ.kind == kArray:
		c.fail(pos, "an array is assigned to")
	case e.typ.hasConst():
		c.fail(pos, "'%s' is const and is assigned to", e.text)
	}
	c.loadable(e.typ, pos)
}

// increment checks ++ and --, before and after.
func (c *checker) increment(op exprOp, n cc.ExpressionNode, token cc.Token, text string) *expr {
	x := c.expr(n)
	pos := c.pos(token)
	c.modifiable(x, pos)
	step := int64(1)
	switch {
	case x.typ.kind == kPtr:
		step = c.elementSize(x.typ, pos)
	case !x.typ.isInteger():
		c.fail(pos, "'%s' on a value of type '%s'", token.SrcStr(), x.typ)
	}
	if token.SrcStr() == "--" {
		step = -step
	}
	return &expr{op: op, typ: x.typ.unqualified(), pos: x.pos, text: text, x: x, i: step}
}

// elementSize returns the size of what a pointer points to, which is 1 for
// void as in GNU C.
func (c *checker) elementSize(p *ctype, pos trace.Pos) int64 {
	if p.elem.isVoid() {
		return 1
	}
	if p.elem.kind == kFunc {
		c.fail(pos, "arithmetic on a pointer to a function")
	}
	c.requireComplete(p.elem, pos)
	return p.elem.size
}

func (c *checker) castExpression(n *cc.CastExpression) *expr {
	t := c.typeName(n.TypeName).unqualified()
	pos := c.pos(n.Token)
	x := c.expr(n.CastExpression)
	if t.isVoid() {
		return cast(c.discard(x), tVoid)
	}
	x = c.rvalue(x)
	switch {
	case t.isRecord() && x.typ.isRecord() && t.rec == x.typ.rec:
	case x.typ.isVoid():
		c.fail(pos, "a void value is converted to '%s'", t)
	case !t.isScalar() || !x.typ.isScalar():
		c.fail(pos, "'%s' cannot be converted to '%s'", x.typ, t)
	}
	return cast(x, t)
}
