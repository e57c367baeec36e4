package lower

import (
	"strconv"
	"strings"

	"fencepost/interp/c/asmtext"
	"fencepost/interp/code"
	"fencepost/interp/llvm/ir"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
)

// An assembly is one inline assembly statement. As in C, an operation on memory is an atomic one, with
// the order that x86 gives it if the compiler keeps other accesses on their side.
type assembly struct {
	*function
	i        *ir.Instr
	operands []asmOperand
	keeps    bool // the compiler moves no access to memory across it
	equal    int  // the register with the zero flag that a compare-exchange has left, or none
}

// An asmOperand is an operand of inline assembly.
type asmOperand struct {
	constraint string   // without = and *
	memory     bool     // at the address that value is
	value      ir.Value // of an input, or the address
	result     int      // the register of an output, or none
	typ        *ir.Type // of an output in a register
}

var (
	asmNumber    = lazyregexp.New(`\$\{?(\d+)(:\w)?\}?`)
	asmOperation = lazyregexp.New(`^(lock )?(sub|[a-z]+?)(b|w|l|q|16b)? (%\d+|\(%\d+\)|\$-?\w+)(?:,(%\d+|\(%\d+\)))?$`)
)

// asmLines returns the instructions of a template as C has them.
func asmLines(c *ir.Const) []string {
	const dollar = "\x00"
	text := strings.ReplaceAll(c.Text, "$$", dollar)
	text = asmNumber().ReplaceAllString(text, "%$1")
	lines := asmtext.Lines(strings.ReplaceAll(text, dollar, "$"))
	if c.Intel {
		for i, line := range lines {
			lines[i] = asmtext.FromIntel(line)
		}
	}
	return lines
}

// assembly compiles inline assembly, as far as it is known.
func (f *function) assembly(i *ir.Instr, c *ir.Const) {
	a := &assembly{function: f, i: i, equal: none}
	a.parse(c.Op)
	for _, line := range asmLines(c) {
		full := a.keeps && asmtext.IsLocked(line)
		if full {
			a.fence(trace.SeqCst)
		}
		if !a.line(line) {
			f.unsupported("inline assembly (%s)", c.Text)
			return
		}
		if full {
			a.fence(trace.SeqCst)
		}
	}
}

// parse reads the constraints of the operands; an output begins as the input that is tied to it.
func (a *assembly) parse(constraints string) {
	results, types, args := a.results(a.i), leaves(a.i.T), a.i.Args[:len(a.i.Args)-1]
	for _, c := range strings.Split(constraints, ",") {
		if strings.HasPrefix(c, "~") || c == "" {
			a.keeps = a.keeps || c == "~{memory}"
			continue
		}
		o := asmOperand{result: none}
		name, out := strings.CutPrefix(c, "=")
		o.memory = strings.HasPrefix(strings.TrimLeft(name, "&%"), "*")
		o.constraint = strings.TrimLeft(name, "&%*")
		if out && !o.memory {
			if len(results) > 0 {
				o.result, results = results[0], results[1:]
				o.typ, types = types[0], types[1:]
				a.constTo(o.result, 0)
			}
		} else if len(args) > 0 {
			o.value, args = args[0], args[1:]
		}
		a.operands = append(a.operands, o)
	}
	for _, o := range a.operands {
		if to := a.tied(o); to != nil {
			a.move(to.result, a.one(o.value))
		}
	}
}

// tied returns the output that is in the same register as an input, or nil.
func (a *assembly) tied(in asmOperand) *asmOperand {
	if in.result != none || in.memory {
		return nil
	}
	if n, err := strconv.Atoi(in.constraint); err == nil && n < len(a.operands) && a.operands[n].result != none {
		return &a.operands[n]
	}
	return a.named(in.constraint, true)
}

// named returns the output, or the input, that is in the register of a name in braces; nil if none is.
func (a *assembly) named(name string, out bool) *asmOperand {
	for k := range a.operands {
		if o := &a.operands[k]; strings.HasPrefix(name, "{") && o.constraint == name && (o.result != none) == out && !o.memory {
			return o
		}
	}
	return nil
}

// operand returns the operand that a reference names, or nil. One in parentheses is the memory at the
// address in the register of an input.
func (a *assembly) operand(ref string) *asmOperand {
	if in, ok := strings.CutPrefix(ref, "("); ok {
		o := a.operand(strings.TrimSuffix(in, ")"))
		if o == nil || o.memory || o.result != none {
			return nil
		}
		return &asmOperand{memory: true, value: o.value, result: none}
	}
	n, err := strconv.Atoi(strings.TrimPrefix(ref, "%"))
	if err != nil || !strings.HasPrefix(ref, "%") || n >= len(a.operands) {
		return nil
	}
	return &a.operands[n]
}

// read returns the register with an operand that is no memory.
func (a *assembly) read(o *asmOperand) (r int, ok bool) {
	switch {
	case o == nil || o.memory:
		return none, false
	case o.result != none:
		return o.result, true
	}
	return a.one(o.value), true
}

