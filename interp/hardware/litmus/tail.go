package litmus

import "strings"

// tail reads the sections after the threads: locations, filter, condition.
func (p *parser) tail() {
	for _, r := range p.initialOrder {
		if r.thread >= len(p.asm.threads) {
			p.errorf(p.initial[r].pos, "there is no thread P%d", r.thread)
		}
	}
	if len(p.asm.threads) == 0 {
		p.unexpected("P0")
	}
	if p.accept("locations") {
		p.locations()
	}
	if p.accept("filter") {
		p.test.Filter = p.prop(false)
	}
	switch q := Quantifier(p.tok.text); {
	case q == Exists || q == Forall:
		p.test.Quantifier = q
	case p.accept("~"):
		p.test.Quantifier = NotExists
	}
	if p.test.Quantifier == NotExists && !p.is("exists") || p.test.Quantifier == "" {
		p.unexpected("exists, ~exists or forall")
	}
	p.next()
	p.test.Condition = p.prop(true)
	if p.tok.kind != endToken {
		p.unexpected("the end of the file")
	}
}

// locations reads [ loc; ... ].
func (p *parser) locations() {
	p.expect("[")
	for p.err == nil && !p.is("]") {
		p.operand(true)
		if !p.is("]") {
			p.expect(";")
		}
	}
	p.expect("]")
}

// operand reads x, [x] or n:r. If observed is set it adds the location to the observed ones.
func (p *parser) operand(observed bool) Location {
	if p.find != nil {
		return p.found()
	}
	l := Location{Thread: -1}
	pos := p.tok.pos
	switch {
	case p.tok.kind == numberToken:
		l.Thread = p.small()
		p.expect(":")
		l.Name = p.registerName()
	case p.accept("["):
		l.Name = p.name("a location")
		p.expect("]")
	default:
		l.Name = p.name("a location or a register")
	}
	if p.err != nil {
		return l
	}
	if l.Thread < 0 {
		p.notRegister(l.Name, pos)
		l.Addr, l.Size = p.asm.location(l.Name, pos).addr, p.asm.locationSize()
	} else if l.Thread >= len(p.asm.threads) {
		p.errorf(pos, "there is no thread P%d", l.Thread)
		return l
	} else {
		t := p.asm.threads[l.Thread]
		if _, ok := t.named[l.Name]; !ok && p.test.Arch == C {
			p.errorf(pos, "P%d has no register %s", l.Thread, l.Name)
		}
		l.Addr, l.Size = t.observe(l.Name, pos).addr, observerSize
	}
	if key := (register{l.Thread, l.Name}); observed && !p.observed[key] {
		p.observed[key] = true
		p.test.Observed = append(p.test.Observed, l)
	}
	return l
}

// prop reads a proposition: \/ binds weakest, then /\, then not.
func (p *parser) prop(observed bool) *Prop {
	x := p.conjunction(observed)
	for p.accept(`\/`) {
		x = &Prop{Op: Or, X: x, Y: p.conjunction(observed)}
	}
	return x
}

func (p *parser) conjunction(observed bool) *Prop {
	x := p.atom(observed)
	for p.accept(`/\`) {
		x = &Prop{Op: And, X: x, Y: p.atom(observed)}
	}
	return x
}

func (p *parser) atom(observed bool) *Prop {
	p.enter()
	defer p.leave()
	switch {
	case p.accept("("):
		x := p.prop(observed)
		p.expect(")")
		return x
	case p.accept("not"), p.accept("~"):
		return &Prop{Op: Not, X: p.atom(observed)}
	case p.accept("true"):
		return &Prop{Op: True}
	case p.accept("false"):
		return &Prop{Op: False}
	}
	x := &Prop{Op: Equal, Loc: p.operand(observed)}
	switch {
	case p.accept("="), p.accept("=="):
	case p.accept("!="):
		x.Op = NotEqual
	default:
		p.unexpected("= or !=")
	}
	if p.test.Arch == Linux {
		p.accept("&")
		if rest := strings.TrimLeft(p.src[p.offset:], " \t"); p.tok.kind == numberToken && strings.HasPrefix(rest, ":") {
			other := p.operand(observed)
			x.Other = &other
			return x
		}
	}
	if p.tok.kind != nameToken || p.test.Arch == C {
		x.Value = p.integer(p.valueBits())
		return x
	}
	pos := p.tok.pos
	x.Symbol = p.name("a value")
	p.notRegister(x.Symbol, pos)
	o := p.asm.byName[x.Symbol]
	if o == nil {
		p.errorf(pos, "there is no location %s", x.Symbol)
		return x
	}
	x.Value = int64(o.addr)
	p.asm.addresses = true
	return x
}
