// Package ppc decodes instructions of Power: loads and stores, reservations,
// barriers, branches on one condition register, and integer arithmetic as far as
// litmus tests use it.
package ppc

import (
	"strconv"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
)

// Registers that hold the operands of the comparison that set condition register 0, after r31.
const (
	left isa.Reg = 32 + iota
	right
	count
)

// Arch is the architecture.
var Arch = &isa.Arch{Name: "PPC", Count: count, Registers: registers()}

func registers() map[string]isa.Register {
	m := make(map[string]isa.Register)
	for i := range left {
		n := strconv.Itoa(int(i))
		m["R"+n] = isa.Register{Name: "r" + n, Reg: i, Bits: 64}
	}
	return m
}

// An instruction is the decoder of a mnemonic.
type instruction func(d *decoder)

var instructions = map[string]instruction{"nop": func(*decoder) {}}

func init() {
	for name, op := range map[string]code.Op{
		"add": code.Add, "and": code.And, "or": code.Or, "xor": code.Xor, "mullw": code.MulS32,
		"slw": code.Shl, "srw": code.ShrU,
	} {
		instructions[name] = func(d *decoder) { d.arithmetic(op, false, false) }
		instructions[name+"."] = func(d *decoder) { d.arithmetic(op, false, true) }
	}
	instructions["subf"] = func(d *decoder) {
		dst, x, y := d.Reg(), d.Reg(), d.Reg()
		d.ComputeTo(dst.Reg, code.Sub, y.Reg, x.Reg)
	}
	instructions["sub"] = func(d *decoder) { d.arithmetic(code.Sub, false, false) }
	for name, op := range map[string]code.Op{"addi": code.Add, "subi": code.Sub, "ori": code.Or, "xori": code.Xor, "mulli": code.Mul} {
		instructions[name] = func(d *decoder) { d.arithmetic(op, true, false) }
	}
	instructions["andi."] = func(d *decoder) { d.arithmetic(code.And, true, true) }
	instructions["li"] = func(d *decoder) { d.Set(d.Reg().Reg, d.Immediate()) }
	instructions["mr"] = func(d *decoder) { d.Move(d.Reg().Reg, d.Reg().Reg) }
	for name, op := range map[string]code.Op{"cmpw": code.ExtS32, "cmpd": code.Mov, "cmplw": code.ExtU32} {
		instructions[name] = func(d *decoder) { d.compare(op, false) }
		instructions[name+"i"] = func(d *decoder) { d.compare(op, true) }
	}
	for name, size := range map[string]uint8{"bz": 1, "hz": 2, "wz": 4, "d": 8} {
		instructions["l"+name] = func(d *decoder) { d.load(isa.Load, size, false) }
		instructions["l"+name+"x"] = func(d *decoder) { d.load(isa.Load, size, true) }
	}
	for name, size := range map[string]uint8{"b": 1, "h": 2, "w": 4, "d": 8} {
		instructions["st"+name] = func(d *decoder) { d.store(isa.Store, size, false) }
		instructions["st"+name+"x"] = func(d *decoder) { d.store(isa.Store, size, true) }
		instructions["l"+name+"arx"] = func(d *decoder) { d.load(isa.LoadX, size, true) }
		instructions["st"+name+"cx."] = func(d *decoder) { d.store(isa.StoreX, size, true) }
	}
	for name, t := range map[string]isa.Tags{
		"sync": isa.SYNC, "hwsync": isa.SYNC, "lwsync": isa.LWSYNC, "eieio": isa.EIEIO, "isync": isa.ISYNC,
	} {
		instructions[name] = func(d *decoder) { d.Fence(t) }
	}
	instructions["b"] = func(d *decoder) { d.Branch(code.Jmp, isa.None, isa.None, d.Next()) }
	for name, c := range map[string]isa.Comparison{
		"beq": isa.Conditions["EQ"], "bne": isa.Conditions["NE"], "blt": isa.Conditions["LT"],
		"bge": isa.Conditions["GE"], "bgt": isa.Conditions["GT"], "ble": isa.Conditions["LE"],
	} {
		instructions[name] = func(d *decoder) { d.branch(c) }
		instructions[name+"-"], instructions[name+"+"] = instructions[name], instructions[name]
	}
	Arch.Mnemonics = isa.Sorted(instructions)
	Arch.Decode = decode
}

