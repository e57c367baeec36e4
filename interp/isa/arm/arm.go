// Package arm decodes instructions of Armv7 in Arm state: loads and stores,
// exclusives, barriers, branches, and integer arithmetic as far as litmus tests and
// compilers of small functions use it.
//
// A domain of a barrier is taken as the whole system. An instruction with a
// condition is a choice if it computes, and a branch around an access.
package arm

import (
	"strconv"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/isa"
)

// The registers that hold the flags stand behind R15.
const (
	left isa.Reg = 16 + iota
	right
	count
)

// Arch is the architecture.
var Arch = &isa.Arch{Name: "ARM", Count: count, Registers: registers()}

func registers() map[string]isa.Register {
	m := make(map[string]isa.Register)
	for i := range left {
		n := strconv.Itoa(int(i))
		m["R"+n] = isa.Register{Name: "R" + n, Reg: i, Bits: 32}
	}
	for name, n := range map[string]string{"SB": "R9", "SL": "R10", "FP": "R11", "IP": "R12", "SP": "R13", "LR": "R14", "PC": "R15"} {
		m[name] = m[n]
	}
	return m
}

// An instruction is the decoder of a mnemonic.
type instruction func(d *decoder)

var (
	computing = map[string]instruction{}                         // may carry a condition, and S
	accessing = map[string]instruction{}                         // may carry a condition
	others    = map[string]instruction{"NOP": func(*decoder) {}} // may not
)

func init() {
	for name, op := range map[string]code.Op{
		"ADD": code.AddS32, "SUB": code.SubS32, "RSB": code.SubS32, "AND": code.And, "ORR": code.Or, "EOR": code.Xor,
		"BIC": code.And, "MUL": code.MulS32, "LSL": code.Shl, "LSR": code.ShrU, "ASR": code.ShrS,
	} {
		computing[name] = func(d *decoder) { d.arithmetic(op, name == "RSB", name == "BIC") }
	}
	for _, name := range []string{"MOV", "MOVW", "MVN"} {
		computing[name] = func(d *decoder) {
			dst := d.Reg()
			v := d.value()
			if name == "MVN" {
				v = d.Compute(code.Com, v, isa.None)
			}
			d.result(dst, v, v, isa.None)
		}
	}
	for name, op := range map[string]code.Op{"UXTB": code.ExtU8, "UXTH": code.ExtU16, "SXTB": code.ExtS8, "SXTH": code.ExtS16} {
		computing[name] = func(d *decoder) {
			dst, src := d.Reg(), d.Reg()
			v := d.Compute(op, src.Reg, isa.None)
			d.result(dst, v, v, isa.None)
		}
	}
	for suffix, size := range map[string]uint8{"": 4, "B": 1, "H": 2} {
		accessing["LDR"+suffix] = func(d *decoder) { d.load(isa.Load, size) }
		accessing["LDREX"+suffix] = func(d *decoder) { d.load(isa.LoadX, size) }
		accessing["STR"+suffix] = func(d *decoder) { d.store(isa.Store, size) }
		accessing["STREX"+suffix] = func(d *decoder) { d.store(isa.StoreX, size) }
	}
	accessing["CMP"] = func(d *decoder) {
		x := d.Reg()
		d.flags(x.Reg, d.value())
	}
	accessing["TST"] = func(d *decoder) {
		x := d.Reg()
		d.flags(d.Compute(code.And, x.Reg, d.value()), isa.None)
	}
	for name, tags := range map[string][2]isa.Tags{"DMB": {isa.DMB, isa.DMBST}, "DSB": {isa.DSB, isa.DSBST}} {
		others[name] = func(d *decoder) { d.barrier(tags) }
	}
	others["ISB"] = func(d *decoder) {
		if len(d.List) > 0 && strings.EqualFold(d.List[0], "SY") {
			d.List = nil
		}
		d.Fence(isa.ISB)
	}
	Arch.Mnemonics = isa.Sorted(computing, append(isa.Sorted(accessing), isa.Sorted(others, "B", "BEQ", "BNE")...)...)
	Arch.Decode = decode
}

// A decoder decodes one instruction.
type decoder struct {
	isa.Operands
	setFlags bool
	when     isa.Comparison
}

func decode(b *isa.Builder, mnemonic string, operands []string) error {
	name := strings.ToUpper(mnemonic)
	d := &decoder{Operands: isa.Operands{Builder: b, List: operands}, when: isa.Conditions["AL"]}
	if i, ok := others[name]; ok {
		i(d)
		return d.End()
	}
	if i, compute, ok := d.find(name); ok {
		if around := d.when.Jump != code.Jmp && !compute; around {
			x, y := d.when.Inverse().Order(left, right)
			skip := d.Skip(d.when.Inverse().Jump, x, y)
			i(d)
			d.Bind(skip)
		} else {
			i(d)
		}
		return d.End()
	}
	if c, ok := strings.CutPrefix(name, "B"); ok {
		when, known := isa.Conditions[c]
		if c == "" {
			when, known = isa.Conditions["AL"], true
		}
		if known {
			x, y := when.Order(left, right)
			d.Branch(when.Jump, x, y, d.Next())
			return d.End()
		}
	}
	return Arch.Unknown(mnemonic)
}

