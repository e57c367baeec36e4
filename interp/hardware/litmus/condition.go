package litmus

import "strconv"

// ParseCondition reads a proposition about a final state, in the syntax of a test's condition.
// Positions name file. find returns the location with a name, which may be a member or an element;
// thread -1 means no thread. The error is a *trace.Diagnostic.
func ParseCondition(file, text string, find func(thread int, name string) (Location, error)) (*Prop, error) {
	p := &parser{scanner: newScanner(file, []byte(text)), test: &Test{Arch: C}, find: find}
	p.next()
	x := p.prop(false)
	if p.tok.kind != endToken {
		p.unexpected("the end of the condition")
	}
	return x, p.err
}

// found reads an operand of ParseCondition.
func (p *parser) found() Location {
	pos, thread := p.tok.pos, -1
	var name string
	switch {
	case p.tok.kind == numberToken:
		thread = p.small()
		p.expect(":")
		name = p.name("a register")
	case p.accept("["):
		name = p.path()
		p.expect("]")
	default:
		name = p.path()
	}
	if p.err != nil {
		return Location{}
	}
	l, err := p.find(thread, name)
	if err != nil {
		p.errorf(pos, "%v", err)
	}
	return l
}

// path reads x, x.member or x[2].
func (p *parser) path() string {
	name := p.name("a location or a register")
	for p.err == nil {
		switch {
		case p.accept("."):
			name += "." + p.name("a member")
		case p.accept("["):
			name += "[" + strconv.FormatInt(p.integer(32), 10) + "]"
			p.expect("]")
		default:
			return name
		}
	}
	return name
}

// Find returns the observed location with a name. It is a function for ParseCondition. A register
// needs no thread if no other observed register has its name.
func (t *Test) Find(thread int, name string) (Location, error) {
	var named []Location
	for _, l := range t.Observed {
		if l.Thread == thread && l.Name == name {
			return l, nil
		}
		if thread < 0 && l.Name == name {
			named = append(named, l)
		}
	}
	if len(named) == 1 {
		return named[0], nil
	}
	return Location{}, t.notObserved(Location{Thread: thread, Name: name}.String())
}
