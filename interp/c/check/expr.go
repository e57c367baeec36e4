package check

import (
	"cmp"
	"encoding/binary"

	"fencepost/interp/c/types"
	"fencepost/trace"
	"fencepost/trace/lists"

	"modernc.org/cc/v4"
)

// value checks an expression whose value is used.
func (c *checker) value(n cc.ExpressionNode) *types.Expr {
	e := c.rvalue(c.expr(n))
	if e.Type.IsVoid() {
		c.fail(c.pos(n), "a void value is used")
	}
	return e
}

// expr checks an expression. The result may be an lvalue or a function
// designator: a types.OpFunc or types.OpDeref of function type.
func (c *checker) expr(n cc.ExpressionNode) *types.Expr {
	e := c.expression(n)
	if p, ok := n.(*cc.PrimaryExpression); e.Node == nil || !ok || p.Case != cc.PrimaryExpressionExpr {
		e.Node = n // of what is in brackets, without them
	}
	return e
}

func (c *checker) expression(n cc.ExpressionNode) *types.Expr {
	switch n := n.(type) {
	case *cc.PrimaryExpression:
		return c.primary(n)
	case *cc.PostfixExpression:
		return c.postfix(n)
	case *cc.UnaryExpression:
		return c.unary(n)
	case *cc.CastExpression:
		return c.castExpression(n)
	case *cc.ConditionalExpression:
		return c.conditional(n)
	case *cc.AssignmentExpression:
		return c.assignment(n)
	case *cc.ConstantExpression:
		return c.expr(n.ConditionalExpression)
	case *cc.ExpressionList:
		return c.comma(n)
	}
	x, y, op, _ := binaryParts(n)
	return c.binary(x, y, op)
}

func (c *checker) comma(n *cc.ExpressionList) *types.Expr {
	e := c.discard(c.expr(n.AssignmentExpression))
	for l := n.ExpressionList; l != nil; l = l.ExpressionList {
		y := c.expr(l.AssignmentExpression)
		if l.ExpressionList != nil {
			y = c.discard(y)
		} else {
			y = c.rvalue(y)
		}
		e = &types.Expr{Op: types.OpComma, Type: y.Type, Pos: c.pos(l.Token), X: e, Y: y}
	}
	return e
}

func (c *checker) primary(n *cc.PrimaryExpression) *types.Expr {
	pos := c.pos(n.Token)
	switch n.Case {
	case cc.PrimaryExpressionIdent:
		return c.identifier(n.Token.SrcStr(), pos)
	case cc.PrimaryExpressionInt:
		v, t, err := parseInteger(n.Token.SrcStr())
		c.literalError(pos, err)
		return &types.Expr{Op: types.OpInt, Type: t, Pos: pos, Text: n.Token.SrcStr(), I: types.Canonical(int64(v), t)}
	case cc.PrimaryExpressionFloat:
		e, ok := parseFloat(n.Token.SrcStr())
		if !ok {
			c.fail(pos, "invalid floating constant %s", n.Token.SrcStr())
		}
		e.Pos, e.Text = pos, n.Token.SrcStr()
		return e
	case cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		v, err := parseChar(n.Token.SrcStr())
		c.literalError(pos, err)
		return &types.Expr{Op: types.OpInt, Type: types.Int, Pos: pos, I: v}
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		units, elem, err := parseString(c.p.Literal(n.Token.SrcStr()))
		c.literalError(pos, err)
		return c.stringLiteral(units, elem, pos, c.text(n))
	case cc.PrimaryExpressionStmt:
		return c.statementExpression(n)
	case cc.PrimaryExpressionGeneric:
		return c.expr(c.selected(n.GenericSelection))
	}
	return c.expr(n.ExpressionList)
}

// literalError reports the error of a literal, if there is one.
func (c *checker) literalError(pos trace.Pos, err error) {
	if err != nil {
		c.fail(pos, "%v", err)
	}
}

func (c *checker) identifier(name string, pos trace.Pos) *types.Expr {
	sym := c.scope.lookup(name)
	if sym == nil {
		if c.fn != nil && (name == "__func__" || name == "__FUNCTION__" || name == "__PRETTY_FUNCTION__") {
			return c.functionName(pos)
		}
		c.fail(pos, "'%s' is not declared", name)
	}
	switch sym.kind {
	case symBroken:
		c.blame(sym.why)
	case symTypedef:
		c.fail(pos, "type '%s' is used as an expression", name)
	case symConstant:
		e := types.IntConst(sym.val, sym.typ)
		e.Pos, e.Text = pos, name
		return e
	case symFunction:
		c.useFunction(sym.fn, pos)
		e := &types.Expr{Op: types.OpFunc, Type: sym.fn.Type, Pos: pos, Text: name, Fn: sym.fn}
		c.addressed = append(c.addressed, e)
		return e
	}
	c.useObject(sym.obj, pos)
	return &types.Expr{Op: types.OpObj, Type: sym.obj.Type, Pos: pos, Text: name, Obj: sym.obj}
}

