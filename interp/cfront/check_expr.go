package cfront

import (
	"encoding/binary"

	"fencepost/trace"

	"modernc.org/cc/v4"
)

// value checks an expression whose value is used.
func (c *checker) value(n cc.ExpressionNode) *expr {
	e := c.rvalue(c.expr(n))
	if e.typ.isVoid() {
		c.fail(c.pos(n), "a void value is used")
	}
	return e
}

// expr checks an expression. The result may be an lvalue or a function
// designator: an xFunc or xDeref of function type.
func (c *checker) expr(n cc.ExpressionNode) *expr {
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

func (c *checker) comma(n *cc.ExpressionList) *expr {
	e := c.discard(c.expr(n.AssignmentExpression))
	for l := n.ExpressionList; l != nil; l = l.ExpressionList {
		y := c.expr(l.AssignmentExpression)
		if l.ExpressionList != nil {
			y = c.discard(y)
		} else {
			y = c.rvalue(y)
		}
		e = &expr{op: xComma, typ: y.typ, pos: c.pos(l.Token), x: e, y: y}
	}
	return e
}

func (c *checker) primary(n *cc.PrimaryExpression) *expr {
	pos := c.pos(n.Token)
	switch n.Case {
	case cc.PrimaryExpressionIdent:
		return c.identifier(n.Token.SrcStr(), pos)
	case cc.PrimaryExpressionInt:
		v, t, err := parseInteger(n.Token.SrcStr())
		c.literalError(pos, err)
		return &expr{op: xInt, typ: t, pos: pos, text: n.Token.SrcStr(), i: canonical(int64(v), t)}
	case cc.PrimaryExpressionFloat:
		c.literalError(pos, errFloating)
	case cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		v, err := parseChar(n.Token.SrcStr())
		c.literalError(pos, err)
		return &expr{op: xInt, typ: tInt, pos: pos, i: v}
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		units, elem, err := parseString(n.Token.SrcStr())
		c.literalError(pos, err)
		return c.stringLiteral(units, elem, pos, c.text(n))
	case cc.PrimaryExpressionStmt:
		return c.statementExpression(n)
	case cc.PrimaryExpressionGeneric:
		return c.genericSelection(n.GenericSelection)
	}
	return c.expr(n.ExpressionList)
}

// literalError reports what is wrong with a literal, if anything.
func (c *checker) literalError(pos trace.Pos, err error) {
	if err == errFloating {
		c.unsupported(pos, "%v", err)
	}
	if err != nil {
		c.fail(pos, "%v", err)
	}
}

func (c *checker) identifier(name string, pos trace.Pos) *expr {
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
		e := intConst(sym.val, sym.typ)
		e.pos, e.text = pos, name
		return e
	case symFunction:
		c.useFunction(sym.fn, pos)
		e := &expr{op: xFunc, typ: sym.fn.typ, pos: pos, text: name, fn: sym.fn}
		c.addressed = append(c.addressed, e)
		return e
	}
	c.useObject(sym.obj, pos)
	return &expr{op: xObj, typ: sym.obj.typ, pos: pos, text: name, obj: sym.obj}
}

func (c *checker) useObject(o *object, pos trace.Pos) {
	if info := c.objInfo[o]; info != nil && info.used.Line == 0 && c.unevaluated == 0 {
		info.used = pos
	}
}

// functionName returns __func__ of the current function.
func (c *checker) functionName(pos trace.Pos) *expr {
	if c.fn.funcName == nil {
		units := make([]int64, 0, len(c.fn.fn.name))
		for _, b := range []byte(c.fn.fn.name) {
			units = append(units, int64(int8(b)))
		}
		c.fn.funcName = c.newLiteral(units, tChar.qualified(qConst), pos, "__func__")
	}
	o := c.fn.funcName
	return &expr{op: xObj, typ: o.typ, pos: pos, text: "__func__", obj: o}
}

// stringLiteral returns the lvalue of a string literal. Equal literals are one
// object.
func (c *checker) stringLiteral(units []int64, elem *ctype, pos trace.Pos, text string) *expr {
	key := []byte(elem.name)
	for _, u := range units {
		key = binary.LittleEndian.AppendUint32(key, uint32(u))
	}
	o := c.literals[string(key)]
	if o == nil {
		o = c.newLiteral(units, elem, pos, text)
		c.literals[string(key)] = o
	}
	return &expr{op: xObj, typ: o.typ, pos: pos, text: text, obj: o}
}

func (c *checker) newLiteral(units []int64, elem *ctype, pos trace.Pos, text string) *object {
	o := &object{name: text, pos: pos, typ: arrayOf(elem, int64(len(units))+1), storage: static, literal: true}
	for i, u := range units {
		o.init = append(o.init, initItem{off: int64(i) * elem.size, typ: elem.unqualified(), val: intConst(u, elem.unqualified())})
	}
	c.objects = append(c.objects, o)
	c.objInfo[o] = &objInfo{defined: true}
	return o
}

