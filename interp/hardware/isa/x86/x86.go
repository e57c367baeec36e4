// Package x86 decodes instructions of x86: moves, exchanges, integer arithmetic, locked instructions,
// fences, comparisons and jumps, as far as litmus tests and compilers of small functions use them.
//
// There are two architectures, for the two syntaxes of herd's formats. X86 has Intel's order,
// destination first, with registers of 32 bits. X86_64 has AT&T's order, source first, with % before
// registers, and sizes as suffixes. An instruction with LOCK, and an exchange with memory, is one
// atomic step of two events, tagged X.
package x86

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
	"fencepost/trace/lists"
)

// Registers that hold the operands and the result from which the flags were set, after the 16 others.
const (
	left isa.Reg = 16 + iota
	right
	result
	count
)

// The architectures.
var (
	X86    = &isa.Arch{Name: "X86", Count: count, Registers: intelRegisters()}
	X86_64 = &isa.Arch{Name: "X86_64", Count: count, Registers: registers64()}
)

var registerNames = []string{"AX", "BX", "CX", "DX", "SI", "DI", "BP", "SP"}

func intelRegisters() map[string]isa.Register {
	m := make(map[string]isa.Register)
	for i, n := range registerNames {
		m["E"+n] = isa.Register{Name: "E" + n, Reg: isa.Reg(i), Bits: 32}
	}
	return m
}

func registers64() map[string]isa.Register {
	m := make(map[string]isa.Register)
	for i, n := range registerNames {
		name, reg := "r"+strings.ToLower(n), isa.Reg(i)
		m["R"+n] = isa.Register{Name: name, Reg: reg, Bits: 64}
		m["E"+n] = isa.Register{Name: name, Reg: reg, Bits: 32}
		m[n] = isa.Register{Name: name, Reg: reg, Bits: 16}
		m[strings.TrimSuffix(n, "X")+"L"] = isa.Register{Name: name, Reg: reg, Bits: 8}
	}
	for i := 8; i < 16; i++ {
		name := "R" + strconv.Itoa(i)
		for suffix, bits := range map[string]int{"": 64, "D": 32, "W": 16, "B": 8} {
			m[name+suffix] = isa.Register{Name: strings.ToLower(name), Reg: isa.Reg(i), Bits: bits}
		}
	}
	return m
}

// An operation is an instruction that computes.
type operation struct {
	op   code.Op
	rmw  code.RMWOp
	one  bool // the second operand is 1
	test bool // sets flags only
}

var operations = map[string]operation{
	"add": {op: code.Add, rmw: code.FetchAdd}, "sub": {op: code.Sub, rmw: code.FetchSub},
	"inc": {op: code.Add, rmw: code.FetchAdd, one: true}, "dec": {op: code.Sub, rmw: code.FetchSub, one: true},
	"and": {op: code.And, rmw: code.FetchAnd}, "or": {op: code.Or, rmw: code.FetchOr}, "xor": {op: code.Xor, rmw: code.FetchXor},
	"cmp": {op: code.Sub, test: true}, "test": {op: code.And, test: true},
}

// instructions are those that are no operations; they may have a size.
var instructions = map[string]func(d *decoder){
	"mov": (*decoder).move, "xchg": (*decoder).exchange, "xadd": (*decoder).exchangeAdd, "cmpxchg": (*decoder).compareExchange,
	"lea": (*decoder).loadAddress, "neg": (*decoder).negate, "not": (*decoder).complement,
	"push": (*decoder).push, "pop": (*decoder).pop,
}

// plain are those that have no size.
var plain = map[string]func(d *decoder){
	"nop": func(*decoder) {}, "mfence": func(d *decoder) { d.Fence(isa.MFENCE) },
	"sfence": func(d *decoder) { d.Fence(isa.SFENCE) }, "lfence": func(d *decoder) { d.Fence(isa.LFENCE) },
	"jmp": func(d *decoder) { d.Branch(code.Jmp, isa.None, isa.None, d.Next()) },
	"ret": func(d *decoder) { d.Return() }, "retq": func(d *decoder) { d.Return() },
	"endbr64": func(*decoder) {}, "leave": (*decoder).leave, "leaveq": (*decoder).leave, "cltq": (*decoder).widen,
}

