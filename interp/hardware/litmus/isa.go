package litmus

import (
	"errors"
	"fmt"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
	"fencepost/trace"
)

// isaThreads reads the table of instructions, which has a column for each thread.
func (p *parser) isaThreads() {
	p.use(&assemblyLanguage)
	for n := 0; p.err == nil && !p.is(";"); n++ {
		if n > 0 {
			p.expect("|")
		}
		p.threadStart(n)
		p.isaThread(n)
		p.next()
	}
	p.expect(";")
	for p.err == nil && !p.atTail() {
		for i, t := range p.asm.threads {
			if i > 0 {
				p.expect("|")
			}
			if !p.is("|") && !p.is(";") {
				p.isaCell(t)
			}
		}
		p.expect(";")
	}
	for _, t := range p.asm.threads {
		switch missing := t.machine.Link(); {
		case missing != "":
			p.errorf(t.pos, "P%d has no label %s", t.number, missing)
		case p.test.Arch.Runs() && p.err == nil:
			p.asm.lower(t)
		}
	}
	p.use(&sectionLanguage)
}

// atTail reports whether the current token is the first one after the table.
func (p *parser) atTail() bool {
	switch p.tok.text {
	case "", "locations", "filter", "~", "exists", "forall":
		return true
	}
	return false
}

// isaThread starts thread n and sets the initial values of its registers.
func (p *parser) isaThread(n int) {
	t := p.asm.newThread(n, p.tok.pos)
	arch := architectures[p.test.Arch]
	b := isa.NewBuilder(t.name, arch)
	t.machine = b
	if !p.test.Arch.Runs() {
		t.isa = b
	} else {
		p.preset(t)
	}
	b.Symbol = func(name string) (uint64, bool) {
		if p.test.Arch.Runs() {
			return p.asm.location(name, p.tok.pos).addr, true
		}
		if o := p.asm.byName[name]; o != nil {
			return o.addr, true
		}
		return 0, false
	}
	b.Thread.Src = append(b.Thread.Src, isa.Source{Pos: t.pos, Text: t.name})
	for _, r := range p.initialOrder {
		if r.thread != t.number {
			continue
		}
		b.Set(arch.Registers[strings.ToUpper(r.name)].Reg, p.asm.number(p.initial[r]))
	}
	t.begin = len(b.Thread.Code)
}

// isaCell reads labels and an instruction.
func (p *parser) isaCell(t *thread) {
	start := p.tok
	p.next()
	for start.kind == nameToken && p.accept(":") {
		if !t.machine.Define(start.text) {
			p.errorf(start.pos, "label %s is defined twice", start.text)
		}
		if p.is("|") || p.is(";") {
			return
		}
		start = p.tok
		p.next()
	}
	for p.err == nil && p.tok.kind != endToken && !p.is("|") && !p.is(";") {
		p.next()
	}
	if p.err != nil {
		return
	}
	p.decode(t.machine, start.pos, p.src[start.start:max(start.start, p.last)])
}

// decode adds an instruction to a thread.
func (p *parser) decode(b *isa.Builder, pos trace.Pos, text string) {
	err := b.Instruction(pos, text)
	var unsupported *isa.Unsupported
	switch {
	case errors.As(err, &unsupported):
		p.report(&trace.Diagnostic{Pos: pos, Message: err.Error(), Unsupported: true})
	case err != nil:
		p.errorf(pos, "%v", err)
	}
}

// machine returns the program of threads that isa decodes. At its end each thread outputs its
// observed registers.
func (a *assembler) machine() *isa.Program {
	p := &isa.Program{}
	for _, t := range a.threads {
		b := t.machine
		for _, h := range t.homes {
			_, name, _ := strings.Cut(h.to.name, ":")
			b.Emit(isa.Instr{Kind: isa.Observe, D: isa.None, A: b.Arch.Registers[strings.ToUpper(name)].Reg, B: isa.None, Imm: int64(h.to.addr)})
		}
		p.Threads = append(p.Threads, b.Thread)
	}
	for _, o := range a.objects {
		if !o.observer {
			p.Locations = append(p.Locations, isa.Location{Name: o.name, Addr: o.addr, Init: o.initial})
		}
	}
	return p
}

// refusal is the main function of a program that the machines cannot run.
func (a *assembler) refusal() code.Func {
	a.prog.Strings = append(a.prog.Strings, fmt.Sprintf("%s assembly is not supported by the machines: explore it", a.arch))
	return code.Func{Name: "main", NRegs: 1, Pos: a.at(0), PosOf: []trace.Pos{a.at(0)},
		Code: []code.Instr{{Op: code.Trap, A: code.TrapUnsupported, Imm: 0}}}
}
