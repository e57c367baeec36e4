package check

import (
	"math"

	"fencepost/interp/c/types"
	"fencepost/trace"

	"modernc.org/cc/v4"
)

// binaryOps names the operations of the binary operators.
var binaryOps = map[string]types.Op{
	"+": types.OpAdd, "-": types.OpSub, "*": types.OpMul, "/": types.OpDiv, "%": types.OpMod,
	"&": types.OpAnd, "|": types.OpOr, "^": types.OpXor, "<<": types.OpShl, ">>": types.OpShr,
	"==": types.OpEq, "!=": types.OpNe, "<": types.OpLt, "<=": types.OpLe, ">": types.OpGt, ">=": types.OpGe,
	"&&": types.OpLAnd, "||": types.OpLOr,
}

// binary checks a binary operation. Chains of one operator lean to the left.
func (c *checker) binary(nx, ny cc.ExpressionNode, token cc.Token) *types.Expr {
	op := binaryOps[token.SrcStr()]
	pos := c.pos(token)
	x := c.operand(nx, pos)
	if op == types.OpLAnd || op == types.OpLOr {
		return c.logical(op, x, ny, pos)
	}
	y := c.operand(ny, pos)
	switch {
	case op >= types.OpEq && op <= types.OpGe:
		return c.comparison(op, x, y, pos)
	case op == types.OpShl || op == types.OpShr:
		return c.shift(op, x, y, pos)
	case op == types.OpAdd && x.Type.Kind == types.KindPtr && y.Type.IsInteger():
		return c.pointerAdd(x, y, 1, pos)
	case op == types.OpAdd && y.Type.Kind == types.KindPtr && x.Type.IsInteger():
		return c.pointerAdd(y, x, 1, pos)
	case op == types.OpSub && x.Type.Kind == types.KindPtr && y.Type.IsInteger():
		return c.pointerAdd(x, y, -1, pos)
	case op == types.OpSub && x.Type.Kind == types.KindPtr && y.Type.Kind == types.KindPtr:
		return c.pointerSub(x, y, pos)
	}
	c.numbers(op, x, y, token)
	x, y = arithmetic(x, y)
	return folded(op, x, y, pos)
}

// operand is value with the position of the operator for errors.
func (c *checker) operand(n cc.ExpressionNode, pos trace.Pos) *types.Expr {
	e := c.rvalue(c.expr(n))
	if e.Type.IsVoid() {
		c.fail(pos, "a void value is used")
	}
	return e
}

// numbers checks the operands of an arithmetic operation. Some operations accept only integers.
func (c *checker) numbers(op types.Op, x, y *types.Expr, token cc.Token) {
	ok := (*types.Type).IsInteger
	switch op {
	case types.OpAdd, types.OpSub, types.OpMul, types.OpDiv:
		ok = (*types.Type).IsArithmetic
	}
	if !ok(x.Type) || !ok(y.Type) {
		c.fail(c.pos(token), "'%s' on values of type '%s' and '%s'", token.SrcStr(), x.Type, y.Type)
	}
}

func (c *checker) logical(op types.Op, x *types.Expr, ny cc.ExpressionNode, pos trace.Pos) *types.Expr {
	x = c.condition(x, pos)
	var y *types.Expr
	decided := x.IsConst() && (x.I != 0) == (op == types.OpLOr)
	check := func() { y = c.condition(c.operand(ny, pos), pos) }
	if decided {
		c.notEvaluated(check)
		return boolConst(op == types.OpLOr)
	}
	check()
	if x.IsConst() && y.IsConst() {
		return boolConst(y.I != 0)
	}
	return &types.Expr{Op: op, Type: types.Int, Pos: pos, X: x, Y: y}
}

func (c *checker) shift(op types.Op, x, y *types.Expr, pos trace.Pos) *types.Expr {
	if !x.Type.IsInteger() || !y.Type.IsInteger() {
		c.fail(pos, "a shift of '%s' by '%s'", x.Type, y.Type)
	}
	x, y = promote(x), count(y)
	return folded(op, x, y, pos)
}

