package litmus

import (
	"strings"

	"fencepost/interp/code"
	"fencepost/trace"
)

// A register of the machine holds the 32 bits of a register of X86
// sign-extended, and the 64 bits of one of X86_64; values under way are
// sign-extended from the size of the instruction.

// An x86Op is an arithmetic instruction.
type x86Op struct {
	op, op32 code.Op // for 64 and 32 bits
	rmw      code.RMWOp
	step     bool // has one operand: the other is 1
	test     bool // sets the flags only
}

var x86Ops = map[string]x86Op{
	"add":  {op: code.Add, op32: code.AddS32, rmw: code.FetchAdd},
	"sub":  {op: code.Sub, op32: code.SubS32, rmw: code.FetchSub},
	"inc":  {op: code.Add, op32: code.AddS32, rmw: code.FetchAdd, step: true},
	"dec":  {op: code.Sub, op32: code.SubS32, rmw: code.FetchSub, step: true},
	"cmp":  {op: code.Sub, op32: code.SubS32, test: true},
	"test": {op: code.And, op32: code.And, test: true},
	"and":  {op: code.And, op32: code.And, rmw: code.FetchAnd},
	"or":   {op: code.Or, op32: code.Or, rmw: code.FetchOr},
	"xor":  {op: code.Xor, op32: code.Xor, rmw: code.FetchXor},
}

var x86Fences = map[string]trace.FenceKind{
	"mfence": trace.StoreLoad, "sfence": trace.StoreStore, "lfence": trace.LoadLoad,
}

// An x86Jump is a conditional jump: op compares two of the flags registers.
type x86Jump struct {
	op   code.Op
	a, b flag
}

var x86Jumps = map[string]x86Jump{
	"je": {op: code.JZ}, "jz": {op: code.JZ}, "jne": {op: code.JNZ}, "jnz": {op: code.JNZ},
	"jl": {code.JLtS, leftFlag, rightFlag}, "jlt": {code.JLtS, leftFlag, rightFlag}, "jle": {code.JLeS, leftFlag, rightFlag},
	"jg": {code.JLtS, rightFlag, leftFlag}, "jgt": {code.JLtS, rightFlag, leftFlag}, "jge": {code.JLeS, rightFlag, leftFlag},
	"js": {code.JLtS, resultFlag, zeroFlag}, "jns": {code.JLeS, zeroFlag, resultFlag},
}

// A flag is a register that stands for the flags: the result of the last
// arithmetic instruction, and two numbers that compare as its sign flag and
// overflow flag tell.
type flag uint8

const (
	resultFlag flag = iota
	leftFlag
	rightFlag
	zeroFlag // holds 0
	numFlags
)

var flagNames = [numFlags]string{"flags: result", "flags: left", "flags: right", "flags: zero"}

// flag returns the register of f.
func (x *x86Thread) flag(f flag) uint8 { return x.t.register(flagNames[f]) }

// instruction reads the operands of an instruction and assembles it.
func (x *x86Thread) instruction(written string) {
	name := strings.ToLower(written)
	if name == "lock" {
		x.locked(x.name("an instruction"))
		return
	}
	if f, ok := x86Fences[name]; ok {
		x.t.fence(code.Access{Fence: f}, x.start.text)
		return
	}
	if j, ok := x86Jumps[name]; ok {
		x.jump(j.op, x.flag(j.a), x.flag(j.b))
		return
	}
	if name == "jmp" {
		x.jump(code.Jmp, 0, 0)
		return
	}
	base, suffix := x.split(name)
	switch base {
	case "nop":
	case "mov":
		ops := x.operands(2, suffix)
		x.write(ops[0], x.read(ops[1]))
	case "xchg":
		ops := x.memoryFirst(x.operands(2, suffix))
		x.exchange(ops[0], ops[1], ops[0].memory)
	default:
		x.arithmetic(written, false)
	}
}

// locked assembles an instruction with the LOCK prefix.
func (x *x86Thread) locked(name string) {
	switch base, suffix := x.split(strings.ToLower(name)); base {
	case "xchg":
		ops := x.memoryFirst(x.operands(2, suffix))
		if !ops[0].memory {
			x.errorf(x.start.pos, "no operand of the locked instruction is in memory")
		}
		x.exchange(ops[0], ops[1], true)
	case "mov", "nop", "cmp", "test":
		x.errorf(x.start.pos, "%s cannot be locked", name)
	default:
		x.arithmetic(name, true)
	}
}