// source returns the register with an operand that is no memory. Without one, ref is a constant.
func (a *assembly) source(ref string, o *asmOperand) (r int, ok bool) {
	if n, err := strconv.ParseInt(strings.TrimPrefix(ref, "$"), 0, 64); err == nil && o == nil {
		return a.constantReg(n), true
	}
	return a.read(o)
}

// asmTypes are the types of operands by the letters of instructions.
var asmTypes = map[string]*ir.Type{"b": {Kind: ir.Int, Bits: 8}, "w": {Kind: ir.Int, Bits: 16}, "l": {Kind: ir.Int, Bits: 32}, "q": {Kind: ir.Int, Bits: 64}}

// line compiles an instruction; it reports whether it is known.
func (a *assembly) line(line string) bool {
	switch order, fence := asmtext.Fence(line); {
	case asmtext.IsHint(line):
		a.pause()
		return true
	case fence:
		a.fence(order)
		return true
	case asmtext.IsTrap(line):
		a.add(minst{op: code.Trap, a: int(code.TrapError), imm: a.Message(line + " reached")})
		return true
	case asmtext.IsClock(line):
		for _, o := range a.operands {
			if o.result != none {
				a.constTo(o.result, asmtext.ClockReads)
			}
		}
		return true
	}
	if name, ref, ok := strings.Cut(line, " "); ok && strings.HasPrefix(name, "set") {
		return a.setFlag(strings.TrimPrefix(name, "set"), a.operand(ref))
	}
	m := asmOperation().FindStringSubmatch(line)
	if m == nil {
		return false
	}
	locked, name, size, first, second := m[1] != "", m[2], m[3], a.operand(m[4]), a.operand(m[5])
	switch {
	case name == "cmpxchg" && size == "16b":
		return locked && a.exchange16(first)
	case name == "bsr" || name == "bsf":
		return a.scan(name, size, first, second)
	case name == "xchg" && first != nil && first.memory:
		return a.exchange(code.Xchg, size, second, first)
	case name == "xchg" && second != nil && second.memory:
		return a.exchange(code.Xchg, size, first, second)
	case name == "xadd" && locked:
		return a.exchange(code.FetchAdd, size, first, second)
	case name == "cmpxchg" && locked:
		return a.compareExchange(size, first, second)
	case locked && first != nil && first.memory && m[5] == "":
		u, known := unary[name]
		return known && a.modify(u.op, size, u.by, nil, first)
	case locked && second != nil && second.memory:
		op, known := asmtext.Modifications[name]
		return known && a.modify(op, size, m[4], first, second)
	case !locked && second != nil && second.result != none && (first == nil || !first.memory):
		return a.compute(name, asmTypes[size], m[4], first, second)
	case name == "mov" && !locked:
		return a.transferMemory(size, m[4], first, second)
	}
	return false
}

// unary has the locked instructions without a source. Each acts as one of asmtext.Modifications with a
// constant source.
var unary = map[string]struct {
	op code.RMWOp
	by string
}{"inc": {code.FetchAdd, "$1"}, "dec": {code.FetchSub, "$1"}, "not": {code.FetchXor, "$-1"}}

// modify compiles a locked instruction that keeps nothing of the old content of memory. ref is the text of
// the source, which may be a constant.
func (a *assembly) modify(op code.RMWOp, size, ref string, source, memory *asmOperand) bool {
	v, ok := a.source(ref, source)
	t := asmTypes[size]
	if !ok || t == nil {
		return false
	}
	base, site := a.memory(memory, code.Access{Size: uint8(t.Bits / 8), Order: trace.SeqCst, RMW: op})
	a.add(minst{op: code.RMW, a: a.reg(), b: base, c: a.canonical(v, t), imm: site})
	a.equal = none
	return true
}

// computations are the operations of the instructions that compute in registers.
var computations = map[string]code.Op{"add": code.Add, "sub": code.Sub, "and": code.And, "or": code.Or, "xor": code.Xor}

// compute compiles an instruction of registers, of the size of a type if it is not nil. ref is the text of
// the source, which may be a constant.
func (a *assembly) compute(name string, size *ir.Type, ref string, from, to *asmOperand) bool {
	v, ok := a.source(ref, from)
	if !ok || size != nil && int64(size.Bits/8) != to.typ.Size() {
		return false
	}
	if name != "mov" {
		op, known := computations[name]
		if !known {
			return false
		}
		v = a.op(op, to.result, v, 0)
		a.equal = none
	}
	a.move(to.result, a.canonical(v, to.typ))
	return true
}

func (a *assembly) fence(order trace.Order) {
	a.add(minst{op: code.FenceOp, imm: a.siteAt(a.i, code.Access{Order: order})})
}

