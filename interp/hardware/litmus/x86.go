package litmus

import (
	"strconv"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
	"fencepost/trace"
)

// An x86Register is a register as it is written in a test.
type x86Register struct {
	name string // of the whole register: EAX in X86, rax in X86_64
	bits int    // 0: no register
	rank int    // from 1, in the order of state lines
}

// x86Registers returns the registers of an architecture by upper-case name.
func x86Registers(arch Arch) map[string]x86Register {
	list := []string{"AX", "BX", "CX", "DX", "SI", "DI", "BP", "SP"}
	registers := make(map[string]x86Register)
	for i, n := range list {
		switch arch {
		case X86:
			registers["E"+n] = x86Register{"E" + n, 32, i + 1}
		case X86_64:
			name := "r" + strings.ToLower(n)
			registers["E"+n] = x86Register{name, 32, i + 1}
			registers["R"+n] = x86Register{name, 64, i + 1}
		}
	}
	for n := 8; n < 16 && arch == X86_64; n++ {
		name := "r" + strconv.Itoa(n)
		registers[strings.ToUpper(name)] = x86Register{name, 64, n + 1}
		registers[strings.ToUpper(name)+"D"] = x86Register{name, 32, n + 1}
	}
	return registers
}

// An x86Thread is an assembly thread while it is parsed.
type x86Thread struct {
	*parser
	t      *thread
	isa    *isa.Builder   // the same for Test.Machine
	labels map[string]int // places in the code
	jumps  []labelJump

	// The instruction being assembled.
	start token
	text  string
	size  uint8 // of its operands, in bytes
}

// A labelJump is a jump to a label, which may be defined later.
type labelJump struct {
	label token
	from  int // place in the code
}

// x86Threads reads the table of instructions: a column a thread.
func (p *parser) x86Threads() {
	p.use(&x86Language)
	var threads []*x86Thread
	for n := 0; p.err == nil && !p.is(";"); n++ {
		if n > 0 {
			p.expect("|")
		}
		p.threadStart(n)
		x := &x86Thread{parser: p, t: p.asm.newThread(n, p.tok.pos), labels: make(map[string]int)}
		p.preset(x.t)
		x.isa = p.isaBuilder(x.t)
		threads = append(threads, x)
		p.next()
	}
	p.expect(";")
	for p.err == nil && !p.atTail() {
		for i, x := range threads {
			if i > 0 {
				p.expect("|")
			}
			if !p.is("|") && !p.is(";") {
				x.cell()
			}
		}
		p.expect(";")
	}
	for _, x := range threads {
		x.link()
		x.isa.Link()
	}
	p.use(&sectionLanguage)
}

// atTail reports whether the current token starts what follows the table.
func (p *parser) atTail() bool {
	switch p.tok.text {
	case "", "locations", "filter", "~", "exists", "forall":
		return true
	}
	return false
}

// cell reads a label, an instruction, or both.
func (x *x86Thread) cell() {
	x.start = x.tok
	x.name("an instruction")
	for x.err == nil && x.accept(":") {
		x.define(x.start)
		if x.is("|") || x.is(";") {
			return
		}
		x.start = x.tok
		x.name("an instruction")
	}
	x.t.at = x.start.pos
	x.instruction(x.start.text)
	x.t.free()
	if x.err == nil {
		x.decode(x.isa, x.start.pos, x.src[x.start.start:max(x.start.start, x.last)])
	}
}

// define places a label here. What may be jumped back to is a Loop.
func (x *x86Thread) define(label token) {
	if _, ok := x.labels[label.text]; ok {
		x.errorf(label.pos, "label %s is defined twice", label.text)
	}
	x.t.at = label.pos
	x.isa.Define(label.text)
	x.labels[label.text] = x.t.emit(code.Instr{Op: code.Loop})
}

// jump emits a jump to the label that follows.
func (x *x86Thread) jump(op code.Op, a, b uint8) {
	label := x.tok
	x.name("a label")
	x.jumps = append(x.jumps, labelJump{label, x.t.jump(op, a, b)})
}

