package cfront

import (
	"fencepost/trace"

	"modernc.org/cc/v4"
)

// binaryOps names the operations of the binary operators.
var binaryOps = map[string]exprOp{
	"+": xAdd, "-": xSub, "*": xMul, "/": xDiv, "%": xMod,
	"&": xAnd, "|": xOr, "^": xXor, "<<": xShl, ">>": xShr,
	"==": xEq, "!=": xNe, "<": xLt, "<=": xLe, ">": xGt, ">=": xGe,
	"&&": xLAnd, "||": xLOr,
}

// binary checks a binary operation. Chains of one operator lean to the left.
func (c *checker) binary(nx, ny cc.ExpressionNode, token cc.Token) *expr {
	op := binaryOps[token.SrcStr()]
	pos := c.pos(token)
	x := c.operand(nx, pos)
	if op == xLAnd || op == xLOr {
		return c.logical(op, x, ny, pos)
	}
	y := c.operand(ny, pos)
	switch {
	case op >= xEq && op <= xGe:
		return c.comparison(op, x, y, pos)
	case op == xShl || op == xShr:
		return c.shift(op, x, y, pos)
	case op == xAdd && x.typ.kind == kPtr && y.typ.isInteger():
		return c.pointerAdd(x, y, 1, pos)
	case op == xAdd && y.typ.kind == kPtr && x.typ.isInteger():
		return c.pointerAdd(y, x, 1, pos)
	case op == xSub && x.typ.kind == kPtr && y.typ.isInteger():
		return c.pointerAdd(x, y, -1, pos)
	case op == xSub && x.typ.kind == kPtr && y.typ.kind == kPtr:
		return c.pointerSub(x, y, pos)
	}
	c.integers(x, y, token)
	x, y = arithmetic(x, y)
	if x.isConst() && y.isConst() {
		if v, ok := fold(op, x.i, y.i, x.typ); ok {
			return intConst(v, x.typ)
		}
	}
	return &expr{op: op, typ: x.typ, pos: pos, x: x, y: y}
}

// operand is value, with the position of the operator for what is wrong.
func (c *checker) operand(n cc.ExpressionNode, pos trace.Pos) *expr {
	e := c.rvalue(c.expr(n))
	if e.typ.isVoid() {
		c.fail(pos, "a void value is used")
	}
	return e
}

func (c *checker) integers(x, y *expr, token cc.Token) {
	if !x.typ.isInteger() || !y.typ.isInteger() {
		c.fail(c.pos(token), "'%s' on values of type '%s' and '%s'", token.SrcStr(), x.typ, y.typ)
	}
}

func (c *checker) logical(op exprOp, x *expr, ny cc.ExpressionNode, pos trace.Pos) *expr {
	c.condition(x, pos)
	var y *expr
	decided := x.isConst() && (x.i != 0) == (op == xLOr)
	check := func() { y = c.condition(c.operand(ny, pos), pos) }
	if decided {
		c.notEvaluated(check)
		return boolConst(op == xLOr)
	}
	check()
	if x.isConst() && y.isConst() {
		return boolConst(y.i != 0)
	}
	return &expr{op: op, typ: tInt, pos: pos, x: x, y: y}
}

func (c *checker) shift(op exprOp, x, y *expr, pos trace.Pos) *expr {
	if !x.typ.isInteger() || !y.typ.isInteger() {
		c.fail(pos, "a shift of '%s' by '%s'", x.typ, y.typ)
	}
	x, y = promote(x), promote(y)
	if x.isConst() && y.isConst() {
		if v, ok := fold(op, x.i, y.i, x.typ); ok {
			return intConst(v, x.typ)
		}
	}
	return &expr{op: op, typ: x.typ, pos: pos, x: x, y: y}
}

func (c *checker) comparison(op exprOp, x, y *expr, pos trace.Pos) *expr {
	switch {
	case x.typ.isInteger() && y.typ.isInteger():
		x, y = arithmetic(x, y)
	case !x.typ.isScalar() || !y.typ.isScalar():
		c.fail(pos, "a comparison of '%s' and '%s'", x.typ, y.typ)
	default:
		a, b, ok := c.compositePointer(x, y)
		if !ok {
			c.fail(pos, "a comparison of '%s' and '%s' without a cast", x.typ, y.typ)
		}
		x, y = a, b
	}
	if x.isConst() && y.isConst() {
		return boolConst(foldComparison(op, x.i, y.i, x.typ))
	}
	return &expr{op: op, typ: tInt, pos: pos, x: x, y: y}
}