// transferMemory compiles a move from or to memory; ref is the text of the source, which may be a constant.
func (a *assembly) transferMemory(size, ref string, from, to *asmOperand) bool {
	t := asmTypes[size]
	if t == nil || to == nil {
		return false
	}
	bytes := uint8(t.Bits / 8)
	if from != nil && from.memory && to.result != none {
		base, site := a.memory(from, code.Access{Size: bytes, Order: asmtext.MoveOrder(trace.Acquire, a.keeps)})
		a.add(minst{op: code.Load, a: to.result, b: base, imm: site})
		return true
	}
	v, ok := a.source(ref, from)
	if !ok || !to.memory {
		return false
	}
	base, site := a.memory(to, code.Access{Size: bytes, Order: asmtext.MoveOrder(trace.Release, a.keeps)})
	a.add(minst{op: code.Store, b: base, c: a.canonical(v, t), imm: site})
	return true
}

// memory returns the register and the site of an atomic operation on an operand.
func (a *assembly) memory(o *asmOperand, access code.Access) (base int, site int32) {
	base, off := a.place(o.value)
	access.Off, access.Signed = int32(off), access.Size < 8
	site = a.siteAt(a.i, access)
	a.describe(site, o.value)
	return base, site
}

// exchange compiles xchg and xadd: the register gets the old content of memory.
func (a *assembly) exchange(op code.RMWOp, size string, register, memory *asmOperand) bool {
	v, ok := a.read(register)
	t := asmTypes[size]
	if !ok || t == nil || register.result == none || memory == nil || !memory.memory {
		return false
	}
	base, site := a.memory(memory, code.Access{Size: uint8(t.Bits / 8), Order: trace.SeqCst, RMW: op, Parts: op == code.Xchg})
	a.add(minst{op: code.RMW, a: register.result, b: base, c: a.canonical(v, t), imm: site})
	return true
}

// compareExchange compiles lock cmpxchg, whose expected value is in register a.
func (a *assembly) compareExchange(size string, next, memory *asmOperand) bool {
	v, ok := a.read(next)
	t, old := asmTypes[size], a.named("{ax}", true)
	if !ok || t == nil || old == nil || memory == nil || !memory.memory {
		return false
	}
	base, site := a.memory(memory, code.Access{Size: uint8(t.Bits / 8), Order: trace.SeqCst, Fail: trace.SeqCst, Parts: true})
	a.equal = a.reg()
	a.add(minst{kind: cas, b: base, args: []int{a.canonical(old.result, t), a.canonical(v, t)}, results: []int{a.equal, old.result}, imm: site})
	return true
}

// exchange16 compiles lock cmpxchg16b: dx and ax are expected, cx and bx new, the upper half first.
func (a *assembly) exchange16(memory *asmOperand) bool {
	join := func(low, high *asmOperand) (int, bool) {
		x, is := a.read(low)
		y, ok := a.read(high)
		if !is || !ok {
			return none, false
		}
		return a.op(code.Wide, x, y, int32(code.WideJoin)), true
	}
	old, ok := join(a.named("{ax}", true), a.named("{dx}", true))
	next, is := join(a.named("{bx}", false), a.named("{cx}", false))
	if !ok || !is || memory == nil || !memory.memory {
		return false
	}
	base, site := a.memory(memory, code.Access{Size: 16, Order: trace.SeqCst, Fail: trace.SeqCst, Parts: true})
	a.equal = a.reg()
	was := a.reg()
	a.add(minst{kind: cas, b: base, args: []int{old, next}, results: []int{a.equal, was}, imm: site})
	if o := a.named("{ax}", true); o != nil {
		a.move(o.result, a.op(code.Wide, was, was, int32(code.WideLow)))
	}
	if o := a.named("{dx}", true); o != nil {
		a.move(o.result, a.op(code.Wide, was, was, int32(code.WideHigh)))
	}
	return true
}

// setFlag compiles an instruction that stores the zero flag.
func (a *assembly) setFlag(flag string, to *asmOperand) bool {
	if to == nil || to.result == none || a.equal == none {
		return false
	}
	switch flag {
	case "z", "e":
		a.move(to.result, a.equal)
	case "nz", "ne":
		a.move(to.result, a.op(code.Xor, a.equal, a.constantReg(1), 0))
	default:
		return false
	}
	return true
}

// Scans are the functions of Base that look for bits.
var Scans = map[string]string{"bsr": "__fp_ctlz", "bsf": "__fp_cttz"}

// scan compiles bsr and bsf.
func (a *assembly) scan(name, size string, from, to *asmOperand) bool {
	v, ok := a.read(from)
	n, known := a.Names[Scans[name]]
	t := asmTypes[size]
	if !ok || !known || t == nil || to == nil || to.result == none {
		return false
	}
	bits := a.constantReg(int64(t.Bits))
	a.add(minst{kind: call, imm: int32(n), args: []int{a.unsigned(v, t), a.constantReg(1), bits}, results: []int{to.result}})
	if name == "bsr" {
		a.move(to.result, a.op(code.Sub, a.constantReg(int64(t.Bits-1)), to.result, 0))
	}
	return true
}