// conditions maps the conditions of jumps and SETcc to the names of Arm's conditions.
var conditions = map[string]string{
	"e": "EQ", "z": "EQ", "ne": "NE", "nz": "NE", "l": "LT", "lt": "LT", "le": "LE", "g": "GT", "gt": "GT", "ge": "GE",
	"b": "LO", "be": "LS", "a": "HI", "ae": "HS",
}

func init() {
	names := append(isa.Sorted(instructions), isa.Sorted(plain, "js", "jns", "lock")...)
	for c := range conditions {
		names = append(names, "j"+c, "set"+c)
	}
	X86.Mnemonics = isa.Sorted(operations, names...)
	X86_64.Mnemonics = isa.Sorted(operations, append(slices.Clip(X86.Mnemonics), "movl", "movq", "movzbl", "movzwl", "movsbl", "movswl", "xchgl", "addl", "incl")...)
	X86.Decode, X86_64.Decode = decode, decode
}

// A decoder decodes one instruction.
type decoder struct {
	isa.Operands
	lock bool
	size uint8 // of the operands, in bytes; 0: not known yet
}

func (d *decoder) att() bool { return d.Arch == X86_64 }

func decode(b *isa.Builder, mnemonic string, operands []string) error {
	d := &decoder{Operands: isa.Operands{Builder: b, List: operands}}
	name := strings.ToLower(mnemonic)
	if name == "lock" {
		d.lock = true
		mnemonic, d.List = isa.Split(strings.Join(operands, ","))
		name = strings.ToLower(mnemonic)
	}
	if !d.instruction(name) {
		return b.Arch.Unknown(mnemonic)
	}
	return d.End()
}

// instruction decodes the instruction of a name; false if there is none.
func (d *decoder) instruction(name string) bool {
	if i, ok := plain[name]; ok && !d.lock {
		i(d)
		return true
	}
	if c, ok := strings.CutPrefix(name, "j"); ok && !d.lock {
		return d.jump(c)
	}
	if c, ok := strings.CutPrefix(name, "set"); ok && conditions[c] != "" && !d.lock {
		x, y := isa.Conditions[conditions[c]].Order(left, right)
		d.size = 1
		d.write(d.operand(), d.Compute(isa.Conditions[conditions[c]].Compute, x, y))
		return true
	}
	if c, ok := strings.CutPrefix(name, "cmov"); ok && conditions[strings.TrimRight(c, "lq")] != "" && !d.lock {
		d.moveIf(conditions[strings.TrimRight(c, "lq")])
		return true
	}
	switch name {
	case "movslq":
		d.size = 4
		v := d.read(d.operand())
		d.size = 8
		d.write(d.operand(), v)
		return true
	case "movzbl", "movzbq", "movzwl", "movzwq", "movsbl", "movsbq", "movswl", "movswq":
		d.extend(map[byte]uint8{'b': 1, 'w': 2}[name[4]], map[byte]uint8{'l': 4, 'q': 8}[name[5]], name[3] == 's')
		return true
	}
	for _, s := range []struct {
		suffix string
		size   uint8
	}{{"", 0}, {"b", 1}, {"w", 2}, {"l", 4}, {"q", 8}} {
		base, ok := strings.CutSuffix(name, s.suffix)
		if !ok || s.size != 0 && !d.att() {
			continue
		}
		d.size = s.size
		if i, ok := instructions[base]; ok {
			if d.lock && !strings.HasPrefix(base, "x") && base != "cmpxchg" {
				d.Failf("%s cannot be locked", base)
			}
			i(d)
			return true
		}
		if o, ok := operations[base]; ok {
			d.compute(o)
			return true
		}
	}
	return false
}

func (d *decoder) jump(c string) bool {
	switch c {
	case "s":
		d.Branch(code.JLtS, result, isa.None, d.Next())
	case "ns":
		d.Branch(code.JLeS, isa.None, result, d.Next())
	default:
		cmp, ok := isa.Conditions[conditions[c]]
		if !ok {
			return false
		}
		x, y := cmp.Order(left, right)
		d.Branch(cmp.Jump, x, y, d.Next())
	}
	return true
}