func (c *checker) useObject(o *types.Object, pos trace.Pos) {
	info := c.objInfo[o]
	if info == nil || c.unevaluated > 0 {
		return
	}
	if c.held != nil {
		*c.held = append(*c.held, func() { c.useObject(o, pos) })
		return
	}
	if info.used.Line == 0 {
		info.used = pos
	}
	var by *types.Function
	if c.fn != nil {
		by = c.fn.fn
	}
	if n := len(info.uses); n == 0 || info.uses[n-1].by != by {
		info.uses = append(info.uses, use{by, pos})
	}
}

// functionName returns __func__ of the current function.
func (c *checker) functionName(pos trace.Pos) *types.Expr {
	if c.fn.funcName == nil {
		units := lists.Map([]byte(c.fn.fn.Name), func(b byte) int64 { return int64(int8(b)) })
		c.fn.funcName = c.newLiteral(units, types.Char.Qualified(types.QualConst), pos, "__func__")
	}
	o := c.fn.funcName
	return &types.Expr{Op: types.OpObj, Type: o.Type, Pos: pos, Text: "__func__", Obj: o}
}

// stringLiteral returns the lvalue of a string literal. Equal literals are one object.
func (c *checker) stringLiteral(units []int64, elem *types.Type, pos trace.Pos, text string) *types.Expr {
	key := []byte(elem.Name)
	for _, u := range units {
		key = binary.LittleEndian.AppendUint32(key, uint32(u))
	}
	o := c.literals[string(key)]
	if o == nil {
		o = c.newLiteral(units, elem, pos, text)
		c.literals[string(key)] = o
	}
	return &types.Expr{Op: types.OpObj, Type: o.Type, Pos: pos, Text: text, Obj: o}
}

func (c *checker) newLiteral(units []int64, elem *types.Type, pos trace.Pos, text string) *types.Object {
	o := &types.Object{Name: text, Pos: pos, Type: types.ArrayOf(elem, int64(len(units))+1), Storage: types.Static, Literal: true}
	o.Init = make([]types.InitItem, len(units))
	unqualified := elem.Unqualified()
	for i, u := range units {
		unit := literalUnit{u, unqualified}
		if c.units[unit] == nil {
			c.units[unit] = types.IntConst(u, unqualified)
		}
		o.Init[i] = types.InitItem{Off: int64(i) * elem.Size, Type: unqualified, Val: c.units[unit]}
	}
	c.objects = append(c.objects, o)
	c.objInfo[o] = &objInfo{defined: true}
	return o
}

// selected returns the expression that a generic selection chooses.
func (c *checker) selected(n *cc.GenericSelection) cc.ExpressionNode {
	var t *types.Type
	c.notEvaluated(func() { t = c.rvalue(c.expr(n.AssignmentExpression)).Type })
	var chosen, other cc.ExpressionNode
	for l := n.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		a := l.GenericAssociation
		if a.Case == cc.GenericAssociationDefault {
			if other != nil {
				c.fail(c.pos(a.Token), "more than one default in a generic selection")
			}
			other = a.AssignmentExpression
			continue
		}
		if types.Compatible(c.typeName(a.TypeName), t) {
			if chosen != nil {
				c.fail(c.pos(a.Token), "more than one type of the generic selection matches '%s'", t)
			}
			chosen = a.AssignmentExpression
		}
	}
	if chosen = cmp.Or(chosen, other); chosen == nil {
		c.fail(c.pos(n.Token), "no type of the generic selection matches '%s'", t)
	}
	return chosen
}

func (c *checker) postfix(n *cc.PostfixExpression) *types.Expr {
	var e *types.Expr
	switch n.Case {
	case cc.PostfixExpressionPrimary:
		return c.expr(n.PrimaryExpression)
	case cc.PostfixExpressionCall:
		return c.call(n)
	case cc.PostfixExpressionComplit:
		return c.compoundLiteral(n)
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return c.increment(types.OpPostInc, n.PostfixExpression, n.Token, c.text(n))
	case cc.PostfixExpressionIndex:
		e = c.index(n)
	case cc.PostfixExpressionSelect:
		e = c.selectMember(c.expr(n.PostfixExpression), n)
	case cc.PostfixExpressionPSelect:
		p := c.value(n.PostfixExpression)
		if p.Type.Kind != types.KindPtr || !p.Type.Elem.IsRecord() {
			c.fail(c.pos(n.Token), "'->' on a value of type '%s'", p.Type)
		}
		e = c.selectMember(c.deref(p, c.pos(n.Token)), n)
	}
	e.Text = c.text(n)
	return e
}

