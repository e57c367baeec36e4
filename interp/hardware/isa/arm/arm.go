// Package arm decodes instructions of Armv7, in Arm and Thumb state, in the unified syntax: loads and
// stores, exclusives, barriers, branches, and integer arithmetic as far as litmus tests and compilers
// of small functions use it. IT only announces the conditions that the instructions after it carry.
//
// Every domain of a barrier counts as the whole system. An instruction with a condition is a choice
// if it computes, and a branch around an access.
package arm

import (
	"strconv"
	"strings"

	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
)

// Registers that represent the flags, after R15.
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
	computing["MOVT"] = func(d *decoder) {
		dst := d.Reg()
		low := d.Compute(code.And, dst.Reg, d.Const(0xffff))
		v := d.Compute(code.Or, low, d.Compute(code.Shl, d.value(), d.Const(16)))
		d.result(dst, v, v, isa.None)
	}
	for name, size := range map[string]uint8{"LDRSB": 1, "LDRSH": 2} {
		accessing[name] = func(d *decoder) {
			dst := d.Reg()
			d.Emit(isa.Instr{Kind: isa.Load, D: dst.Reg, A: d.address(), Size: size, Signed: true})
		}
	}
	computing["ADC"], computing["SBC"] = (*decoder).addCarry, (*decoder).subtractBorrow
	computing["ADDW"], computing["SUBW"] = computing["ADD"], computing["SUB"]
	accessing["LDRD"] = func(d *decoder) { d.pair(isa.Load) }
	accessing["STRD"] = func(d *decoder) { d.pair(isa.Store) }
	accessing["LDREXD"], accessing["STREXD"] = (*decoder).loadDouble, (*decoder).storeDouble
	computing["CLZ"] = (*decoder).leadingZeros
	accessing["PUSH"], accessing["POP"] = (*decoder).push, (*decoder).pop
	accessing["BX"] = func(d *decoder) {
		if r := d.Reg(); r.Name != "R14" {
			d.Unsupportedf("jump to what a register holds is")
		}
		d.Return()
	}
	accessing["CMP"] = func(d *decoder) { d.flags(d.Reg().Reg, d.value()) }
	accessing["CMN"] = func(d *decoder) { d.flags(d.Reg().Reg, d.Compute(code.Neg, d.value(), isa.None)) }
	accessing["TST"] = func(d *decoder) { d.flags(d.Compute(code.And, d.Reg().Reg, d.value()), isa.None) }
	for name, tags := range map[string][2]isa.Tags{"DMB": {isa.DMB, isa.DMBST}, "DSB": {isa.DSB, isa.DSBST}} {
		others[name] = func(d *decoder) { d.barrier(tags) }
	}
	for name, op := range map[string]code.Op{"CBZ": code.JZ, "CBNZ": code.JNZ} {
		others[name] = func(d *decoder) { d.Branch(op, d.Reg().Reg, isa.None, d.Next()) }
	}
	others["CLREX"] = func(*decoder) {}
	for _, name := range strings.Fields("IT ITT ITE ITTT ITTE ITET ITEE ITTTT ITTTE ITTET ITTEE ITETT ITETE ITEET ITEEE") {
		others[name] = func(d *decoder) { d.Next() }
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
	name := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(mnemonic), ".W"), ".N")
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
		return d.Const(int64(int32(d.number(strings.TrimPrefix(o, "#")))))
	} else if strings.HasPrefix(o, ":") {
		return d.Const(int64(int32(d.number(o))))
	} else {
		return d.shifted(d.read(d.Named(o)))
	}
}

// number reads an immediate, or half of an expression's value.
func (d *decoder) number(text string) int64 {
	if low, ok := strings.CutPrefix(text, ":lower16:"); ok {
		return d.Expression(low) & 0xffff
	}
	if high, ok := strings.CutPrefix(text, ":upper16:"); ok {
		return d.Expression(high) >> 16 & 0xffff
	}
	return d.Number(text)
}

// read returns a register with the value of r.
func (d *decoder) read(r isa.Register) isa.Reg {
	if r.Name == "R15" {
		return d.Const(d.PC)
	}
	return r.Reg
}

// leadingZeros counts the zeros above the highest bit that is set: how many powers of
// two are greater.
func (d *decoder) leadingZeros() {
	dst, src := d.Reg(), d.Reg()
	x := d.Compute(code.ExtU32, src.Reg, isa.None)
	count, power, less := d.Const(0), d.Temp(), d.Temp()
	for i := range 32 {
		d.Set(power, 1<<i)
		d.ComputeTo(less, code.LtU, x, power)
		d.ComputeTo(count, code.Add, count, less)
	}
	d.result(dst, count, count, isa.None)
}

// registerList reads {R4-R7,LR}.
func (d *decoder) registerList() (list []isa.Register) {
	inner, open := strings.CutPrefix(d.Next(), "{")
	inner, closed := strings.CutSuffix(inner, "}")
	if !open || !closed {
		d.Failf("expected a list of registers")
		return nil
	}
	for _, item := range strings.Split(inner, ",") {
		from, to, ok := strings.Cut(strings.TrimSpace(item), "-")
		if !ok {
			to = from
		}
		d.List = append(d.List, strings.TrimSpace(from), strings.TrimSpace(to))
		first, last := d.Reg(), d.Reg()
		if d.Err != nil {
			return nil
		}
		for r := first.Reg; r <= last.Reg; r++ {
			list = append(list, isa.Register{Name: "R" + strconv.Itoa(int(r)), Reg: r, Bits: 32})
		}
	}
	return list
}

