package cat

import "slices"

// expr reads an expression, without the parentheses of a tuple.
func (p *parser) expr() *expr {
	p.enter()
	defer p.leave()
	e := &expr{pos: p.tok().pos}
	switch {
	case p.accept("let"):
		e.kind = letExpr
		e.binds, e.rec = p.binds()
		p.expect("in")
		e.args = []*expr{p.expr()}
	case p.accept("fun"):
		e.kind, e.pattern = funExpr, p.parameters()
		p.expect("->")
		e.args = []*expr{p.expr()}
	case p.accept("try"):
		e.kind = tryExpr
		e.args = append(e.args, p.expr())
		p.expect("with")
		e.args = append(e.args, p.expr())
	case p.accept("if"):
		e.kind, e.cond = ifExpr, p.cond()
		p.expect("then")
		e.args = append(e.args, p.expr())
		p.expect("else")
		e.args = append(e.args, p.expr())
	case p.accept("match"):
		p.match(e)
	default:
		return p.infix(0)
	}
	return e
}

// match reads the two cases of a match on a set, in either order.
func (p *parser) match(e *expr) {
	e.kind, e.args = matchExpr, []*expr{p.expr(), nil, nil}
	p.expect("with")
	p.accept("||")
	for n := range 2 {
		if n > 0 {
			p.expect("||")
		}
		which := 1
		switch {
		case p.accept("{"):
			p.expect("}")
		case p.tok().kind == tagToken:
			failf(p.tok().pos, "match on tags is not supported")
		default:
			which = 2
			head := p.pattern()
			p.expect("++")
			e.pattern = []string{head, p.pattern()}
		}
		if e.args[which] != nil {
			failf(p.tok().pos, "two cases of one form")
		}
		p.expect("->")
		e.args[which] = p.expr()
	}
	p.expect("end")
}

// levels are the infix operators from weakest to strongest. The difference
// groups to the left, all others to the right.
var levels = []string{"|", "++", ";", "\\", "&"}

func (p *parser) infix(level int) *expr {
	p.enter()
	defer p.leave()
	if level == len(levels) {
		return p.product()
	}
	op := levels[level]
	e := p.infix(level + 1)
	for p.is(op) {
		pos := p.next().pos
		right := level
		if op == "\\" {
			right++
		}
		e = &expr{kind: infixExpr, pos: pos, name: op, args: []*expr{e, p.infix(right)}}
	}
	return e
}

// product reads an operand of &: * as product, postfix operators, complement. A star before
// the start of an operand is a product.
func (p *parser) product() *expr {
	e := p.unary()
	for p.is("*") {
		pos := p.next().pos
		e = &expr{kind: infixExpr, pos: pos, name: "*", args: []*expr{e, p.unary()}}
	}
	return e
}

func (p *parser) unary() *expr {
	p.enter()
	defer p.leave()
	if t := p.tok(); p.accept("~") {
		return &expr{kind: prefixExpr, pos: t.pos, name: "~", args: []*expr{p.unary()}}
	}
	e := p.application()
	for {
		t := p.tok()
		switch {
		case p.is("+"), p.is("?"), p.is("*") && !startsOperand(p.toks[1]):
			p.next()
			e = &expr{kind: postfixExpr, pos: t.pos, name: t.text, args: []*expr{e}}
		case p.is("^"):
			p.next()
			p.expect("-1")
			e = &expr{kind: postfixExpr, pos: t.pos, name: "^-1", args: []*expr{e}}
		default:
			return e
		}
	}
}

func startsOperand(t token) bool { return t.kind == symbolToken && t.text == "~" || startsSimple(t) }

// startsSimple reports whether t starts a simple expression.
func startsSimple(t token) bool {
	switch t.kind {
	case nameToken, tagToken:
		return true
	case keywordToken:
		return t.text == "begin"
	case symbolToken:
		return slices.Contains([]string{"(", "{", "[", "_", "0"}, t.text)
	}
	return false
}

// application reads a simple expression, or a name and its arguments.
func (p *parser) application() *expr {
	e := p.simple()
	if e.kind != nameExpr {
		return e
	}
	for startsSimple(p.tok()) {
		e = &expr{kind: applyExpr, pos: e.pos, args: []*expr{e, p.simple()}}
	}
	return e
}

func (p *parser) simple() *expr {
	t := p.tok()
	e := &expr{pos: t.pos, name: t.text}
	switch {
	case t.kind == nameToken:
		e.kind = nameExpr
		p.next()
	case t.kind == tagToken:
		e.kind = tagExpr
		p.next()
	case p.accept("0"):
		e.kind = emptyExpr
	case p.accept("_"):
		e.kind = universeExpr
	case p.accept("("):
		e = p.tuple()
		p.expect(")")
	case p.accept("begin"):
		e = p.expr()
		p.expect("end")
	case p.accept("["):
		e.kind, e.args = identityExpr, []*expr{p.expr()}
		p.expect("]")
	case p.accept("{"):
		e.kind = setExpr
		for !p.is("}") {
			e.args = append(e.args, p.expr())
			if !p.accept(",") {
				break
			}
		}
		p.expect("}")
	default:
		failf(t.pos, "unexpected %s, expected an expression", t)
	}
	return e
}

// tuple reads a parenthesised expression or tuple.
func (p *parser) tuple() *expr {
	e := &expr{kind: tupleExpr, pos: p.tok().pos}
	if p.is(")") {
		return e
	}
	first := p.expr()
	if !p.is(",") {
		return first
	}
	e.args = []*expr{first}
	for p.accept(",") {
		e.args = append(e.args, p.expr())
	}
	return e
}

// cond reads the condition of an expression.
func (p *parser) cond() *cond {
	if p.tok().kind == stringToken || p.is("not") || p.is("variant") {
		return p.variants()
	}
	c := &cond{pos: p.tok().pos, exprs: []*expr{p.expr()}}
	switch {
	case p.accept("="):
		c.kind = equalCond
	case p.accept("subset"):
		c.kind = subsetCond
	default:
		failf(p.tok().pos, "unexpected %s, expected = or subset", p.tok())
	}
	c.exprs = append(c.exprs, p.expr())
	return c
}
