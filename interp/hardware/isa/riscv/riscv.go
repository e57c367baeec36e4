// Package riscv decodes instructions of RV64: loads and stores, LR and SC, the
// atomic memory operations, fences, branches, and integer arithmetic as far as
// litmus tests and compilers of small functions use it.
//
// Loads and stores may carry .aq, .rl and .aqrl, as herd writes annotated ones,
// which no machine has. fence.i and fence iorw are fences; I/O does not exist.
package riscv

import (
	"strconv"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
)

const count isa.Reg = 32

// Arch is the architecture.
var Arch = &isa.Arch{Name: "RISCV", Count: count, Registers: registers()}

func registers() map[string]isa.Register {
	m := map[string]isa.Register{"X0": {Name: "x0", Reg: isa.None, Bits: 64}}
	for i := isa.Reg(1); i < count; i++ {
		n := strconv.Itoa(int(i))
		m["X"+n] = isa.Register{Name: "x" + n, Reg: i, Bits: 64}
	}
	names := "zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6"
	for i, name := range strings.Fields(names) {
		m[strings.ToUpper(name)] = m["X"+strconv.Itoa(i)]
	}
	m["FP"] = m["X8"]
	return m
}

// An instruction is the decoder of a mnemonic without its order.
type instruction func(d *decoder)

var instructions = map[string]instruction{"nop": func(*decoder) {}}

func init() {
	for name, op := range map[string]code.Op{
		"add": code.Add, "sub": code.Sub, "and": code.And, "or": code.Or, "xor": code.Xor, "mul": code.Mul,
		"sll": code.Shl, "srl": code.ShrU, "sra": code.ShrS, "slt": code.LtS, "sltu": code.LtU,
	} {
		instructions[name] = func(d *decoder) { d.arithmetic(op, false) }
		if name != "sub" && name != "mul" {
			immediate := name + "i"
			if name == "sltu" {
				immediate = "sltiu"
			}
			instructions[immediate] = func(d *decoder) { d.arithmetic(op, true) }
		}
	}
	for name, op := range map[string]code.Op{"addw": code.AddS32, "subw": code.SubS32, "mulw": code.MulS32} {
		instructions[name] = func(d *decoder) { d.arithmetic(op, false) }
	}
	instructions["addiw"] = func(d *decoder) { d.arithmetic(code.AddS32, true) }
	for name, op := range map[string]code.Op{
		"mv": code.Mov, "not": code.Com, "neg": code.Neg, "sext.w": code.ExtS32, "seqz": code.Not, "snez": code.Bool,
	} {
		instructions[name] = func(d *decoder) { d.ComputeTo(d.Reg().Reg, op, d.Reg().Reg, isa.None) }
	}
	instructions["negw"] = func(d *decoder) { d.ComputeTo(d.Reg().Reg, code.SubS32, isa.None, d.Reg().Reg) }
	instructions["li"] = func(d *decoder) { d.Set(d.Reg().Reg, d.Immediate()) }
	for name, size := range map[string]uint8{"b": 1, "h": 2, "w": 4, "d": 8} {
		instructions["l"+name] = func(d *decoder) { d.load(isa.Load, size, true) }
		instructions["l"+name+"u"] = func(d *decoder) { d.load(isa.Load, size, false) }
		instructions["s"+name] = func(d *decoder) { d.store(isa.Store, size) }
		if size < 4 {
			continue
		}
		instructions["amocas."+name] = func(d *decoder) { d.compareAndSwap(size) }
		instructions["lr."+name] = func(d *decoder) { d.load(isa.LoadX, size, true) }
		instructions["sc."+name] = func(d *decoder) { d.store(isa.StoreX, size) }
		for f, op := range map[string]code.RMWOp{
			"swap": code.Xchg, "add": code.FetchAdd, "and": code.FetchAnd, "or": code.FetchOr, "xor": code.FetchXor,
			"min": code.FetchMin, "max": code.FetchMax, "minu": code.FetchMinU, "maxu": code.FetchMaxU,
		} {
			instructions["amo"+f+"."+name] = func(d *decoder) { d.modify(op, size) }
		}
	}
	for name, op := range map[string]code.Op{
		"beq": code.JEq, "bne": code.JNe, "blt": code.JLtS, "bltu": code.JLtU,
	} {
		instructions[name] = func(d *decoder) { d.branch(op, false, false) }
		if name != "bltu" {
			instructions[name+"z"] = func(d *decoder) { d.branch(op, false, true) }
		}
	}
	for name, op := range map[string]code.Op{"bge": code.JLeS, "bgeu": code.JLeU} {
		instructions[name] = func(d *decoder) { d.branch(op, true, false) }
	}
	instructions["bgez"] = func(d *decoder) { d.branch(code.JLeS, true, true) }
	instructions["j"] = func(d *decoder) { d.Branch(code.Jmp, isa.None, isa.None, d.Next()) }
	instructions["ret"] = func(d *decoder) { d.Return() }
	instructions["jr"] = func(d *decoder) {
		if r := d.Reg(); r.Name != "x1" {
			d.Unsupportedf("jump to what a register holds is")
		}
		d.Return()
	}
	for name, op := range map[string]code.Op{"sllw": code.Shl, "srlw": code.ShrU, "sraw": code.ShrS} {
		instructions[name] = func(d *decoder) { d.shift(op, false) }
		instructions[strings.TrimSuffix(name, "w")+"iw"] = func(d *decoder) { d.shift(op, true) }
	}
	for _, name := range []string{"la", "lla"} {
		instructions[name] = func(d *decoder) { d.Set(d.Reg().Reg, d.Expression(d.Next())) }
	}
	instructions["lui"] = func(d *decoder) {
		dst := d.Reg()
		o := d.Next()
		v, ok := d.half(o)
		if !ok {
			v = d.Expression(o) << 12
		}
		d.Set(dst.Reg, int64(int32(v)))
	}
	instructions["fence"] = (*decoder).fence
	instructions["fence.i"] = func(d *decoder) { d.Fence(isa.FenceI) }
	instructions["fence.tso"] = func(d *decoder) { d.Fence(isa.FenceTSO) }
	Arch.Mnemonics = isa.Sorted(instructions)
	Arch.Decode = decode
}