const sp isa.Reg = 13

func (d *decoder) push() {
	list := d.registerList()
	d.ComputeTo(sp, code.SubS32, sp, d.Const(int64(4*len(list))))
	for i, r := range list {
		a := d.Compute(code.Add, sp, d.Const(int64(4*i)))
		d.Emit(isa.Instr{Kind: isa.Store, D: isa.None, A: a, B: r.Reg, Size: 4})
	}
}

// pop decodes POP, which returns if it loads the program counter.
func (d *decoder) pop() {
	list := d.registerList()
	returns := false
	for i, r := range list {
		if r.Name == "R15" {
			returns = true
			continue
		}
		a := d.Compute(code.Add, sp, d.Const(int64(4*i)))
		d.Emit(isa.Instr{Kind: isa.Load, D: r.Reg, A: a, Size: 4, Signed: true})
	}
	d.ComputeTo(sp, code.AddS32, sp, d.Const(int64(4*len(list))))
	if returns {
		d.Return()
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
	n := d.Number(fields[1])
	if fields[0] == "LSR" {
		v = d.Compute(code.ExtU32, v, isa.None)
	}
	return d.Compute(code.ExtS32, d.Compute(ops[fields[0]], v, d.Const(n)), isa.None)
}

// result sets dst to v if the instruction's condition holds. If the instruction sets the flags, it
// sets them as by a comparison of x and y.
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
	a, b := d.read(x), d.value()
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

// addCarry decodes ADC after ADDS, which sets the flags as by a comparison with the negated operand.
// There is a carry unless the negated operand is greater, or 0.
func (d *decoder) addCarry() {
	dst, x := d.Reg(), d.Reg()
	carry := d.Compute(code.And, d.Compute(code.Not, d.Compute(code.LtU, left, right), isa.None), d.Compute(code.Bool, right, isa.None))
	v := d.Compute(code.AddS32, d.Compute(code.AddS32, x.Reg, d.value()), carry)
	d.carried(dst, v)
}

// subtractBorrow decodes SBC after SUBS.
func (d *decoder) subtractBorrow() {
	dst, x := d.Reg(), d.Reg()
	v := d.Compute(code.SubS32, d.Compute(code.SubS32, x.Reg, d.value()), d.Compute(code.LtU, left, right))
	d.carried(dst, v)
}

func (d *decoder) carried(dst isa.Register, v isa.Reg) {
	if d.setFlags {
		d.Unsupportedf("instruction that takes a carry and sets flags is")
	}
	d.result(dst, v, v, isa.None)
}

// address reads [R], [R,#k], [R,R], [R,R,LSL #k], [R,#k]! or [R],#k.
func (d *decoder) address() isa.Reg {
	return d.Address(code.AddS32, func(name string) (isa.Register, isa.Reg) {
		base := d.Named(name)
		return base, d.read(base)
	}, d.value)
}

func (d *decoder) load(kind isa.Kind, size uint8) {
	dst := d.Reg()
	if d.Literal != nil && len(d.List) == 1 && !strings.HasPrefix(d.List[0], "[") {
		v, ok := d.Literal(d.Expression(d.Next()))
		if !ok {
			d.Failf("no number stands there")
		}
		d.Set(dst.Reg, int64(int32(v)))
		return
	}
	in := isa.Instr{Kind: kind, D: dst.Reg, A: d.address(), Size: size, Signed: size == 4}
	if kind == isa.LoadX {
		in.Tags = isa.EX
	}
	d.Emit(in)
}

// pair decodes LDRD and STRD.
func (d *decoder) pair(kind isa.Kind) {
	d.Pair(kind, true, code.AddS32, d.address, func(r isa.Register, v isa.Reg) { d.Move(r.Reg, v) })
}

// loadDouble decodes LDREXD, which is one access of 8 bytes.
func (d *decoder) loadDouble() {
	low, high, v := d.Reg(), d.Reg(), d.Temp()
	d.Emit(isa.Instr{Kind: isa.LoadX, D: v, A: d.address(), Size: 8, Tags: isa.EX})
	d.ComputeTo(low.Reg, code.ExtS32, v, isa.None)
	d.ComputeTo(high.Reg, code.ShrS, v, d.Const(32))
}

// storeDouble decodes STREXD.
func (d *decoder) storeDouble() {
	status, low, high := d.Reg(), d.Reg(), d.Reg()
	v := d.Compute(code.Or, d.Compute(code.ExtU32, low.Reg, isa.None), d.Compute(code.Shl, high.Reg, d.Const(32)))
	d.Emit(isa.Instr{Kind: isa.StoreX, D: status.Reg, A: d.address(), B: v, Size: 8, Tags: isa.EX, Dependence: isa.OnOperands})
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