func (c *checker) comparison(op types.Op, x, y *types.Expr, pos trace.Pos) *types.Expr {
	switch {
	case x.Type.IsArithmetic() && y.Type.IsArithmetic():
		x, y = arithmetic(x, y)
	case x.Type.IsFloat() || y.Type.IsFloat(), !x.Type.IsScalar() || !y.Type.IsScalar():
		c.fail(pos, "a comparison of '%s' and '%s'", x.Type, y.Type)
	default:
		a, b, ok := c.compositePointer(x, y)
		if !ok {
			c.warn(pos, "a comparison of '%s' and '%s' without a cast", x.Type, y.Type)
			a, b = cast(x, types.VoidPtr), cast(y, types.VoidPtr)
		}
		x, y = a, b
	}
	if holds, ok := compare(op, x, y); ok {
		return boolConst(holds)
	}
	return &types.Expr{Op: op, Type: types.Int, Pos: pos, X: x, Y: y}
}

// count promotes the count of a shift.
func count(y *types.Expr) *types.Expr {
	if y.Type.IsWide() {
		return cast(y, types.ULong) // a larger count is undefined in C
	}
	return promote(y)
}

// pointerAdd returns p + sign * i.
func (c *checker) pointerAdd(p, i *types.Expr, sign int64, pos trace.Pos) *types.Expr {
	i = cast(i, types.Long)
	if t := p.Type.Elem; t.IsVariable() {
		bytes := numeric(types.OpMul, i, cast(c.sizeOf(t, pos), types.Long), pos)
		return &types.Expr{Op: types.OpPtrAdd, Type: p.Type, Pos: pos, X: p, Y: bytes, I: sign}
	}
	scale := sign * c.elementSize(p.Type, pos)
	if p.IsConst() && i.IsConst() {
		return types.IntConst(p.I+scale*i.I, p.Type)
	}
	return &types.Expr{Op: types.OpPtrAdd, Type: p.Type, Pos: pos, X: p, Y: i, I: scale}
}

func (c *checker) pointerSub(x, y *types.Expr, pos trace.Pos) *types.Expr {
	size := c.elementSize(x.Type, pos)
	if !similar(x.Type.Elem, y.Type.Elem) {
		c.fail(pos, "a difference of '%s' and '%s'", x.Type, y.Type)
	}
	if size == 0 {
		c.fail(pos, "a difference of pointers to objects without size")
	}
	if x.IsConst() && y.IsConst() {
		return types.IntConst((x.I-y.I)/size, types.Long)
	}
	return &types.Expr{Op: types.OpPtrSub, Type: types.Long, Pos: pos, X: x, Y: y, I: size}
}

// conditional checks x ? y : z, and GNU C's x ?: z.
func (c *checker) conditional(n *cc.ConditionalExpression) *types.Expr {
	pos := c.pos(n.Token)
	if n.ExpressionList == nil {
		return c.shortConditional(n, pos)
	}
	x := c.condition(c.operand(n.LogicalOrExpression, pos), pos)
	var y, z *types.Expr
	branch := func(n cc.ExpressionNode, taken bool) (e *types.Expr) {
		check := func() { e = c.rvalue(c.expr(n)) }
		if taken {
			check()
		} else {
			c.notEvaluated(check)
		}
		return e
	}
	y = branch(n.ExpressionList, !x.IsConst() || x.I != 0)
	z = branch(n.ConditionalExpression, !x.IsConst() || x.I == 0)
	y, z = c.balance(y, z, pos)
	switch {
	case x.IsConst() && x.I != 0:
		return y
	case x.IsConst():
		return z
	}
	return &types.Expr{Op: types.OpCond, Type: y.Type, Pos: pos, Text: c.text(n), X: x, Y: y, Z: z}
}