func (c *checker) genericSelection(n *cc.GenericSelection) *expr {
	var t *ctype
	c.notEvaluated(func() { t = c.rvalue(c.expr(n.AssignmentExpression)).typ })
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
		if compatible(c.typeName(a.TypeName), t) {
			if chosen != nil {
				c.fail(c.pos(a.Token), "more than one type of the generic selection matches '%s'", t)
			}
			chosen = a.AssignmentExpression
		}
	}
	if chosen == nil {
		chosen = other
	}
	if chosen == nil {
		c.fail(c.pos(n.Token), "no type of the generic selection matches '%s'", t)
	}
	return c.expr(chosen)
}

func (c *checker) postfix(n *cc.PostfixExpression) *expr {
	var e *expr
	switch n.Case {
	case cc.PostfixExpressionPrimary:
		return c.expr(n.PrimaryExpression)
	case cc.PostfixExpressionCall:
		return c.call(n)
	case cc.PostfixExpressionComplit:
		return c.compoundLiteral(n)
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return c.increment(xPostInc, n.PostfixExpression, n.Token, c.text(n))
	case cc.PostfixExpressionIndex:
		e = c.index(n)
	case cc.PostfixExpressionSelect:
		e = c.selectMember(c.expr(n.PostfixExpression), n)
	case cc.PostfixExpressionPSelect:
		p := c.value(n.PostfixExpression)
		if p.typ.kind != kPtr || !p.typ.elem.isRecord() {
			c.fail(c.pos(n.Token), "'->' on a value of type '%s'", p.typ)
		}
		e = c.selectMember(c.deref(p, c.pos(n.Token)), n)
	}
	e.text = c.text(n)
	return e
}

// index checks x[i]. The access stands at the bracket, or at x if that is an
// array itself rather than a pointer to be read.
func (c *checker) index(n *cc.PostfixExpression) *expr {
	array := c.expr(n.PostfixExpression)
	pos := c.pos(n.Token)
	if array.typ.kind == kArray && array.isLvalue() {
		pos = array.pos
	}
	p, i := c.rvalue(array), c.value(n.ExpressionList)
	if p.typ.isInteger() && i.typ.kind == kPtr {
		p, i = i, p
	}
	if p.typ.kind != kPtr || !i.typ.isInteger() {
		c.fail(c.pos(n.Token), "an element of '%s' at '%s': neither array nor pointer", p.typ, i.typ)
	}
	c.requireComplete(p.typ.elem, c.pos(n.Token))
	if i.isConst() && array.typ.kind == kArray && array.isLvalue() && i.i >= 0 && i.i < array.typ.length {
		return &expr{op: xMember, typ: array.typ.elem, pos: pos, x: array, i: i.i * array.typ.elem.size}
	}
	return c.deref(c.pointerAdd(p, i, 1, c.pos(n.Token)), pos)
}

// selectMember checks x.name and p->name, x being *p then.
func (c *checker) selectMember(x *expr, n *cc.PostfixExpression) *expr {
	name, pos := n.Token2.SrcStr(), c.pos(n.Token2)
	if !x.typ.isRecord() {
		c.fail(c.pos(n.Token), "member '%s' of a value of type '%s', which is no struct or union", name, x.typ)
	}
	c.requireComplete(x.typ, c.pos(n.Token))
	f, ok := findMember(x.typ.rec, name)
	switch {
	case !ok:
		c.fail(pos, "'%s' has no member '%s'", x.typ, name)
	case x.typ.atomic:
		c.fail(pos, "member '%s' of the atomic type '%s': read the whole first", name, x.typ)
	}
	if !x.isLvalue() {
		x = c.temporary(x)
	}
	return &expr{op: xMember, typ: f.typ.qualified(x.typ.qualifiers()), pos: pos, x: x, i: f.off}
}

// temporary gives a struct or union value a place.
func (c *checker) temporary(e *expr) *expr {
	if c.fn == nil {
		c.fail(e.pos, "the expression is not a constant")
	}
	o := c.newLocal("", e.pos, e.typ)
	return &expr{op: xInit, typ: e.typ, pos: e.pos, text: e.text, obj: o, inits: []autoInit{{typ: e.typ, val: e}}}
}

func (c *checker) compoundLiteral(n *cc.PostfixExpression) *expr {
	t := c.typeName(n.TypeName)
	pos := c.pos(n.Token)
	text := c.text(n)
	if t.kind == kFunc || t.isVoid() {
		c.fail(pos, "a compound literal of type '%s'", t)
	}
	list := &cc.Initializer{Case: cc.InitializerInitList, InitializerList: n.InitializerList, Token: n.Token3}
	if c.fn == nil {
		o := c.newStatic(&declarator{name: text, pos: pos, typ: t}, static, nil)
		info := c.objInfo[o]
		info.defined, info.literal, info.used = true, true, pos
		c.staticInit(o, list)
		c.requireObject(o)
		return &expr{op: xObj, typ: o.typ, pos: pos, text: text, obj: o}
	}
	o := c.newLocal("", pos, t)
	e := &expr{op: xInit, pos: pos, text: text, obj: o}
	o.typ, e.inits, e.zero = c.autoInit(t, list)
	o.name, e.typ = text, o.typ
	c.requireObject(o)
	return e
}