// A decoder decodes one instruction.
type decoder struct {
	isa.Operands
	order isa.Tags
}

// orders are the suffixes that order accesses.
var orders = []struct {
	suffix string
	tags   isa.Tags
}{{".aq.rl", isa.AcqRel}, {".aqrl", isa.AcqRel}, {".aq", isa.Acq}, {".rl", isa.Rel}}

func decode(b *isa.Builder, mnemonic string, operands []string) error {
	name := strings.ToLower(mnemonic)
	d := &decoder{Operands: isa.Operands{Builder: b, List: operands}}
	for _, o := range orders {
		if stem, ok := strings.CutSuffix(name, o.suffix); ok {
			name, d.order = stem, o.tags
			break
		}
	}
	i, ok := instructions[name]
	if !ok || d.order != 0 && !ordered(name) {
		return Arch.Unknown(mnemonic)
	}
	i(d)
	return d.End()
}

// ordered reports whether an instruction may carry an order.
func ordered(name string) bool {
	return name[0] == 'l' && name != "li" || strings.HasPrefix(name, "sc.") || strings.HasPrefix(name, "amo") ||
		len(name) == 2 && name[0] == 's'
}

func (d *decoder) arithmetic(op code.Op, immediate bool) {
	dst, x := d.Reg(), d.Reg()
	y := isa.None
	if immediate {
		y = d.Const(d.number(d.Next()))
	} else {
		y = d.Reg().Reg
	}
	d.ComputeTo(dst.Reg, op, x.Reg, y)
}

// half reads %hi(x) or %lo(x), which together are the address of x.
func (d *decoder) half(o string) (v int64, ok bool) {
	low, isLow := strings.CutPrefix(o, "%lo(")
	high, isHigh := strings.CutPrefix(o, "%hi(")
	switch {
	case isLow:
		v = d.Expression(strings.TrimSuffix(low, ")"))
		return v - (v+0x800)&^0xfff, true
	case isHigh:
		return (d.Expression(strings.TrimSuffix(high, ")")) + 0x800) &^ 0xfff, true
	}
	return 0, false
}

// number computes an immediate operand, which may be half of an address.
func (d *decoder) number(o string) int64 {
	if v, ok := d.half(o); ok {
		return v
	}
	return d.Expression(o)
}