// link makes jumps lead to their labels.
func (x *x86Thread) link() {
	for _, j := range x.jumps {
		at, ok := x.labels[j.label.text]
		if !ok {
			x.errorf(j.label.pos, "there is no label %s", j.label.text)
		}
		x.t.code[j.from].Imm = int32(at)
	}
}

// An x86Operand is an operand of an instruction.
type x86Operand struct {
	pos    trace.Pos
	memory bool
	object *object     // memory: the location, or nil
	reg    x86Register // the register, or that which holds the address
	value  int64       // immediate, if neither memory nor register
}

func (o x86Operand) isRegister() bool { return !o.memory && o.reg.bits != 0 }

// operands reads n operands, the destination first, and settles their size.
// suffix is that of the instruction, 0 if it has none.
func (x *x86Thread) operands(n int, suffix uint8) []x86Operand {
	list := make([]x86Operand, n)
	for i := range list {
		if i > 0 {
			x.expect(",")
		}
		list[i] = x.operand()
	}
	x.text = x.src[x.start.start:max(x.start.start, x.last)]
	if n == 2 && x.test.Arch == X86_64 {
		list[0], list[1] = list[1], list[0]
	}
	x.size = suffix
	if x.test.Arch == X86 {
		x.size = 4
	}
	for _, o := range list {
		if !o.isRegister() {
			continue
		}
		size := uint8(o.reg.bits / 8)
		if x.size == 0 {
			x.size = size
		}
		if x.size != size {
			x.errorf(o.pos, "the register does not have the size of the instruction")
		}
	}
	if x.size == 0 {
		x.errorf(x.start.pos, "the size of the operands is not known")
		x.size = 4
	}
	for _, o := range list {
		if o.memory {
			x.memorySize(o)
		}
	}
	if n == 2 && list[0].memory && list[1].memory {
		x.errorf(list[1].pos, "both operands are in memory")
	}
	return list
}

// memorySize notes the size of a memory access: all of a test have one size.
func (x *x86Thread) memorySize(o x86Operand) {
	if x.asm.width == 0 {
		x.asm.width = x.size
	}
	if x.asm.width != x.size {
		x.unsupportedf(o.pos, "memory access of different sizes is")
	}
}

// operand reads $k, a register, or a memory operand.
func (x *x86Thread) operand() x86Operand {
	o := x86Operand{pos: x.tok.pos}
	opening, closing := "[", "]"
	if x.test.Arch == X86_64 {
		opening, closing = "(", ")"
	}
	switch {
	case x.accept("$"):
		if x.tok.kind == nameToken {
			x.unsupportedf(x.tok.pos, "an address as an operand is")
		}
		o.value = x.integer(x.valueBits())
	case x.accept(opening):
		o.memory = true
		if pos := x.tok.pos; x.atRegister() {
			o.reg = x.register()
			if o.reg.bits != x.valueBits() {
				x.errorf(pos, "an address is held by a register of %d bits", x.valueBits())
			}
		} else {
			name := x.name("a location or a register")
			x.notRegister(name, pos)
			o.object = x.asm.location(name, pos)
		}
		x.expect(closing)
	case x.atRegister():
		o.reg = x.register()
	case x.tok.kind == numberToken:
		x.unsupportedf(x.tok.pos, "an address with an offset is")
	default:
		x.unexpected("an operand")
	}
	return o
}

// atRegister reports whether the current token starts a register's name.
func (x *x86Thread) atRegister() bool {
	if x.test.Arch == X86_64 {
		return x.is("%")
	}
	return x.asm.registers[strings.ToUpper(x.tok.text)].bits != 0
}

// register reads the name of a register.
func (x *x86Thread) register() x86Register {
	x.accept("%")
	pos, text := x.tok.pos, strings.ToUpper(x.tok.text)
	name := x.name("a register")
	r := x.asm.registers[text]
	if r.bits == 0 {
		x.errorf(pos, "%s is no register of %s", name, x.test.Arch)
	}
	return r
}