// An operand is a register, a memory operand, or a number.
type operand struct {
	reg     isa.Register
	address isa.Reg // None: not in memory
	memory  bool
	value   int64
	number  bool
}

// operand reads one operand.
func (d *decoder) operand() operand {
	o := d.Next()
	if d.Err != nil {
		return operand{}
	}
	if strings.HasPrefix(o, "$") || o[0] >= '0' && o[0] <= '9' && !strings.Contains(o, "(") || o[0] == '-' && !strings.Contains(o, "(") {
		v, err := isa.Immediate(o)
		if err != nil {
			d.Unsupportedf("%s as a number is", o)
		}
		return operand{value: v, number: true}
	}
	if a, ok := d.memory(o); ok {
		return operand{address: a, memory: true}
	}
	r := d.Named(o)
	d.size = cmp.Or(d.size, uint8(r.Bits/8))
	if int(d.size) != r.Bits/8 {
		d.Failf("%s does not have the size of the instruction", o)
	}
	return operand{reg: r}
}

// memory reads [r], [x], [r+k], k(r), (r,r,k), x(%rip) or (x).
func (d *decoder) memory(o string) (a isa.Reg, ok bool) {
	var parts []string
	offset := ""
	if inner, found := strings.CutPrefix(o, "["); found && strings.HasSuffix(inner, "]") && !d.att() {
		inner = strings.TrimSuffix(inner, "]")
		base, k, plus := strings.Cut(inner, "+")
		parts = []string{strings.TrimSpace(base)}
		if plus {
			offset = k
		}
	} else if before, inner, found := strings.Cut(o, "("); found && strings.HasSuffix(inner, ")") && d.att() {
		offset, parts = before, strings.Split(strings.TrimSuffix(inner, ")"), ",")
	} else {
		return isa.None, false
	}
	a = isa.None
	for i, p := range parts {
		p = strings.TrimSpace(p)
		if i == 2 {
			break // the scale of the one before
		}
		if strings.EqualFold(p, "%rip") || p == "" {
			continue
		}
		var v isa.Reg
		if r, err := d.Register(p); err == nil {
			if r.Bits != 64 && d.att() {
				d.Failf("an address is held by a register of 64 bits, not by %s", p)
			}
			v = r.Reg
		} else if v, err = d.SymbolAddress(p); err != nil {
			d.Failf("%v", err)
		}
		if i == 1 && len(parts) == 3 {
			v = d.Compute(code.Mul, v, d.Const(d.Number(strings.TrimSpace(parts[2]))))
		}
		if a == isa.None {
			a = v
		} else {
			a = d.Compute(code.Add, a, v)
		}
	}
	if offset = strings.TrimSpace(offset); offset != "" && offset != "0" {
		a = d.Compute(code.Add, a, d.Const(d.Expression(offset)))
	}
	return a, true
}

// two reads two operands, the destination first.
func (d *decoder) two() (dst, src operand) {
	dst, src = d.operand(), d.operand()
	if d.att() {
		dst, src = src, dst
	}
	d.settle(dst, src)
	return dst, src
}

// settle checks the size of operands.
func (d *decoder) settle(list ...operand) {
	if d.size == 0 && !d.att() {
		d.size = 4
	}
	if d.size == 0 {
		d.Failf("the size of the operands is not known")
		d.size = 4
	}
	if lists.Count(list, func(o operand) bool { return o.memory }) > 1 {
		d.Failf("both operands are in memory")
	}
}

// read returns a register with the value of an operand, sign-extended.
func (d *decoder) read(o operand) isa.Reg {
	switch {
	case o.memory:
		v := d.Temp()
		d.Emit(isa.Instr{Kind: isa.Load, D: v, A: o.address, Size: d.size, Signed: true})
		return v
	case o.number:
		if v := code.Extend(o.value, d.size, true); v != o.value && code.Extend(o.value, d.size, false) != o.value {
			d.Failf("%d does not fit in %d bits", o.value, 8*int(d.size))
		}
		return d.Const(code.Extend(o.value, d.size, true))
	}
	return d.signed(o.reg.Reg)
}

