package litmus

import (
	"strings"

	"fencepost/trace"
)

// header reads the part before the init section: the architecture and the name on one line,
// a quoted text, Key=Value lines.
func (p *parser) header() {
	p.next()
	arch, pos := p.tok, p.tok.pos
	if arch.kind != nameToken {
		p.errorf(pos, "expected C, X86, X86_64, AArch64, ARM, PPC or RISCV and the name of the test, found %s", arch.describe())
		return
	}
	switch p.test.Arch = Arch(arch.text); p.test.Arch {
	case C, X86, X86_64, AArch64, ARM, PPC, RISCV:
	default:
		p.unsupportedf(pos, "architecture %s is", arch.text)
		return
	}
	line, _, _ := strings.Cut(p.src[p.offset:], "\n")
	if name := strings.Fields(line); len(name) > 0 {
		p.test.Name = name[0]
		p.offset += strings.Index(line, name[0]) + len(name[0])
	} else {
		p.errorf(p.at(p.offset), "expected the name of the test")
		return
	}
	for p.next(); p.err == nil && !p.is("{"); p.next() {
		switch {
		case p.is(`"`):
			p.doc()
		case p.tok.kind == nameToken:
			p.info()
		default:
			p.unexpected("{")
		}
	}
}

// doc skips the quoted text, of which the current token is the first quote.
func (p *parser) doc() {
	text, _, ok := strings.Cut(p.src[p.offset:], `"`)
	if !ok {
		p.errorf(p.tok.pos, "the text does not end")
		return
	}
	p.offset += len(text) + 1
}

// info skips a Key=Value line, of which the current token is the start.
func (p *parser) info() {
	start := p.tok
	line, _, _ := strings.Cut(p.src[start.start:], "\n")
	p.offset = start.start + len(line)
	if !strings.Contains(line, "=") {
		p.errorf(start.pos, "expected Key=Value or {")
	}
}

// init reads the init section.
func (p *parser) init() {
	p.expect("{")
	for p.err == nil && !p.is("}") {
		if p.accept(";") {
			continue
		}
		p.initItem()
		if !p.is("}") {
			p.expect(";")
		}
	}
	p.accept("}")
}

// initItem reads [type] x = k, [x] = k, type x, or n:r = k.
func (p *parser) initItem() {
	pos := p.tok.pos
	if p.tok.kind == numberToken {
		thread := p.small()
		p.expect(":")
		name := p.registerName()
		if p.test.Arch == Linux && (p.is(";") || p.is("}")) {
			return // only a declaration
		}
		p.expect("=")
		v := p.initialValue()
		p.setRegister(register{thread, name}, pos, v)
		return
	}
	typed := false
	if p.test.Arch == Linux {
		var t kernelType
		t, typed = p.kernelType()
		p.requireWide(t)
		if p.tok.kind == numberToken { // int 0:r1 = k
			p.initItem()
			return
		}
	}
	for typeWords[p.tok.text] != notType {
		typed = true
		p.next()
	}
	var name string
	if p.accept("[") {
		name = p.name("a location")
		p.expect("]")
	} else {
		if p.is("*") {
			p.unsupportedf(p.tok.pos, "a location that holds an address is")
		}
		name = p.name("a location")
	}
	p.notRegister(name, pos)
	l := p.asm.location(name, pos)
	if typed && (p.is(";") || p.is("}")) {
		return
	}
	p.expect("=")
	if p.tok.kind == nameToken && p.asm.isa == nil && p.test.Arch != Linux {
		p.unsupportedf(p.tok.pos, "a location that holds an address is")
	}
	v := p.initialValue()
	if l.set {
		p.errorf(pos, "%s is initialised twice", name)
	}
	l.set, l.initial = true, p.asm.number(v)
}

// valueBits returns the size in bits of the values of locations and registers.
func (p *parser) valueBits() int {
	switch p.test.Arch {
	case X86_64, AArch64, PPC, RISCV, Linux:
		return 64
	}
	return 32
}

// initialValue reads a register's initial value: a number or, in assembly, the name of a location,
// whose address is the value.
func (p *parser) initialValue() initialValue {
	if p.test.Arch == Linux {
		return p.kernelInit()
	}
	return p.numberOrAddress()
}

// numberOrAddress reads an initial value that is a number or, except in C, a location.
func (p *parser) numberOrAddress() initialValue {
	if p.tok.kind == nameToken && p.test.Arch != C {
		pos := p.tok.pos
		name := p.name("a location")
		p.notRegister(name, pos)
		p.asm.location(name, pos)
		p.asm.addresses = true
		return initialValue{symbol: name}
	}
	return initialValue{value: p.integer(p.valueBits())}
}

func (p *parser) setRegister(r register, pos trace.Pos, v initialValue) {
	if _, ok := p.initial[r]; ok {
		p.errorf(pos, "%d:%s is initialised twice", r.thread, r.name)
	}
	v.pos = pos
	p.initial[r] = v
	p.initialOrder = append(p.initialOrder, r)
}

// registerName reads the name of a register and returns its canonical form.
func (p *parser) registerName() string {
	pos := p.tok.pos
	name := p.name("a register")
	if p.test.Arch == C || p.test.Arch == Linux || p.err != nil {
		return name
	}
	r, ok := p.asm.registers[strings.ToUpper(name)]
	if !ok {
		p.errorf(pos, "%s is no register of %s", name, p.test.Arch)
	}
	return r.Name
}

// notRegister reports a location with the name of a register.
func (p *parser) notRegister(name string, pos trace.Pos) {
	if _, ok := p.asm.registers[strings.ToUpper(name)]; ok {
		p.errorf(pos, "%s is a register, not a location", name)
	}
}