// pointerAdd returns p + sign * i.
func (c *checker) pointerAdd(p, i *expr, sign int64, pos trace.Pos) *expr {
	scale := sign * c.elementSize(p.typ, pos)
	i = cast(i, tLong)
	if p.isConst() && i.isConst() {
		return intConst(p.i+scale*i.i, p.typ)
	}
	return &expr{op: xPtrAdd, typ: p.typ, pos: pos, x: p, y: i, i: scale}
}

func (c *checker) pointerSub(x, y *expr, pos trace.Pos) *expr {
	size := c.elementSize(x.typ, pos)
	if !similar(x.typ.elem, y.typ.elem) {
		c.fail(pos, "a difference of '%s' and '%s'", x.typ, y.typ)
	}
	if size == 0 {
		c.fail(pos, "a difference of pointers to objects without size")
	}
	if x.isConst() && y.isConst() {
		return intConst((x.i-y.i)/size, tLong)
	}
	return &expr{op: xPtrSub, typ: tLong, pos: pos, x: x, y: y, i: size}
}

// conditional checks x ? y : z, and GNU C's x ?: z.
func (c *checker) conditional(n *cc.ConditionalExpression) *expr {
	pos := c.pos(n.Token)
	if n.ExpressionList == nil {
		c.unsupported(pos, "a conditional expression without its middle is not supported")
	}
	x := c.condition(c.operand(n.LogicalOrExpression, pos), pos)
	var y, z *expr
	branch := func(n cc.ExpressionNode, taken bool) (e *expr) {
		check := func() { e = c.rvalue(c.expr(n)) }
		if taken {
			check()
		} else {
			c.notEvaluated(check)
		}
		return e
	}
	y = branch(n.ExpressionList, !x.isConst() || x.i != 0)
	z = branch(n.ConditionalExpression, !x.isConst() || x.i == 0)
	y, z = c.balance(y, z, pos)
	switch {
	case x.isConst() && x.i != 0:
		return y
	case x.isConst():
		return z
	}
	return &expr{op: xCond, typ: y.typ, pos: pos, text: c.text(n), x: x, y: y, z: z}
}

// balance converts the branches of a conditional expression to one type.
func (c *checker) balance(y, z *expr, pos trace.Pos) (a, b *expr) {
	switch {
	case y.typ.isInteger() && z.typ.isInteger():
		return arithmetic(y, z)
	case y.typ.isVoid() || z.typ.isVoid():
		return cast(y, tVoid), cast(z, tVoid)
	case y.typ.isRecord() && z.typ.isRecord() && y.typ.rec == z.typ.rec:
		return y, z
	}
	a, b, ok := c.compositePointer(y, z)
	if !ok {
		c.fail(pos, "the branches of a conditional expression have types '%s' and '%s'", y.typ, z.typ)
	}
	return a, b
}

// assignment checks = and the compound assignments. The access stands at the
// object that is assigned to.
func (c *checker) assignment(n *cc.AssignmentExpression) *expr {
	pos := c.pos(n.Token)
	x := c.expr(n.UnaryExpression)
	c.modifiable(x, pos)
	e := &expr{op: xAssign, typ: x.typ.unqualified(), pos: x.pos, text: c.text(n), x: x}
	y := c.operand(n.AssignmentExpression, pos)
	if n.Case == cc.AssignmentExpressionAssign {
		e.y = c.assignTo(x.typ, y, pos, "assignment")
		return e
	}
	token := n.Token.SrcStr()
	e.op, e.sub = xAssignOp, binaryOps[token[:len(token)-1]]
	if x.typ.kind == kPtr && y.typ.isInteger() && (e.sub == xAdd || e.sub == xSub) {
		e.i = c.elementSize(x.typ, pos)
		if e.sub == xSub {
			e.i = -e.i
		}
		e.sub, e.typ2, e.y = xPtrAdd, e.typ, cast(y, tLong)
		return e
	}
	c.integers(x, y, n.Token)
	if e.sub == xShl || e.sub == xShr {
		e.typ2, e.y = promoted(x.typ.unqualified()), promote(y)
		return e
	}
	e.typ2 = commonType(x.typ.unqualified(), y.typ)
	e.y = cast(y, e.typ2)
	return e
}