// signed sign-extends v from the size of the instruction.
func (d *decoder) signed(v isa.Reg) isa.Reg {
	if d.size == 8 {
		return v
	}
	return d.Compute(code.Extension(int64(d.size), true), v, isa.None)
}

// write makes an operand hold v. A register of 32 bits is the lower half of one
// whose upper half becomes 0; a smaller one leaves the rest as it is.
func (d *decoder) write(o operand, v isa.Reg) {
	switch {
	case o.memory:
		d.Emit(isa.Instr{Kind: isa.Store, D: isa.None, A: o.address, B: v, Size: d.size})
	case o.number:
		d.Failf("the destination is a number")
	case d.size == 8:
		d.Move(o.reg.Reg, v)
	case d.size == 4 && d.att():
		d.ComputeTo(o.reg.Reg, code.ExtU32, v, isa.None)
	case d.size == 4:
		d.ComputeTo(o.reg.Reg, code.ExtS32, v, isa.None)
	default:
		mask := int64(1)<<(8*d.size) - 1
		rest := d.Compute(code.And, o.reg.Reg, d.Const(^mask))
		d.ComputeTo(o.reg.Reg, code.Or, rest, d.Compute(code.And, v, d.Const(mask)))
	}
}

// modify emits a locked instruction, and returns the old content.
func (d *decoder) modify(rmw code.RMWOp, o operand, v isa.Reg) isa.Reg {
	old := d.Temp()
	d.Emit(isa.Instr{Kind: isa.Amo, RMW: rmw, D: old, E: isa.None, A: o.address, B: v, Size: d.size, Signed: true, Tags: isa.X})
	return old
}

// locked reports whether the instruction is a locked one that changes o.
func (d *decoder) locked(o operand) bool {
	if d.lock && !o.memory {
		d.Failf("no operand of the locked instruction is in memory to be changed")
	}
	return d.lock
}

// flags sets the flags after v = a op b.
func (d *decoder) flags(op code.Op, v, a, b isa.Reg) {
	d.Move(result, v)
	switch op {
	case code.Sub:
		d.Move(left, a)
		d.Move(right, b)
	case code.Add:
		d.Move(left, a)
		d.Move(right, d.signed(d.Compute(code.Neg, b, isa.None)))
	default:
		d.Move(left, v)
		d.Move(right, isa.None)
	}
}

func (d *decoder) compute(o operation) {
	var dst, src operand
	if o.one {
		dst, src = d.operand(), operand{value: 1, number: true}
		d.settle(dst)
	} else {
		dst, src = d.two()
	}
	if o.test && d.lock {
		d.Failf("an instruction that changes nothing cannot be locked")
	}
	b := d.read(src)
	var a isa.Reg
	lock := d.locked(dst)
	if lock {
		a = d.modify(o.rmw, dst, b)
	} else {
		a = d.read(dst)
	}
	v := d.signed(d.Compute(o.op, a, b))
	d.flags(o.op, v, a, b)
	if !lock && !o.test {
		d.write(dst, v)
	}
}

const (
	bp isa.Reg = 6 + iota
	sp
)

func (d *decoder) push() {
	d.size = 8
	v := d.read(d.operand())
	d.ComputeTo(sp, code.Sub, sp, d.Const(8))
	d.Emit(isa.Instr{Kind: isa.Store, D: isa.None, A: sp, B: v, Size: 8})
}

func (d *decoder) pop() {
	d.size = 8
	dst, v := d.operand(), d.Temp()
	d.Emit(isa.Instr{Kind: isa.Load, D: v, A: sp, Size: 8})
	d.ComputeTo(sp, code.Add, sp, d.Const(8))
	d.write(dst, v)
}

func (d *decoder) leave() {
	d.ComputeTo(sp, code.Add, bp, d.Const(8))
	d.Emit(isa.Instr{Kind: isa.Load, D: bp, A: bp, Size: 8})
}

// widen decodes CLTQ.
func (d *decoder) widen() { d.ComputeTo(0, code.ExtS32, 0, isa.None) }

