package cat

// A parser reads the grammar of cat by recursive descent.
type parser struct {
	toks  []token
	depth int
}

// maxDepth bounds the nesting of expressions and statements.
const maxDepth = 2000

// parse returns the statements of a text.
func parse(file, src string) []stmt {
	p := &parser{toks: tokens(file, src)}
	p.header()
	list := p.statements()
	if t := p.tok(); t.kind != eofToken {
		failf(t.pos, "unexpected %s", t)
	}
	return list
}

func (p *parser) tok() token { return p.toks[0] }

func (p *parser) next() token {
	t := p.toks[0]
	if t.kind != eofToken {
		p.toks = p.toks[1:]
	}
	return t
}

// is reports whether the current token is a keyword or symbol.
func (p *parser) is(text string) bool {
	t := p.tok()
	return t.text == text && (t.kind == keywordToken || t.kind == symbolToken)
}

// accept skips the keyword or symbol if it comes next.
func (p *parser) accept(text string) bool {
	ok := p.is(text)
	if ok {
		p.next()
	}
	return ok
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		failf(p.tok().pos, "unexpected %s, expected %s", p.tok(), text)
	}
}

func (p *parser) ident() string { return p.text(nameToken, "a name") }
func (p *parser) str() string   { return p.text(stringToken, "a string") }

func (p *parser) text(kind tokenKind, what string) string {
	if p.tok().kind != kind {
		failf(p.tok().pos, "unexpected %s, expected %s", p.tok(), what)
	}
	return p.next().text
}

// enter and leave bound the depth of recursion.
func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		failf(p.tok().pos, "too deeply nested")
	}
}

func (p *parser) leave() { p.depth-- }

// header skips the architecture and the title.
func (p *parser) header() {
	switch p.tok().kind {
	case nameToken:
		p.next()
		if k := p.tok().kind; k == nameToken || k == stringToken {
			p.next()
		}
	case stringToken:
		p.next()
	}
	p.accept("catdep")
}

func (p *parser) statements() (list []stmt) {
	p.enter()
	defer p.leave()
	for {
		s, ok := p.statement()
		if !ok {
			return list
		}
		if s != nil {
			list = append(list, *s)
		}
	}
}

// statement reads a statement; ok is false if none starts here. Statements that only affect
// herd's display are skipped.
func (p *parser) statement() (s *stmt, ok bool) {
	t := p.tok()
	s = &stmt{pos: t.pos}
	if t.kind == symbolToken && t.text == "~" {
		p.test(s)
		return s, true
	}
	if t.kind != keywordToken {
		return nil, false
	}
	switch t.text {
	case "let":
		p.next()
		s.kind = letStmt
		s.binds, s.rec = p.binds()
		if p.is("when") {
			failf(p.tok().pos, "when is not supported")
		}
		p.accept("in")
	case "undefined_unless", "flag", "assert", "acyclic", "irreflexive", "empty":
		p.test(s)
	case "show", "unshow":
		p.next()
		p.expr()
		for p.accept(",") {
			p.expr()
		}
		if p.accept("as") {
			p.ident()
		}
		return nil, true
	case "debug":
		p.next()
		p.expr()
		return nil, true
	case "include":
		p.next()
		s.kind, s.pos = includeStmt, p.tok().pos
		s.name = p.str()
	case "procedure":
		p.next()
		s.kind = procedureStmt
		if p.is("rec") {
			failf(p.tok().pos, "recursive procedures are not supported")
		}
		s.name, s.pattern = p.ident(), p.parameters()
		p.expect("=")
		s.body = p.statements()
		p.expect("end")
	case "call":
		p.next()
		s.kind = callStmt
		s.name, s.value = p.ident(), p.simple()
		if p.accept("as") {
			p.ident()
		}
	case "with":
		p.next()
		s.kind, s.name = withStmt, p.ident()
		p.expect("from")
		s.value = p.expr()
	case "if":
		p.next()
		s.kind = ifStmt
		s.cond = p.variants()
		s.body = p.statements()
		if p.accept("else") {
			s.alt = p.statements()
		}
		p.expect("end")
	case "forall":
		p.next()
		s.kind, s.name = forallStmt, p.ident()
		p.expect("in")
		s.value = p.expr()
		p.expect("do")
		s.body = p.statements()
		p.expect("end")
	case "match", "enum", "instructions", "default":
		failf(t.pos, "%s is not supported", t.text)
	default:
		return nil, false
	}
	return s, true
}

// test reads [undefined_unless | flag | assert] [~] (acyclic | ...) exp [as name].
func (p *parser) test(s *stmt) {
	s.kind = testStmt
	switch {
	case p.accept("undefined_unless"):
		s.test.flag, s.test.undef = true, true
	case p.accept("flag"):
		s.test.flag = true
	default:
		p.accept("assert")
	}
	s.test.negated = p.accept("~")
	switch {
	case p.accept("acyclic"):
		s.test.kind = acyclic
	case p.accept("irreflexive"):
		s.test.kind = irreflexive
	case p.accept("empty"):
		s.test.kind = empty
	default:
		failf(p.tok().pos, "unexpected %s, expected acyclic, irreflexive or empty", p.tok())
	}
	s.value = p.expr()
	if p.accept("as") {
		s.name = p.ident()
	}
}

// binds reads the equations of a let.
func (p *parser) binds() (list []bind, rec bool) {
	rec = p.accept("rec")
	for {
		b := bind{pos: p.tok().pos}
		var f *expr
		if p.is("(") {
			b.pattern = p.parameters()
		} else if b.pattern = []string{p.pattern()}; p.is(",") {
			for p.accept(",") {
				b.pattern = append(b.pattern, p.pattern())
			}
		} else if !p.is("=") {
			f = &expr{kind: funExpr, pos: b.pos, name: b.pattern[0], pattern: p.parameters()}
		}
		p.expect("=")
		if b.value = p.expr(); f != nil {
			f.args, b.value = []*expr{b.value}, f
		}
		list = append(list, b)
		if !p.accept("and") {
			return list, rec
		}
	}
}

// pattern reads a name or _.
func (p *parser) pattern() string {
	if p.accept("_") {
		return "_"
	}
	return p.ident()
}

// parameters reads a name, or names in parentheses.
func (p *parser) parameters() []string {
	if !p.accept("(") {
		return []string{p.pattern()}
	}
	list := []string{}
	for !p.is(")") {
		list = append(list, p.pattern())
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return list
}

// variants reads a condition on variants. Here || binds weakest, not strongest.
func (p *parser) variants() *cond {
	conjunction := func() *cond { return p.joined("&&", andCond, p.negation) }
	return p.joined("||", orCond, conjunction)
}

// joined reads conditions with a symbol between them.
func (p *parser) joined(symbol string, kind condKind, part func() *cond) *cond {
	c := part()
	for t := p.tok(); p.accept(symbol); t = p.tok() {
		c = &cond{kind: kind, pos: t.pos, args: []*cond{c, part()}}
	}
	return c
}

func (p *parser) negation() *cond {
	p.enter()
	defer p.leave()
	t := p.tok()
	switch {
	case p.accept("not"):
		return &cond{kind: notCond, pos: t.pos, args: []*cond{p.negation()}}
	case p.accept("("):
		c := p.variants()
		p.expect(")")
		return c
	}
	p.accept("variant")
	return &cond{kind: variantCond, pos: t.pos, name: p.str()}
}