// shift decodes a shift of 32 bits.
func (d *decoder) shift(op code.Op, immediate bool) {
	dst, src := d.Reg(), d.Reg()
	x, n := src.Reg, isa.None
	if immediate {
		n = d.Const(d.Immediate())
	} else {
		n = d.Compute(code.And, d.Reg().Reg, d.Const(31))
	}
	if op == code.ShrU {
		x = d.Compute(code.ExtU32, x, isa.None)
	} else {
		x = d.Compute(code.ExtS32, x, isa.None)
	}
	d.ComputeTo(dst.Reg, code.ExtS32, d.Compute(op, x, n), isa.None)
}

// address reads k(r), (r) or a symbol. A register follows the symbol of a store: it receives the
// address, and is ignored.
func (d *decoder) address() isa.Reg {
	o := d.Next()
	if d.Err != nil {
		return isa.None
	}
	if !strings.Contains(o, "(") && d.Symbol != nil {
		if v, err := isa.Evaluate(o, d.Symbol); err == nil {
			a := d.Const(v)
			if len(d.List) > 0 {
				d.Move(d.Reg().Reg, a)
			}
			return a
		}
	}
	offset, r := d.Based(o)
	if offset == "" {
		return r.Reg
	}
	k := d.number(offset)
	if k == 0 {
		return r.Reg
	}
	return d.Compute(code.Add, r.Reg, d.Const(k))
}

func (d *decoder) load(kind isa.Kind, size uint8, signed bool) {
	dst := d.Reg()
	in := isa.Instr{Kind: kind, D: dst.Reg, A: d.address(), Size: size, Signed: signed, Tags: d.order}
	if kind == isa.LoadX {
		in.Tags |= isa.EX
	}
	d.Emit(in)
}

func (d *decoder) store(kind isa.Kind, size uint8) {
	status := isa.Register{Reg: isa.None}
	if kind == isa.StoreX {
		status = d.Reg()
	}
	src := d.Reg()
	in := isa.Instr{Kind: kind, D: status.Reg, A: d.address(), B: src.Reg, Size: size, Tags: d.order}
	if kind == isa.StoreX {
		in.Tags |= isa.EX
		in.Dependence = isa.OnWrite
	}
	d.Emit(in)
}

func (d *decoder) modify(op code.RMWOp, size uint8) {
	dst, src := d.Reg(), d.Reg()
	d.Emit(isa.Instr{Kind: isa.Amo, RMW: op, D: dst.Reg, E: isa.None, A: d.address(), B: src.Reg,
		Size: size, Signed: true, Tags: d.order | isa.X})
}

// compareAndSwap decodes AMOCAS of Zacas. One that fails only reads, and does not release.
func (d *decoder) compareAndSwap(size uint8) {
	dst, src := d.Reg(), d.Reg()
	in := isa.Instr{Kind: isa.Cas, D: d.Temp(), E: isa.None, A: d.address(), B: dst.Reg, C: src.Reg,
		Size: size, Signed: true, Tags: d.order | isa.X, FailTags: isa.X}
	if d.order == isa.Acq || d.order == isa.AcqRel {
		in.FailTags |= isa.Acq
	}
	d.Emit(in)
	d.Move(dst.Reg, in.D)
}

// branch decodes a conditional branch. swap exchanges the operands, and zero says that the second is
// 0.
func (d *decoder) branch(op code.Op, swap, zero bool) {
	x, y := d.Reg().Reg, isa.None
	if !zero {
		y = d.Reg().Reg
	}
	if swap {
		x, y = y, x
	}
	d.Branch(op, x, y, d.Next())
}

// fences are the fences by the kinds of accesses that they order before and after them.
var fences = map[[2]string]isa.Tags{
	{"r", "r"}: isa.FenceRR, {"r", "w"}: isa.FenceRW, {"r", "rw"}: isa.FenceRRW,
	{"w", "r"}: isa.FenceWR, {"w", "w"}: isa.FenceWW, {"w", "rw"}: isa.FenceWRW,
	{"rw", "r"}: isa.FenceRWR, {"rw", "w"}: isa.FenceRWW, {"rw", "rw"}: isa.FenceRWRW,
}

func (d *decoder) fence() {
	sides := [2]string{"rw", "rw"}
	if len(d.List) > 0 {
		sides = [2]string{ordinary(d.Next()), ordinary(d.Next())}
	}
	t, ok := fences[sides]
	if !ok {
		d.Failf("expected r, w or rw twice")
	}
	d.Fence(t)
}

// ordinary removes the I/O accesses from one side of a fence.
func ordinary(side string) string { return strings.TrimLeft(strings.ToLower(side), "io") }