// shortConditional checks GNU C's x ?: z, which evaluates x once.
func (c *checker) shortConditional(n *cc.ConditionalExpression, pos trace.Pos) *types.Expr {
	x := c.operand(n.LogicalOrExpression, pos)
	c.condition(x, pos)
	z := c.rvalue(c.expr(n.ConditionalExpression))
	if x.IsConst() {
		holds := c.condition(x, pos)
		x, z = c.balance(x, z, pos)
		if holds.I != 0 {
			return x
		}
		return z
	}
	if c.fn == nil {
		c.fail(pos, "a conditional expression without its middle is not constant")
	}
	kept, declared := c.keep(x)
	y, z := c.balance(kept(), z, pos)
	e := &types.Expr{Op: types.OpCond, Type: y.Type, Pos: pos, Text: c.text(n), X: c.condition(kept(), pos), Y: y, Z: z}
	return inBlock([]*types.Stmt{declared}, e)
}

// keep makes a local variable with the value of x, so that an expression can use it several times.
// value reads it, and declared sets its value.
func (c *checker) keep(x *types.Expr) (value func() *types.Expr, declared *types.Stmt) {
	obj := c.newLocal("", x.Pos, x.Type.Unqualified())
	declared = &types.Stmt{Op: types.StmtDecl, Pos: x.Pos, Obj: obj, Inits: []types.AutoInit{{Type: obj.Type, Val: x}}}
	return func() *types.Expr {
		lv := &types.Expr{Op: types.OpObj, Type: obj.Type, Pos: x.Pos, Text: x.Text, Obj: obj}
		return &types.Expr{Op: types.OpRead, Type: obj.Type, Pos: x.Pos, Text: x.Text, X: lv}
	}, declared
}

// inBlock returns the statement expression ({ list e; }) of GNU C.
func inBlock(list []*types.Stmt, e *types.Expr) *types.Expr {
	block := &types.Stmt{Op: types.StmtBlock, Pos: e.Pos, List: list, Value: e}
	return &types.Expr{Op: types.OpStmt, Type: e.Type, Pos: e.Pos, Text: e.Text, Body: block}
}

// balance converts the branches of a conditional expression to one type.
func (c *checker) balance(y, z *types.Expr, pos trace.Pos) (a, b *types.Expr) {
	switch {
	case y.Type.IsArithmetic() && z.Type.IsArithmetic():
		return arithmetic(y, z)
	case y.Type.IsVoid() || z.Type.IsVoid():
		return cast(y, types.Void), cast(z, types.Void)
	case y.Type.IsRecord() && z.Type.IsRecord() && types.SameRecord(y.Type.Rec, z.Type.Rec):
		return y, z
	}
	a, b, ok := c.compositePointer(y, z)
	switch {
	case ok:
		return a, b
	case !y.Type.IsScalar() || !z.Type.IsScalar() || y.Type.IsFloat() || z.Type.IsFloat():
		c.fail(pos, "the branches of a conditional expression have types '%s' and '%s'", y.Type, z.Type)
	}
	c.warn(pos, "the branches of a conditional expression have types '%s' and '%s'", y.Type, z.Type)
	t := types.VoidPtr
	if y.Type.Kind != types.KindPtr || z.Type.Kind != types.KindPtr {
		t = y.Type
		if t.Kind != types.KindPtr {
			t = z.Type
		}
	}
	return cast(y, t), cast(z, t)
}

// assignment checks = and the compound assignments. The position of the access is the assigned
// object.
func (c *checker) assignment(n *cc.AssignmentExpression) *types.Expr {
	pos := c.pos(n.Token)
	x := c.expr(n.UnaryExpression)
	c.modifiable(x, pos)
	e := &types.Expr{Op: types.OpAssign, Type: x.Type.Unqualified(), Pos: x.Pos, Text: c.text(n), X: x}
	y := c.operand(n.AssignmentExpression, pos)
	if x.Bits > 0 {
		return c.assignBits(e, x, y, n)
	}
	if n.Case == cc.AssignmentExpressionAssign {
		e.Y = c.assignTo(x.Type, y, pos, "assignment")
		return e
	}
	token := n.Token.SrcStr()
	e.Op, e.Sub = types.OpAssignOp, binaryOps[token[:len(token)-1]]
	if x.Type.Kind == types.KindPtr && y.Type.IsInteger() && (e.Sub == types.OpAdd || e.Sub == types.OpSub) {
		e.I = c.elementSize(x.Type, pos)
		if e.Sub == types.OpSub {
			e.I = -e.I
		}
		e.Sub, e.Type2, e.Y = types.OpPtrAdd, e.Type, cast(y, types.Long)
		return e
	}
	c.numbers(e.Sub, x, y, n.Token)
	if x.Type.IsFloat() || y.Type.IsFloat() {
		return c.floatUpdate(e, x, y, false)
	}
	if e.Sub == types.OpShl || e.Sub == types.OpShr {
		e.Type2, e.Y = promoted(x.Type.Unqualified()), count(y)
		return e
	}
	e.Type2 = commonType(x.Type.Unqualified(), y.Type)
	e.Y = cast(y, e.Type2)
	return e
}