// split separates the size suffix that instructions of X86_64 have; 0 is none.
func (x *x86Thread) split(name string) (base string, suffix uint8) {
	if _, ok := x86Ops[name]; ok || x.test.Arch == X86 {
		return name, 0
	}
	if b, ok := strings.CutSuffix(name, "l"); ok {
		return b, 4
	}
	if b, ok := strings.CutSuffix(name, "q"); ok {
		return b, 8
	}
	return name, 0
}

// arithmetic assembles an instruction that computes.
func (x *x86Thread) arithmetic(name string, lock bool) {
	base, suffix := x.split(strings.ToLower(name))
	op, ok := x86Ops[base]
	var ops []x86Operand
	switch {
	case ok && op.step:
		ops = append(x.operands(1, suffix), x86Operand{value: 1})
	case ok:
		ops = x.operands(2, suffix)
	case base == "cmpxchg" || base == "xadd":
		ops = x.memoryFirst(x.operands(2, suffix))
	default:
		x.unsupportedf(x.start.pos, "instruction %s is", name)
		return
	}
	dst, src := ops[0], ops[1]
	switch {
	case lock && !dst.memory:
		x.errorf(x.start.pos, "no operand of the locked instruction is in memory to be changed")
	case !dst.memory && !dst.isRegister() && !op.test:
		x.errorf(dst.pos, "the destination is a number")
	case base == "cmpxchg":
		x.compareExchange(dst, src, lock)
	case base == "xadd":
		x.exchangeAdd(dst, src, lock)
	default:
		x.update(op, dst, src, lock)
	}
}

// update assembles dst = dst op src, and the flags.
func (x *x86Thread) update(op x86Op, dst, src x86Operand, lock bool) {
	v := x.read(src)
	var old uint8
	if lock {
		old = x.rmw(op.rmw, dst, v)
	} else {
		old = x.read(dst)
	}
	d := x.compute(op, old, v)
	x.flags(op, d, old, v)
	if !lock && !op.test {
		x.write(dst, d)
	}
}

// compute returns a temporary that holds a op b.
func (x *x86Thread) compute(op x86Op, a, b uint8) uint8 {
	d := x.t.temp()
	in := code.Instr{Op: op.op, A: d, B: a, C: b}
	if x.size == 4 {
		in.Op = op.op32
	}
	x.t.emit(in)
	return d
}

// flags sets the flags after d = a op b.
func (x *x86Thread) flags(op x86Op, d, a, b uint8) {
	x.move(x.flag(resultFlag), d)
	x.move(x.flag(leftFlag), a)
	x.move(x.flag(rightFlag), b)
	switch op.op {
	case code.Sub:
	case code.Add:
		x.t.emit(code.Instr{Op: code.Neg, A: x.flag(rightFlag), B: b})
	default:
		x.move(x.flag(leftFlag), d)
		x.t.constant(x.flag(rightFlag), 0)
	}
}

// exchange assembles dst, src = src, dst.
func (x *x86Thread) exchange(dst, src x86Operand, lock bool) {
	if !src.isRegister() || !dst.memory && !dst.isRegister() {
		x.errorf(x.start.pos, "an operand to be exchanged is a number")
		return
	}
	if lock {
		x.write(src, x.rmw(code.Xchg, dst, x.read(src)))
		return
	}
	old := x.t.temp()
	x.move(old, x.read(dst))
	x.write(dst, x.read(src))
	x.write(src, old)
}

// exchangeAdd assembles dst, src = dst + src, dst.
func (x *x86Thread) exchangeAdd(dst, src x86Operand, lock bool) {
	if !src.isRegister() {
		x.errorf(src.pos, "an operand to be exchanged is a number")
		return
	}
	v, old := x.t.temp(), uint8(0)
	x.move(v, x.read(src))
	if lock {
		old = x.rmw(code.FetchAdd, dst, v)
	} else {
		old = x.t.temp()
		x.move(old, x.read(dst))
	}
	d := x.compute(x86Ops["add"], old, v)
	x.flags(x86Ops["add"], d, old, v)
	x.write(src, old)
	if !lock {
		x.write(dst, d)
	}
}