// moveIf decodes CMOVcc.
func (d *decoder) moveIf(condition string) {
	dst, src := d.two()
	c := isa.Conditions[condition]
	x, y := c.Order(left, right)
	v := d.Temp()
	d.Emit(isa.Instr{Kind: isa.Select, D: v, A: d.read(src), B: d.read(dst), C: d.Compute(c.Compute, x, y)})
	d.write(dst, v)
}

func (d *decoder) move() {
	if d.att() && len(d.List) == 2 {
		if symbol, ok := strings.CutSuffix(d.List[0], "@GOTPCREL(%rip)"); ok {
			d.List[0] = "$" + strconv.FormatInt(d.Expression(symbol), 10)
		}
	}
	dst, src := d.two()
	d.write(dst, d.read(src))
}

// extend decodes moves that extend.
func (d *decoder) extend(from, to uint8, signed bool) {
	d.size = from
	src := d.operand()
	v := d.read(src)
	d.size = to
	d.write(d.operand(), d.Compute(code.Extension(int64(from), signed), v, isa.None))
}

func (d *decoder) loadAddress() {
	if !d.att() && len(d.List) == 2 {
		d.List[0], d.List[1] = d.List[1], d.List[0]
	}
	o := d.Next()
	a, ok := d.memory(o)
	if !ok {
		d.Failf("expected an address, found %s", o)
	}
	d.write(d.operand(), a)
}

func (d *decoder) negate() {
	o := d.operand()
	d.settle(o)
	a := d.read(o)
	v := d.signed(d.Compute(code.Neg, a, isa.None))
	d.flags(code.Sub, v, isa.None, a)
	d.write(o, v)
}

func (d *decoder) complement() {
	o := d.operand()
	d.settle(o)
	d.write(o, d.Compute(code.Com, d.read(o), isa.None))
}

// memoryFirst reads two operands, that in memory first.
func (d *decoder) memoryFirst() (dst, src operand) {
	dst, src = d.two()
	if src.memory {
		dst, src = src, dst
	}
	if src.number || dst.number {
		d.Failf("an operand is a number")
	}
	return dst, src
}

func (d *decoder) exchange() {
	dst, src := d.memoryFirst()
	d.locked(dst)
	if dst.memory {
		d.write(src, d.modify(code.Xchg, dst, d.read(src)))
		return
	}
	a, b := d.Temp(), d.Temp()
	d.Move(a, d.read(dst))
	d.Move(b, d.read(src))
	d.write(dst, b)
	d.write(src, a)
}

func (d *decoder) exchangeAdd() {
	dst, src := d.memoryFirst()
	b := d.read(src)
	var a isa.Reg
	lock := d.locked(dst)
	if lock {
		a = d.modify(code.FetchAdd, dst, b)
	} else {
		a = d.Temp()
		d.Move(a, d.read(dst))
	}
	v := d.signed(d.Compute(code.Add, a, b))
	d.flags(code.Add, v, a, b)
	d.write(src, a)
	if !lock {
		d.write(dst, v)
	}
}

// compareExchange decodes: if dst == rAX then dst = src, else rAX = dst.
func (d *decoder) compareExchange() {
	dst, src := d.memoryFirst()
	accumulator := operand{reg: isa.Register{Reg: 0}}
	acc, next := d.Temp(), d.Temp()
	d.Move(acc, d.read(accumulator))
	d.Move(next, d.read(src))
	old, done := d.Temp(), d.Temp()
	if d.locked(dst) {
		d.Emit(isa.Instr{Kind: isa.Cas, D: old, E: done, A: dst.address, B: acc, C: next, Size: d.size, Signed: true, Tags: isa.X, FailTags: isa.X})
	} else {
		d.Move(old, d.read(dst))
		d.ComputeTo(done, code.Eq, old, acc)
	}
	d.flags(code.Sub, d.signed(d.Compute(code.Sub, acc, old)), acc, old)
	failed := d.Skip(code.JZ, done, isa.None)
	if !d.lock {
		d.write(dst, next)
	}
	end := d.Skip(code.Jmp, isa.None, isa.None)
	d.Bind(failed)
	d.write(accumulator, old)
	d.Bind(end)
}