func (c *checker) unary(n *cc.UnaryExpression) *types.Expr {
	pos := c.pos(n.Token)
	switch n.Case {
	case cc.UnaryExpressionPostfix:
		return c.expr(n.PostfixExpression)
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return c.increment(types.OpPreInc, n.UnaryExpression, n.Token, c.text(n))
	case cc.UnaryExpressionAddrof:
		return c.addressExpression(n)
	case cc.UnaryExpressionDeref:
		p := c.value(n.CastExpression)
		if p.Type.Kind != types.KindPtr {
			c.fail(pos, "'*' on a value of type '%s', which is no pointer", p.Type)
		}
		e := c.deref(p, pos)
		e.Text = c.text(n)
		return e
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		return c.arithmeticUnary(n)
	case cc.UnaryExpressionNot:
		x := c.condition(c.value(n.CastExpression), pos)
		if x.IsConst() {
			return boolConst(x.I == 0)
		}
		return &types.Expr{Op: types.OpNot, Type: types.Int, Pos: pos, Text: c.text(n), X: x}
	case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionAlignofExpr:
		var x *types.Expr
		c.notEvaluated(func() { x = c.expr(n.UnaryExpression) })
		if n.Case == cc.UnaryExpressionAlignofExpr {
			return c.alignof(x, pos)
		}
		return c.measure(x.Type, true, pos)
	case cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofType:
		return c.measure(c.typeName(n.TypeName), n.Case == cc.UnaryExpressionSizeofType, pos)
	case cc.UnaryExpressionLabelAddr:
		return c.labelAddress(n.Token2.SrcStr(), pos)
	}
	c.unsupported(pos, "complex numbers are not supported")
	return nil
}

// alignof returns the declared alignment of the object or member that x designates.
func (c *checker) alignof(x *types.Expr, pos trace.Pos) *types.Expr {
	e := c.measure(x.Type, false, pos)
	switch {
	case x.Op == types.OpMember && x.Align > 0:
		e.I = x.Align
	case x.Op == types.OpObj:
		e.I = max(e.I, x.Obj.Align)
	}
	return e
}

// measure returns the size or alignment of a type.
func (c *checker) measure(t *types.Type, size bool, pos trace.Pos) *types.Expr {
	if t.IsVariable() {
		if size {
			return c.sizeOf(t, pos)
		}
		return c.measure(t.Elem, false, pos)
	}
	c.requireComplete(t, pos)
	n := t.Align
	if size {
		n = t.Size
	}
	e := types.IntConst(n, types.ULong)
	e.Pos = pos
	return e
}

func (c *checker) addressExpression(n *cc.UnaryExpression) *types.Expr {
	x := c.expr(n.CastExpression)
	pos := c.pos(n.Token)
	if x.Type.Kind != types.KindFunc && !x.IsLvalue() {
		c.fail(pos, "the address of a value that is no object")
	}
	if x.Bits > 0 {
		c.fail(pos, "the address of a bit-field")
	}
	e := c.addressOf(x)
	if e.Op == types.OpAddr || e.Op == types.OpFunc {
		e.Pos, e.Text = pos, c.text(n)
	}
	return e
}