// A decoder decodes one instruction.
type decoder struct{ isa.Operands }

func decode(b *isa.Builder, mnemonic string, operands []string) error {
	d := &decoder{isa.Operands{Builder: b, List: operands}}
	i, ok := instructions[strings.ToLower(mnemonic)]
	if !ok {
		return Arch.Unknown(mnemonic)
	}
	i(d)
	return d.End()
}

// base returns a register as the base of an address or of addi, where r0 means 0.
func base(r isa.Register) isa.Reg {
	if r.Reg == 0 {
		return isa.None
	}
	return r.Reg
}

func (d *decoder) arithmetic(op code.Op, immediate, record bool) {
	dst, x := d.Reg(), d.Reg()
	a, b := x.Reg, isa.None
	if immediate {
		b = d.Const(d.Immediate())
		if op == code.Add || op == code.Sub {
			a = base(x)
		}
	} else {
		b = d.Reg().Reg
	}
	if op == code.ShrU {
		a = d.Compute(code.ExtU32, a, isa.None)
	}
	d.ComputeTo(dst.Reg, op, a, b)
	if record {
		d.Move(left, dst.Reg)
		d.Move(right, isa.None)
	}
}

func (d *decoder) compare(op code.Op, immediate bool) {
	if len(d.List) == 3 {
		if f := d.Next(); !strings.EqualFold(f, "cr0") && f != "0" {
			d.Unsupportedf("condition register %s is", f)
		}
	}
	x, y := d.Reg(), isa.None
	if immediate {
		y = d.Const(d.Immediate())
	} else {
		y = d.Reg().Reg
	}
	d.ComputeTo(left, op, x.Reg, isa.None)
	d.ComputeTo(right, op, y, isa.None)
}

// address reads r,r or k(r). r0 as the first register means 0.
func (d *decoder) address(indexed bool) isa.Reg {
	if indexed {
		x, y := d.Reg(), d.Reg()
		if base(x) == isa.None {
			return y.Reg
		}
		return d.Compute(code.Add, x.Reg, y.Reg)
	}
	o := d.Next()
	if d.Err != nil {
		return isa.None
	}
	offset, r := d.Based(o)
	k := d.Number(offset)
	if k == 0 {
		return base(r)
	}
	return d.Compute(code.Add, base(r), d.Const(k))
}

func (d *decoder) load(kind isa.Kind, size uint8, indexed bool) {
	dst := d.Reg()
	in := isa.Instr{Kind: kind, D: dst.Reg, A: d.address(indexed), Size: size, Signed: size == 4}
	if kind == isa.LoadX {
		in.Tags = isa.EX
	}
	d.Emit(in)
}

func (d *decoder) store(kind isa.Kind, size uint8, indexed bool) {
	src := d.Reg()
	in := isa.Instr{Kind: kind, D: isa.None, A: d.address(indexed), B: src.Reg, Size: size}
	if kind == isa.StoreX {
		in.Tags, in.D, in.Dependence = isa.EX, left, isa.OnOperands
	}
	d.Emit(in)
	if kind == isa.StoreX {
		d.Move(right, isa.None)
	}
}

// branch decodes a branch on condition register 0.
func (d *decoder) branch(c isa.Comparison) {
	if len(d.List) == 2 && strings.EqualFold(d.List[0], "cr0") {
		d.List = d.List[1:]
	}
	x, y := c.Order(left, right)
	d.Branch(c.Jump, x, y, d.Next())
}