// find finds the instruction of a mnemonic that may end in S and a condition.
func (d *decoder) find(name string) (i instruction, compute, ok bool) {
	for _, cut := range []int{0, 2} {
		if len(name) <= cut {
			continue
		}
		stem := name[:len(name)-cut]
		if cut > 0 {
			if d.when, ok = isa.Conditions[name[len(stem):]]; !ok {
				continue
			}
		}
		if i, ok := computing[stem]; ok {
			return i, true, true
		}
		if i, ok := accessing[stem]; ok {
			return i, false, true
		}
		if s, found := strings.CutSuffix(stem, "S"); found && computing[s] != nil {
			d.setFlags = true
			return computing[s], true, true
		}
	}
	return nil, false, false
}

// value reads an immediate or a register, with a shift if one follows.
func (d *decoder) value() isa.Reg {
	if o := d.Next(); d.Err != nil {
		return isa.None
	} else if strings.HasPrefix(o, "#") {
		v, err := isa.Immediate(o)
		if err != nil {
			d.Failf("%v", err)
		}
		return d.Const(int64(int32(v)))
	} else {
		r, err := d.Register(o)
		if err != nil {
			d.Failf("%v", err)
		}
		return d.shifted(r.Reg)
	}
}

func (d *decoder) shifted(v isa.Reg) isa.Reg {
	if len(d.List) == 0 {
		return v
	}
	fields := strings.Fields(strings.ToUpper(d.Next()))
	ops := map[string]code.Op{"LSL": code.Shl, "LSR": code.ShrU, "ASR": code.ShrS}
	if len(fields) != 2 || ops[fields[0]] == code.BadOp {
		d.Unsupportedf("form of an operand is")
		return v
	}
	n, err := isa.Immediate(fields[1])
	if err != nil {
		d.Failf("%v", err)
	}
	if fields[0] == "LSR" {
		v = d.Compute(code.ExtU32, v, isa.None)
	}
	return d.Compute(code.ExtS32, d.Compute(ops[fields[0]], v, d.Const(n)), isa.None)
}

// result makes dst hold v if the instruction's condition holds, and sets the flags
// to those of a comparison of x and y if it sets them.
func (d *decoder) result(dst isa.Register, v, x, y isa.Reg) {
	v = d.Compute(code.ExtS32, v, isa.None)
	if d.when.Jump != code.Jmp {
		if d.setFlags {
			d.Unsupportedf("instruction that has a condition and sets flags is")
		}
		a, b := d.when.Order(left, right)
		d.Emit(isa.Instr{Kind: isa.Select, D: dst.Reg, A: v, B: dst.Reg, C: d.Compute(d.when.Compute, a, b)})
		return
	}
	if d.setFlags {
		d.flags(x, y)
	}
	d.Move(dst.Reg, v)
}

func (d *decoder) flags(x, y isa.Reg) {
	d.ComputeTo(left, code.ExtS32, x, isa.None)
	d.ComputeTo(right, code.ExtS32, y, isa.None)
}

func (d *decoder) arithmetic(op code.Op, reverse, complement bool) {
	dst := d.Reg()
	x := dst
	if len(d.List) > 1 {
		x = d.Reg()
	}
	a, b := x.Reg, d.value()
	if reverse {
		a, b = b, a
	}
	if complement {
		b = d.Compute(code.Com, b, isa.None)
	}
	if op == code.ShrU {
		a = d.Compute(code.ExtU32, a, isa.None)
	}
	v := d.Compute(op, a, b)
	switch op {
	case code.SubS32:
		d.result(dst, v, a, b)
	case code.AddS32:
		d.result(dst, v, a, d.Compute(code.Neg, b, isa.None))
	default:
		d.result(dst, v, v, isa.None)
	}
}

// address reads [R], [R,#k], [R,R] or [R,R,LSL #k].
func (d *decoder) address() isa.Reg {
	o := d.Next()
	if d.Err != nil {
		return isa.None
	}
	if strings.HasSuffix(o, "!") || len(d.List) > 0 {
		d.Unsupportedf("address that changes its register is")
	}
	inner, open := strings.CutPrefix(o, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !open || !closed {
		d.Failf("expected an address, found %s", o)
		return isa.None
	}
	_, d.List = isa.Split("a " + inner)
	base := d.Reg()
	if len(d.List) == 0 {
		return base.Reg
	}
	return d.Compute(code.Add, base.Reg, d.value())
}

func (d *decoder) load(kind isa.Kind, size uint8) {
	dst := d.Reg()
	in := isa.Instr{Kind: kind, D: dst.Reg, A: d.address(), Size: size, Signed: size == 4}
	if kind == isa.LoadX {
		in.Tags = isa.EX
	}
	d.Emit(in)
}

func (d *decoder) store(kind isa.Kind, size uint8) {
	status := isa.Register{Reg: isa.None}
	if kind == isa.StoreX {
		status = d.Reg()
	}
	src := d.Reg()
	in := isa.Instr{Kind: kind, D: status.Reg, A: d.address(), B: src.Reg, Size: size}
	if kind == isa.StoreX {
		in.Tags, in.Dependence = isa.EX, isa.OnOperands
	}
	d.Emit(in)
}

func (d *decoder) barrier(tags [2]isa.Tags) {
	domain := "SY"
	if len(d.List) > 0 {
		domain = strings.ToUpper(d.Next())
	}
	switch domain {
	case "SY", "ISH", "UN", "NSH", "OSH":
		d.Fence(tags[0])
	case "ST", "ISHST", "NSHST", "OSHST":
		d.Fence(tags[1])
	default:
		d.Failf("%s is no domain of a barrier", domain)
	}
}