func (c *checker) arithmeticUnary(n *cc.UnaryExpression) *types.Expr {
	pos := c.pos(n.Token)
	x := c.value(n.CastExpression)
	if !x.Type.IsInteger() && (!x.Type.IsFloat() || n.Case == cc.UnaryExpressionCpl) {
		c.fail(pos, "'%s' on a value of type '%s'", n.Token.SrcStr(), x.Type)
	}
	x = promote(x)
	if x.Type.IsFloat() && n.Case == cc.UnaryExpressionMinus {
		return negative(x, pos)
	}
	op := map[cc.UnaryExpressionCase]types.Op{cc.UnaryExpressionMinus: types.OpNeg, cc.UnaryExpressionCpl: types.OpCom}[n.Case]
	switch {
	case op == types.OpBad:
		return x
	case x.IsConst() && op == types.OpNeg && !(x.Type.IsWide() && x.I == math.MinInt64):
		return types.IntConst(-x.I, x.Type)
	case x.IsConst() && op == types.OpCom:
		return types.IntConst(^x.I, x.Type)
	}
	return &types.Expr{Op: op, Type: x.Type, Pos: pos, X: x}
}

// modifiable checks that an lvalue may be assigned to.
func (c *checker) modifiable(e *types.Expr, pos trace.Pos) {
	switch {
	case !e.IsLvalue():
		c.fail(pos, "the value that is assigned to is no object")
	case e.Type.Kind == types.KindArray:
		c.fail(pos, "an array is assigned to")
	case e.Type.HasConst():
		c.fail(pos, "'%s' is const and is assigned to", e.Text)
	}
	c.loadable(e.Type, pos)
}

// increment checks ++ and --, before and after.
func (c *checker) increment(op types.Op, n cc.ExpressionNode, token cc.Token, text string) *types.Expr {
	x := c.expr(n)
	pos := c.pos(token)
	c.modifiable(x, pos)
	step := int64(1)
	switch {
	case x.Type.Kind == types.KindPtr:
		step = c.elementSize(x.Type, pos)
	case !x.Type.IsArithmetic():
		c.fail(pos, "'%s' on a value of type '%s'", token.SrcStr(), x.Type)
	}
	if token.SrcStr() == "--" {
		step = -step
	}
	if x.Bits > 0 {
		e := &types.Expr{Type: x.Type.Unqualified(), Pos: x.Pos, Text: text}
		return c.updateBits(e, x, true, op == types.OpPostInc, func(old *types.Expr) *types.Expr {
			return numeric(types.OpAdd, old, types.IntConst(step, types.Int), pos)
		})
	}
	if x.Type.IsFloat() {
		e := &types.Expr{Sub: types.OpAdd, Type: x.Type.Unqualified(), Pos: x.Pos, Text: text}
		return c.floatUpdate(e, x, types.FloatConst(float64(step), x.Type.Unqualified()), op == types.OpPostInc)
	}
	return &types.Expr{Op: op, Type: x.Type.Unqualified(), Pos: x.Pos, Text: text, X: x, I: step}
}

// elementSize returns the size of the target of a pointer. It is 1 for void, as in GNU C.
func (c *checker) elementSize(p *types.Type, pos trace.Pos) int64 {
	if p.Elem.IsVoid() {
		return 1
	}
	if p.Elem.Kind == types.KindFunc {
		c.fail(pos, "arithmetic on a pointer to a function")
	}
	c.requireComplete(p.Elem, pos)
	return p.Elem.Size
}

func (c *checker) castExpression(n *cc.CastExpression) *types.Expr {
	t := c.typeName(n.TypeName).Unqualified()
	pos := c.pos(n.Token)
	x := c.expr(n.CastExpression)
	if t.IsVoid() {
		return cast(c.discard(x), types.Void)
	}
	x = c.rvalue(x)
	switch {
	case t.IsRecord() && x.Type.IsRecord() && types.SameRecord(t.Rec, x.Type.Rec):
	case x.Type.IsVoid():
		c.fail(pos, "a void value is converted to '%s'", t)
	case !t.IsScalar() || !x.Type.IsScalar(), t.IsFloat() && !x.Type.IsArithmetic(), x.Type.IsFloat() && !t.IsArithmetic():
		c.fail(pos, "'%s' cannot be converted to '%s'", x.Type, t)
	}
	return cast(x, t)
}