// compareExchange assembles: if dst == EAX then dst = src, else EAX = dst.
func (x *x86Thread) compareExchange(dst, src x86Operand, lock bool) {
	eax := x86Operand{reg: x.asm.registers["EAX"]}
	if x.size == 8 {
		eax.reg = x.asm.registers["RAX"]
	}
	acc := x.t.temp()
	x.move(acc, x.read(eax))
	done, old, next := x.t.temp(), x.t.temp(), x.t.temp()
	if lock {
		x.move(next, x.read(src))
		x.move(old, acc)
		x.t.access(code.CAS, done, x.address(dst), old, x.access(trace.SeqCst), x.text)
	} else {
		x.move(old, x.read(dst))
		x.t.emit(code.Instr{Op: code.Eq, A: done, B: old, C: acc})
	}
	x.flags(x86Ops["cmp"], x.compute(x86Ops["cmp"], acc, old), acc, old)
	failed := x.t.jump(code.JZ, done, 0)
	if !lock {
		x.write(dst, x.read(src))
	}
	end := x.t.jump(code.Jmp, 0, 0)
	x.t.bind(failed)
	x.write(eax, old)
	x.t.bind(end)
}

// memoryFirst puts the operand that is in memory first.
func (x *x86Thread) memoryFirst(ops []x86Operand) []x86Operand {
	if ops[1].memory {
		ops[0], ops[1] = ops[1], ops[0]
	}
	return ops
}

func (x *x86Thread) move(to, from uint8) { x.t.emit(code.Instr{Op: code.Mov, A: to, B: from}) }

// machine returns the machine's register that stands for one of the test.
func (x *x86Thread) machine(r x86Register) uint8 { return x.t.register(r.name) }

// access describes an access of the instruction's size.
func (x *x86Thread) access(o trace.Order) code.Access {
	return code.Access{Size: x.size, Signed: true, Order: o, Fail: o}
}

// address returns a register that holds the address of a memory operand.
func (x *x86Thread) address(o x86Operand) uint8 {
	if o.object == nil {
		return x.machine(o.reg)
	}
	r := x.t.temp()
	x.t.constant(r, int64(o.object.addr))
	return r
}

// read returns a register that holds the value of an operand.
func (x *x86Thread) read(o x86Operand) uint8 {
	switch {
	case o.memory:
		base := x.address(o)
		d := x.t.temp()
		x.t.access(code.Load, d, base, 0, x.access(trace.Plain), x.text)
		return d
	case o.reg.bits == 0:
		d := x.t.temp()
		x.t.constant(d, x.immediate(o))
		return d
	case x.size == 4:
		d := x.t.temp()
		x.t.emit(code.Instr{Op: code.ExtS32, A: d, B: x.machine(o.reg)})
		return d
	}
	return x.machine(o.reg)
}

// immediate returns the value of a number in an instruction of x.size.
func (x *x86Thread) immediate(o x86Operand) int64 {
	if x.size == 8 {
		return o.value
	}
	if v := o.value; v != int64(int32(v)) && v != int64(uint32(v)) {
		x.errorf(o.pos, "%d does not fit in 32 bits", v)
	}
	return int64(int32(o.value))
}

// write makes an operand hold the value of register v.
func (x *x86Thread) write(o x86Operand, v uint8) {
	switch {
	case o.memory:
		x.t.access(code.Store, 0, x.address(o), v, x.access(trace.Plain), x.text)
	case o.reg.bits == 0:
		x.errorf(o.pos, "the destination is a number")
	case x.size == 4 && x.test.Arch == X86_64:
		x.t.emit(code.Instr{Op: code.ExtU32, A: x.machine(o.reg), B: v})
	default:
		x.move(x.machine(o.reg), v)
	}
}

// rmw performs a locked operation on memory and returns a register that holds
// the old value.
func (x *x86Thread) rmw(op code.RMWOp, dst x86Operand, v uint8) uint8 {
	base := x.address(dst)
	d := x.t.temp()
	acc := x.access(trace.SeqCst)
	acc.RMW = op
	x.t.access(code.RMW, d, base, v, acc, x.text)
	return d
}