// index checks x[i]. The position of the access is the bracket, or x if x is an array and not a
// pointer.
func (c *checker) index(n *cc.PostfixExpression) *types.Expr {
	array := c.expr(n.PostfixExpression)
	pos := c.pos(n.Token)
	if array.Type.Kind == types.KindArray && array.IsLvalue() {
		pos = array.Pos
	}
	p, i := c.rvalue(array), c.value(n.ExpressionList)
	if p.Type.IsInteger() && i.Type.Kind == types.KindPtr {
		p, i = i, p
	}
	if p.Type.Kind != types.KindPtr || !i.Type.IsInteger() {
		c.fail(c.pos(n.Token), "an element of '%s' at '%s': neither array nor pointer", p.Type, i.Type)
	}
	if !p.Type.Elem.IsVariable() {
		c.requireComplete(p.Type.Elem, c.pos(n.Token))
	}
	if i.IsConst() && array.Type.Kind == types.KindArray && array.IsLvalue() && i.I >= 0 && i.I < array.Type.Length {
		return &types.Expr{Op: types.OpMember, Type: array.Type.Elem, Pos: pos, X: array, I: i.I * array.Type.Elem.Size}
	}
	return c.deref(c.pointerAdd(p, i, 1, c.pos(n.Token)), pos)
}

// selectMember checks x.name, or p->name with *p as x.
func (c *checker) selectMember(x *types.Expr, n *cc.PostfixExpression) *types.Expr {
	name, pos := n.Token2.SrcStr(), c.pos(n.Token2)
	if !x.Type.IsRecord() {
		c.fail(c.pos(n.Token), "member '%s' of a value of type '%s', which is no struct or union", name, x.Type)
	}
	c.requireComplete(x.Type, c.pos(n.Token))
	f, ok := findMember(x.Type.Rec, name)
	switch {
	case !ok:
		c.fail(pos, "'%s' has no member '%s'", x.Type, name)
	case x.Type.Atomic:
		c.fail(pos, "member '%s' of the atomic type '%s': read the whole first", name, x.Type)
	}
	if !x.IsLvalue() {
		x = c.temporary(x)
	}
	e := &types.Expr{Op: types.OpMember, Type: f.Type.Qualified(x.Type.Qualifiers()), Pos: pos, X: x, I: f.Off, Align: f.Align}
	if f.Bits > 0 {
		e.Bits, e.Shift, e.Type2 = f.Bits, f.Shift, f.Word.Qualified(e.Type.Qualifiers())
	}
	return e
}

// temporary stores a struct or union value in a new object and returns its lvalue.
func (c *checker) temporary(e *types.Expr) *types.Expr {
	if c.fn == nil {
		c.fail(e.Pos, "the expression is not a constant")
	}
	o := c.newLocal("", e.Pos, e.Type)
	return &types.Expr{Op: types.OpInit, Type: e.Type, Pos: e.Pos, Text: e.Text, Obj: o, Inits: []types.AutoInit{{Type: e.Type, Val: e}}}
}

func (c *checker) compoundLiteral(n *cc.PostfixExpression) *types.Expr {
	t := c.typeName(n.TypeName)
	pos := c.pos(n.Token)
	text := c.text(n)
	if t.Kind == types.KindFunc || t.IsVoid() {
		c.fail(pos, "a compound literal of type '%s'", t)
	}
	list := &cc.Initializer{Case: cc.InitializerInitList, InitializerList: n.InitializerList, Token: n.Token3}
	if c.fn == nil {
		o := c.newStatic(&declarator{name: text, pos: pos, typ: t}, types.Static, nil)
		info := c.objInfo[o]
		info.defined, info.literal, info.used = true, true, pos
		c.staticInit(o, list)
		c.requireObject(o)
		return &types.Expr{Op: types.OpObj, Type: o.Type, Pos: pos, Text: text, Obj: o}
	}
	o := c.newLocal("", pos, t)
	e := &types.Expr{Op: types.OpInit, Pos: pos, Text: text, Obj: o}
	o.Type, e.Inits, e.Zero = c.autoInit(t, list)
	o.Name, e.Type = text, o.Type
	c.requireObject(o)
	return e
}
